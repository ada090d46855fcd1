import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askWith } from '../../../../test/harness/ask.ts'
import { startBoardServer } from '../../../../test/harness/board-server.ts'
import { cleanup } from '../../../../test/harness/cleanup.ts'
import { visitContext } from '../../../../test/harness/collecting.ts'
import { serveCapital } from '../../../../test/harness/filing-formats.ts'
import { silentLog } from '../../../../test/harness/log.ts'
import { openFetcher } from '../../fetching/index.ts'
import { VisitFailure } from '../collector.ts'
import { companiesHouse, companyNumber, roundsOf } from './companies-house.ts'

const NOW = Date.UTC(2026, 10, 18) / 1_000
const HOST = 'api.company-information.service.gov.uk'
const KEY = 'a-key-of-the-tests'
const at = (date: string) => Date.parse(date) / 1_000

test('an allotment of shares is a round without a size; those within 30 days of the first are one', () => {
  const rounds = roundsOf(
    '01234567',
    [
      { id: 'c', at: at('2026-06-10') },
      { id: 'a', at: at('2026-05-01') },
      { id: 'b', at: at('2026-05-31') },
      { id: 'old', at: at('2020-01-01') },
    ],
    NOW,
  )
  assert.deepEqual(
    rounds.map(({ key, occurredAt }) => [key, occurredAt]),
    [
      ['01234567/a', at('2026-05-01')],
      ['01234567/c', at('2026-06-10')],
    ],
  )
  const [first] = rounds
  assert.deepEqual(first?.fields, { instrument: 'equity', partial: true })
  assert.equal(first?.confidence, 0.6)
})

test('numbers have eight places', () => {
  assert.deepEqual(['1234567', '01234567', 'sc123456', 'NI012345', '12345', 'ABC12345'].map(companyNumber), [
    '01234567',
    '01234567',
    'SC123456',
    'NI012345',
    undefined,
    undefined,
  ])
  const page = 'https://find-and-update.company-information.service.gov.uk/company/01234567/filing-history'
  assert.equal(companiesHouse.boardOf?.(new URL(page)), '01234567')
})

test('the key goes only to Companies House; its errors are explained', async () => {
  const server = await startBoardServer()
  serveCapital(
    server,
    '01234567',
    [
      { id: 'x', type: 'SH01', date: '2026-06-20', allottedOn: '2026-06-01' },
      { id: 'y', type: 'SH08', date: '2026-06-20' },
    ],
    KEY,
  )
  const visit = async (key: string | undefined) => {
    const config = { COLLECT_CONTACT: 'owner@example.com', COLLECT_REROUTE: server.origin, COLLECT_DNS: undefined }
    const fetcher = openFetcher({ ...config, ...(key !== undefined && { COMPANIES_HOUSE_KEY: key }) }, silentLog)
    cleanup(() => fetcher.close())
    const ask = askWith(fetcher)
    await ask({ url: 'https://other.example/', kind: 'feed' }).catch(() => {})
    return companiesHouse.visit('01234567', visitContext(server, { now: NOW, ask }))
  }
  const { signals, complete } = await visit(KEY)
  assert.deepEqual([signals.map(({ key }) => key), complete], [['01234567/x'], true])
  assert.equal(signals[0]?.occurredAt, at('2026-06-01'))
  assert.equal(server.asked('other.example')[0]?.headers.authorization, undefined)
  const failure = (words: RegExp) => (error: unknown) => error instanceof VisitFailure && words.test(error.message)
  await assert.rejects(visit('another-key'), failure(/check COMPANIES_HOUSE_KEY/))
  server.fault(HOST, { kind: 'status', status: 429, retryAfter: 60 })
  await assert.rejects(visit(KEY), failure(/600 requests in five minutes/))
})
