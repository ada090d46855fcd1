import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBoardServer } from '../../../../test/harness/board-server.ts'
import { visitContext } from '../../../../test/harness/collecting.ts'
import fc from '../../../../test/harness/fast-check.ts'
import { type FiledForm, formD, formIndex, serveFilings } from '../../../../test/harness/filing-formats.ts'
import { VisitFailure } from '../collector.ts'
import { readFormIndex } from './edgar-index.ts'
import { type Filing, offeringsOf, whyNoRound } from './offerings.ts'
import { readFormD } from './read-filing.ts'
import { secFormD } from './sec-form-d.ts'

const ACME: FiledForm = { cik: '1234567', name: 'Acme, Inc.', accession: '0001234567-26-000001', filedOn: '2026-11-02' }

const filing = (more: Partial<FiledForm> = {}): Filing => {
  const filed = { ...ACME, ...more }
  const { accession, filedOn, fileNumber } = filed
  return { ...readFormD(formD(filed)), accession, filedOn, fileNumber, url: `https://www.sec.gov/${accession}` }
}

test('only the rows of Form D and its amendments are read from an index, by their columns', () => {
  const long = 'A name that is so long that the index has no room for all of it, Incorporated'
  const index = formIndex([
    ACME,
    { ...ACME, form: 'D/A', name: 'Globex  Two, LLC', cik: '99' },
    { ...ACME, name: long },
  ])
  assert.deepEqual(
    readFormIndex(index).map(({ issuer, name, filedOn }) => [issuer, name, filedOn]),
    [
      ['1234567', 'ACME, INC.', '2026-11-02'],
      ['99', 'GLOBEX  TWO, LLC', '2026-11-02'],
      ['1234567', long.toUpperCase().slice(0, 62), '2026-11-02'],
    ],
  )
  assert.deepEqual(readFormIndex(formIndex([])), [])
  const changed = index.replaceAll('edgar/data', 'filings')
  for (const odd of ['<html>', '', changed]) assert.throws(() => readFormIndex(odd), VisitFailure)
})

test('a filing is a round: the amount sold, when it was first sold, a part while something remains', () => {
  const [round] = offeringsOf([filing({ fileNumber: '021-500001' })])
  assert.deepEqual(round?.signal, {
    type: 'funding',
    key: '1234567/021-500001',
    label: 'Sold $8M of $10M offered in equity, by its Form D of 2026-11-02',
    confidence: 0.9,
    occurredAt: Date.UTC(2026, 9, 20) / 1_000,
    url: 'https://www.sec.gov/0001234567-26-000001',
    fields: { amountUsd: 8_000_000, instrument: 'equity', partial: true },
    absenceEnds: false,
  })
  const signal = (more: Partial<FiledForm>) => offeringsOf([filing(more)])[0]?.signal
  assert.deepEqual(signal({ offered: 8_000_000 })?.fields, { amountUsd: 8_000_000, instrument: 'equity' })
  assert.equal(signal({ offered: 'Indefinite' })?.fields.partial, true)
  assert.equal(signal({ firstSaleOn: '2027-01-01' })?.occurredAt, Date.UTC(2026, 10, 2) / 1_000, 'a date that can’t be')
})

test('the instrument follows from the securities; options and notes with rights are not named', () => {
  const instrument = (...securities: string[]) => offeringsOf([filing({ securities })])[0]?.signal.fields.instrument
  assert.equal(instrument('isEquityType', 'isOptionToAcquireType'), 'equity')
  assert.equal(instrument('isDebtType'), 'debt')
  assert.equal(instrument('isDebtType', 'isSecurityToBeAcquiredType'), 'unknown')
  assert.equal(instrument('isOptionToAcquireType'), 'unknown')
})

