import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leastCpuMs } from '../../../../test/harness/cpu-time.ts'
import { joinPages, MAX_JOBS, readEntries, withoutRepeats } from './board-job.ts'

test('a job that is repeated for each place is one job with the first places of all', () => {
  const jobs = ['Berlin', 'berlin', 'Paris'].map((location) => ({ id: '1', title: 'SDR', places: [{ location }] }))
  const [job, ...others] = withoutRepeats([...jobs, { id: '2', title: 'AE', places: [] }])
  assert.deepEqual(job?.places, [{ location: 'Berlin' }, { location: 'Paris' }])
  assert.deepEqual(others, [{ id: '2', title: 'AE', places: [] }])
})

test('unreadable entries are counted, over all pages; pools are read', () => {
  const read = (title: string) => (title === '' ? undefined : { id: title, title, places: [] })
  const first = readEntries(['SDR', '', 'Talent pool'], read)
  assert.deepEqual([first.entries, first.unreadable, first.isPartial], [3, 1, true])
  const joined = joinPages([first, readEntries(['AE', '', ''], read)])
  assert.deepEqual([joined.entries, joined.unreadable, joined.isPartial], [6, 3, true])
})

test('a board whose jobs all have one id is read quickly', () => {
  const jobs = Array.from({ length: MAX_JOBS }, (_, nth) => ({
    id: '1',
    title: 'SDR',
    places: Array.from({ length: 20 }, (__, at) => ({ location: `Place ${nth} ${at}` })),
  }))
  assert.equal(withoutRepeats(jobs)[0]?.places.length, 25)
  assert.ok(leastCpuMs(() => withoutRepeats(jobs), 50) < 50)
})
