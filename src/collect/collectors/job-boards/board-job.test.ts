import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leastCpuMs } from '../../../../test/harness/cpu-time.ts'
import { MAX_JOBS, withoutRepeats } from './board-job.ts'

test('a job that is repeated for each place is one job with the first places of all', () => {
  const jobs = ['Berlin', 'berlin', 'Paris'].map((location) => ({ id: '1', title: 'SDR', places: [{ location }] }))
  const [job, ...others] = withoutRepeats([...jobs, { id: '2', title: 'AE', places: [] }])
  assert.deepEqual(job?.places, [{ location: 'Berlin' }, { location: 'Paris' }])
  assert.deepEqual(others, [{ id: '2', title: 'AE', places: [] }])
})

test('a board whose jobs all have one id is read at once', () => {
  const jobs = Array.from({ length: MAX_JOBS }, (_, nth) => ({
    id: '1',
    title: 'SDR',
    places: Array.from({ length: 20 }, (__, at) => ({ location: `Place ${nth} ${at}` })),
  }))
  assert.equal(withoutRepeats(jobs)[0]?.places.length, 25)
  assert.ok(leastCpuMs(() => withoutRepeats(jobs), 50) < 50)
})