const VEHICLES: readonly Partial<FiledForm>[] = [
  { industry: 'Pooled Investment Fund' },
  { exemptions: ['06b', '3C', '3C.1'] },
  { exemptions: ['3C.7'] },
  { industry: 'REITS and Finance' },
  { industry: 'Oil and Gas' },
  { isBusinessCombination: true },
  { sold: 0 },
  { entityType: 'Limited Partnership' },
  { testOrLive: 'TEST' },
  { securities: ['isPooledInvestmentFundType', 'isEquityType'] },
  { securities: ['isTenantInCommonType'] },
  { securities: ['isMineralPropertyType'] },
]

test('no vehicle becomes a round', () => {
  assert.equal(whyNoRound(filing()), undefined)
  for (const vehicle of VEHICLES) {
    assert.ok(whyNoRound(filing(vehicle)), JSON.stringify(vehicle))
    assert.deepEqual(offeringsOf([filing(vehicle)]), [], JSON.stringify(vehicle))
  }
})

test('persons are not read', () => {
  assert.doesNotMatch(JSON.stringify(filing()), /Jane|Secretperson|555-0100|Main St/)
})

test('where the issuer is: the state of its address and of its register, else the country', () => {
  assert.deepEqual(filing().places, ['US-CA', 'US-DE'])
  assert.deepEqual(filing({ state: 'X0', described: 'UNITED KINGDOM', jurisdiction: 'UNITED KINGDOM' }).places, ['GB'])
  assert.deepEqual(filing({ state: 'A6', described: 'ONTARIO, CANADA', jurisdiction: 'DELAWARE' }).places, [
    'CA',
    'US-DE',
  ])
  assert.deepEqual(filing({ formerNames: ['None'] }).formerNames, [])
  assert.deepEqual(filing({ formerNames: ['Disc Over LLC'] }).formerNames, ['Disc Over LLC'])
})

test('an amendment is the same round with a new amount, and never a second one, with and without file numbers', () => {
  const second = { form: 'D/A', accession: '0001234567-26-000002', filedOn: '2026-11-09', sold: 9_000_000 } as const
  const third = { form: 'D/A', accession: '0001234567-26-000003', filedOn: '2026-11-16', sold: 10_000_000 } as const
  for (const fileNumber of ['021-500001', undefined]) {
    const all = [
      filing({ ...(fileNumber && { fileNumber }) }),
      filing({ ...second, ...(fileNumber && { fileNumber }), previous: ACME.accession, firstSaleOn: '2026-11-01' }),
      filing({ ...third, ...(fileNumber && { fileNumber }), previous: second.accession }),
    ]
    const [round, ...others] = offeringsOf(all)
    assert.deepEqual(others, [])
    assert.equal(round?.signal.key, `1234567/${fileNumber ?? ACME.accession}`)
    assert.equal(round?.signal.fields.amountUsd, 10_000_000)
    assert.equal(round?.signal.fields.partial, undefined)
    assert.equal(round?.signal.occurredAt, Date.UTC(2026, 9, 20) / 1_000, 'the first filing dates it')
  }
  const [lone] = offeringsOf([filing({ ...second, previous: ACME.accession })])
  assert.equal(lone?.signal.key, `1234567/${ACME.accession}`, 'the original is not there')
})

test('any order and any repetition of filings gives the same rounds', () => {
  const chain = fc.record({
    fileNumber: fc.option(fc.constantFrom('021-1', '021-2', '021-3'), { nil: undefined }),
    amendments: fc.array(fc.record({ sold: fc.integer({ min: 0, max: 5 }), isFund: fc.boolean() }), { maxLength: 4 }),
  })
  fc.assert(
    fc.property(fc.array(chain, { maxLength: 4 }), fc.infiniteStream(fc.nat()), (chains, random) => {
      let n = 0
      const all = chains.flatMap(({ fileNumber, amendments }) => {
        let previous: string | undefined
        return [{ sold: 1, isFund: false }, ...amendments].map(({ sold, isFund }) => {
          const accession = `0001234567-26-${String(++n).padStart(6, '0')}`
          const filed = filing({
            accession,
            filedOn: `2026-10-${String((n % 28) + 1).padStart(2, '0')}`,
            sold,
            form: previous === undefined ? 'D' : 'D/A',
            ...(fileNumber !== undefined && { fileNumber }),
            ...(previous !== undefined && { previous }),
            ...(isFund && { industry: 'Pooled Investment Fund' }),
          })
          previous = accession
          return filed
        })
      })
      const inOrder = offeringsOf(all)
      const numbers = new Set(chains.map(({ fileNumber }, i) => fileNumber ?? `chain ${i}`))
      assert.equal(inOrder.length, numbers.size, 'one round for each offering')
      const shuffled = [...all, ...all]
        .map((each) => [random.next().value ?? 0, each] as const)
        .sort(([a], [b]) => a - b)
      const byKey = (rounds: typeof inOrder) => rounds.map(({ signal }) => JSON.stringify(signal)).sort()
      assert.deepEqual(byKey(offeringsOf(shuffled.map(([, each]) => each))), byKey(inOrder))
    }),
  )
})

