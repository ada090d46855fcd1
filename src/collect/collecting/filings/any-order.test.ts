// Whenever an issuer is visited, and whatever could not be read then, the visits end in the same reports. Indexes only
// decide when to visit: their order, and days that are repeated or missing, are the times of visits.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/harness/fast-check.ts'
import { type FiledForm, formD } from '../../../../test/harness/filing-formats.ts'
import { type CollectorRequest, type Snapshot, secFormD, VisitFailure } from '../../collectors/index.ts'
import { type LookState, reconcile } from '../changes/reconcile.ts'
import { addDays } from './index-days.ts'

const CIK = '1234567'
const START = '2026-06-01'
const DAY_SECONDS = 86_400
const secondsOf = (day: string) => Date.parse(day) / 1_000

interface Made {
  readonly filed: FiledForm
  /** The offering that it is of. */
  readonly offering: number
}

/** One Form D and its amendments for each offering, of which some have no file number and some are vehicles or empty. */
const offerings = fc.array(
  fc.record({
    hasNumber: fc.boolean(),
    filings: fc.array(
      fc.record({
        after: fc.integer({ min: 0, max: 20 }),
        sold: fc.integer({ min: 0, max: 3 }),
        firstSale: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
        isFund: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  { minLength: 1, maxLength: 3 },
)

/** On which days visits happen, and which filings can't be read then, by their numbers. */
const looks = fc.array(
  fc.record({
    day: fc.integer({ min: 0, max: 80 }),
    unread: fc.uniqueArray(fc.integer({ min: 0, max: 11 }), { maxLength: 6 }),
    isGone: fc.boolean(),
  }),
  { maxLength: 6 },
)

type Given = typeof offerings extends fc.Arbitrary<infer All> ? All : never

function madeOf(given: Given): readonly Made[] {
  let n = 0
  return given.flatMap(({ hasNumber, filings }, offering) => {
    let [day, previous] = [0, undefined as string | undefined]
    return filings.map(({ after, sold, firstSale, isFund }): Made => {
      day += after
      const accession = `0001234567-26-${String(++n).padStart(6, '0')}`
      const filed: FiledForm = {
        ...{ cik: CIK, name: 'Acme, Inc.', accession, filedOn: addDays(START, day), sold: sold * 1_000_000 },
        firstSaleOn: firstSale === undefined ? null : addDays(START, day - firstSale),
        form: previous === undefined ? 'D' : 'D/A',
        ...(hasNumber && { fileNumber: `021-${offering}` }),
        ...(previous !== undefined && { previous }),
        ...(isFund && { industry: 'Pooled Investment Fund' }),
      }
      previous = accession
      return { filed, offering }
    })
  })
}
/** What the SEC answers on a day. */
function answers(made: readonly Made[], day: string, unread: ReadonlySet<string>, isGone: boolean) {
  const listed = made.map(({ filed }) => filed).filter(({ filedOn }) => filedOn <= day)
  return async ({ url }: CollectorRequest) => {
    const said = (contentType: string, text: string) => ({ status: 200, contentType, text, url })
    if (url.includes('/submissions/')) {
      const recent = {
        accessionNumber: listed.map(({ accession }) => accession),
        form: listed.map(({ form }) => form),
        filingDate: listed.map(({ filedOn }) => filedOn),
        fileNumber: listed.map(({ fileNumber = '' }) => fileNumber),
      }
      return said('application/json', JSON.stringify({ filings: { recent } }))
    }
    const filed = listed.find(({ accession }) => url.includes(accession.replaceAll('-', '')))
    if (!filed || (isGone && unread.has(filed.accession))) throw new VisitFailure('missing', 'it is not there')
    return said('application/xml', unread.has(filed.accession) ? '<html></html>' : formD(filed))
  }
}

interface Looking {
  readonly day: number
  readonly unread: readonly number[]
  readonly isGone: boolean
}

/** The reports after these visits, by key. */
async function reportsAfter(made: readonly Made[], visits: readonly Looking[], newsSince: number | undefined) {
  const reports = new Map<string, string>()
  let state: LookState = { entries: new Map(), knownSince: null, isWaiting: false }
  for (const [nth, { day, unread, isGone }] of visits.entries()) {
    const today = addDays(START, day)
    const now = secondsOf(today) + DAY_SECONDS
    const accessions = new Set(unread.flatMap((at) => made[at]?.filed.accession ?? []))
    const dns = { txt: async () => [], mx: async () => [] }
    const company = { domain: 'acme.example', name: 'Acme', aliases: [] }
    const ask = answers(made, today, accessions, isGone)
    const context = { ask, dns, company, now, newsSince, seenBefore: state.knownSince !== null }
    const snapshot: Snapshot | undefined = await secFormD.visit(CIK, context).catch((error: unknown) => {
      assert.ok(error instanceof VisitFailure, String(error))
      return undefined
    })
    if (!snapshot) continue
    const reconciled = reconcile(state, snapshot, { now, visit: nth + 1 })
    assert.equal(reconciled.ended.size, 0)
    state = reconciled.state
    for (const { signal, entry } of [...reconciled.appeared, ...reconciled.changed])
      reports.set(signal.key, JSON.stringify([entry.occurredAt, signal.label, signal.url, signal.fields]))
  }
  return [...reports].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The last visits read everything: the second one has what an issuer's first one leaves to it. */
const LAST: readonly Looking[] = [100, 101].map((day) => ({ day, unread: [], isGone: false }))

test('visits at any times, with filings that can’t be read for a while, end in the same reports; an amendment makes no second round', async () => {
  await fc.assert(
    fc.asyncProperty(offerings, looks, fc.boolean(), async (given, visits, hasNews) => {
      const made = madeOf(given)
      const newsSince = hasNews ? secondsOf(addDays(START, 20)) : undefined
      const twice = [...visits, ...visits, ...LAST].sort((a, b) => a.day - b.day)
      const once = await reportsAfter(made, LAST, newsSince)
      assert.deepEqual(await reportsAfter(made, twice, newsSince), once)
      const sold = made.filter(({ filed: { sold = 0, industry } }) => sold > 0 && industry === undefined)
      assert.equal(once.length, new Set(sold.map(({ offering }) => offering)).size, 'one round for each offering')
    }),
    { numRuns: 200 },
  )
})
