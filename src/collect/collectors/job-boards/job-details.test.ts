import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VisitFailure } from '../collector.ts'
import type { BoardJob } from './board-job.ts'
import { type AskDetail, readDetails } from './job-details.ts'

const job = (id: string, more: Partial<BoardJob> = {}): BoardJob => ({
  ...{ id, title: `Job ${id}`, places: [{ location: 'Berlin' }] },
  ...more,
})

const LISTED = ['1', '2', '3'].map((id) => job(id))

/** Requests details, and records for which jobs. */
function asking(answer: AskDetail = async () => ({ postedAt: 5 })) {
  const asked: string[] = []
  const ask: AskDetail = (listed) => {
    asked.push(listed.id)
    return answer(listed)
  }
  return { asked, ask }
}

const failing = (failures: Readonly<Record<string, VisitFailure['reason']>>) =>
  asking(async ({ id }) => {
    const reason = failures[id]
    if (reason) throw new VisitFailure(reason, reason)
    return { department: 'Sales' }
  })

/** What a visit would know after this one. */
async function knownAfter(listed: readonly BoardJob[]): Promise<Map<string, string[]>> {
  const { stamps } = await readDetails(listed, asking().ask, {})
  return new Map([...stamps].map(([id, stamp]) => [stamp, [`board/${id}`, `board/${id}/paris`]]))
}

test('a detail adds to the list, and absent values are taken from the list', async () => {
  const detail = { department: 'Sales', employment: undefined, places: [] }
  const { jobs } = await readDetails([job('1', { employment: 'contract' })], async () => detail, {})
  assert.deepEqual(jobs, [job('1', { department: 'Sales', employment: 'contract' })])
})

test('a job that was read is not requested again while its list entry is the same, whatever its date', async () => {
  const known = await knownAfter(LISTED)
  const { asked, ask } = asking()
  const again = LISTED.map((each) => ({ ...each, postedAt: 7, description: 'x' }))
  const read = await readDetails(again, ask, { known })
  assert.deepEqual(asked, [])
  assert.deepEqual([read.jobs, read.kept.length, read.isCutOff], [[], 6, false])
})

test('a job that is new or whose list entry changed is requested', async () => {
  const known = await knownAfter(LISTED)
  for (const changed of [{ title: 'Chief' }, { places: [{ location: 'Paris' }] }, { department: 'Law' }]) {
    const { asked, ask } = asking()
    const read = await readDetails([job('1', changed), ...LISTED.slice(1), job('4')], ask, { known })
    assert.deepEqual(asked, ['1', '4'])
    assert.deepEqual(read.kept, ['board/2', 'board/2/paris', 'board/3', 'board/3/paris'])
  }
})

test('a visit requests a limited number of details, and leaves the other jobs out', async () => {
  const { asked, ask } = asking()
  const read = await readDetails(LISTED, ask, { maxDetails: 2 })
  assert.deepEqual([asked, read.jobs.length, read.isCutOff], [['1', '2'], 2, true])
})

test('a job whose page was deleted is left out, and the others are complete', async () => {
  const read = await readDetails(LISTED, failing({ 2: 'missing' }).ask, {})
  assert.deepEqual([read.jobs.map(({ id }) => id), read.isPartial], [['1', '3'], false])
})

test('a page that can’t be read leaves the job as listed; if none can, the format has changed', async () => {
  const read = await readDetails(LISTED, failing({ 2: 'invalid_response' }).ask, {})
  assert.deepEqual(
    [read.jobs.map(({ department }) => department), read.isPartial],
    [['Sales', undefined, 'Sales'], true],
  )
  assert.equal(read.stamps.size, 3, 'it is not asked for again')
  const all = failing({ 1: 'invalid_response', 2: 'invalid_response', 3: 'invalid_response' })
  await assert.rejects(readDetails(LISTED, all.ask, {}), { reason: 'invalid_response' })
})

test('a page that doesn’t answer is left for the next visit; a host that asks to wait gets no more requests', async () => {
  const read = await readDetails(LISTED, failing({ 2: 'unavailable' }).ask, {})
  assert.deepEqual([read.jobs.map(({ id }) => id), read.failure?.reason], [['1', '3'], 'unavailable'])
  const { asked, ask } = failing({ 2: 'limited' })
  assert.equal((await readDetails(LISTED, ask, {})).isPartial, true)
  assert.deepEqual(asked, ['1', '2'])
  await assert.rejects(readDetails(LISTED, failing({ 1: 'limited' }).ask, {}), { reason: 'limited' })
})