test('a visit reads the issuer’s own filings; an unreadable one doesn’t affect the others', async () => {
  const server = await startBoardServer()
  const paper = { ...ACME, accession: '0001234567-26-000009', fileNumber: '021-9' }
  const shared = { ...ACME, accession: '0001234567-26-000008', fileNumber: '021-8' }
  serveFilings(server, [
    { ...ACME, fileNumber: '021-1' },
    paper,
    shared,
    { ...ACME, accession: '0001234567-12-000001', filedOn: '2012-01-02' },
  ])
  const doc = (accession: string) =>
    `https://www.sec.gov/Archives/edgar/data/1234567/${accession.replaceAll('-', '')}/primary_doc.xml`
  server.removePage(doc(paper.accession))
  server.page(doc(shared.accession), { type: 'application/xml', text: formD({ ...shared, cik: '7654321' }) })
  const now = Date.UTC(2026, 10, 18) / 1_000
  const { signals, complete, issuer } = await secFormD.visit('1234567', visitContext(server, { now }))
  assert.deepEqual([signals.map(({ key }) => key), complete], [['1234567/021-1'], true])
  assert.deepEqual(issuer, { name: 'Acme, Inc.', formerNames: [], places: ['US-CA', 'US-DE'], hasRounds: true })
  assert.equal(server.asked('www.sec.gov').length, 3, 'nothing is asked for that is older than three years')
  for (const each of [ACME, shared])
    server.page(doc(each.accession), { type: 'application/xml', text: '<html></html>' })
  await assert.rejects(async () => secFormD.visit('1234567', visitContext(server, { now })), VisitFailure)
})

test('a first visit leaves filings since the index is read to the next one, which isn’t history', async () => {
  const server = await startBoardServer()
  const old = { ...ACME, accession: '0001234567-26-000000', filedOn: '2026-03-02', fileNumber: '021-0' }
  serveFilings(server, [{ ...ACME, fileNumber: '021-1' }, old])
  const context = visitContext(server, {
    now: Date.UTC(2026, 10, 18) / 1_000,
    newsSince: Date.UTC(2026, 10, 1, 12) / 1_000,
  })
  const first = await secFormD.visit('1234567', context)
  assert.deepEqual([first.signals.map(({ key }) => key), first.continues], [['1234567/021-0'], true])
  const second = await secFormD.visit('1234567', { ...context, seenBefore: true })
  assert.deepEqual([second.signals.length, second.continues], [2, undefined])
})

test('the pages of an issuer lead to its number', () => {
  for (const url of [
    'https://www.sec.gov/edgar/browse/?CIK=0001234567',
    'https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=1234567&type=D',
    'https://www.sec.gov/Archives/edgar/data/1234567/000123456726000001/primary_doc.xml',
    'https://data.sec.gov/submissions/CIK0001234567.json',
  ])
    assert.equal(secFormD.boardOf?.(new URL(url)), '1234567', url)
  for (const url of [
    'https://www.sec.gov/',
    'https://example.com/edgar/data/1234567/',
    'https://www.sec.gov/edgar/browse/?CIK=acme',
  ])
    assert.equal(secFormD.boardOf?.(new URL(url)), undefined, url)
})
