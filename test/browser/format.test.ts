// Times and counts on the screen. It needs no browser.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '../../src/platform/config/config.ts'
import { limitMessage } from '../../web/src/api/limit-message.ts'
import type { ClauseReply } from '../../web/src/contract.ts'
import { type Condition, searchName, type Term } from '../../web/src/pages/explore/builder/chips.ts'
import { searchCsv } from '../../web/src/pages/explore/results-csv.ts'
import { roundTags } from '../../web/src/pages/explore/round-tags.ts'
import { filterWords } from '../../web/src/pages/explore/search/filter-words.ts'
import { auditDetails } from '../../web/src/pages/team/audit-details.ts'
import { formatPercent, formatScore, formatSuccessRate, relativeTime } from '../../web/src/parts/words/format.ts'
import { limitTone } from '../../web/src/parts/words/limit-tone.ts'
import { signalText } from '../../web/src/parts/words/signal-text.ts'
import { sourceName } from '../../web/src/parts/words/source-names.ts'

test('times and counts are formatted in one module', () => {
  const formats =
    /toFixed|toLocale\w+String|Intl\.(?:NumberFormat|DateTimeFormat|RelativeTimeFormat)|toISOString\(\)\.(?:slice|replace)|%\s*`/
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: packageRoot })
  assert.ok(files.length > 100)
  const others = files.filter(
    (file) => file !== 'web/src/parts/words/format.ts' && formats.test(readFileSync(join(packageRoot, file), 'utf8')),
  )
  const drawn = ['web/src/pages/explore/dossier/SignalTimeline.tsx', 'web/src/parts/notes/Meter.tsx']
  assert.deepEqual(others.sort(), drawn, 'only the width of a meter and places on a timeline are percentages')
})

test('a past time counts full units, and a time to come is rounded before its unit is chosen', () => {
  const now = Date.parse('2026-11-15T12:00:00Z')
  const ago = (seconds: number) => relativeTime(new Date(now - seconds * 1_000).toISOString(), now)
  assert.deepEqual([10, 50, 60, 100, 3_540, 3_580, 7_100, 86_300, 35 * 3_600, 29.9 * 86_400, 50 * 86_400].map(ago), [
    'just now',
    '1 minute ago',
    '1 minute ago',
    '1 minute ago',
    '59 minutes ago',
    '59 minutes ago',
    '1 hour ago',
    '23 hours ago',
    '1 day ago',
    '29 days ago',
    '1 month ago',
  ])
  assert.deepEqual([-3_580, -29.9 * 86_400, -12.6 * 86_400].map(ago), ['in 1 hour', 'in 1 month', 'in 13 days'])
})

test('a date reads the same all day', () => {
  const on = (time: string) => relativeTime('2026-11-03T00:00:00Z', Date.parse(time))
  assert.deepEqual(
    ['2026-11-15T00:00:00Z', '2026-11-15T11:59:00Z', '2026-11-15T12:01:00Z', '2026-11-15T23:59:59Z'].map(on),
    Array(4).fill('12 days ago'),
  )
  assert.equal(on('2026-11-16T00:00:00Z'), '13 days ago')
})

test('a rate with a failure is never 100%', () => {
  assert.deepEqual(
    [formatSuccessRate(5, 0), formatSuccessRate(99_999, 1), formatSuccessRate(2, 1)],
    ['100%', '99.9%', '66.6%'],
  )
  assert.deepEqual([formatPercent(0.95), formatScore(71)], ['95%', '71.0'])
})

test('a limit is yellow from 80 % and red from 95 %', () => {
  const tones = [79, 80, 94, 95, 100, 120].map((used) => limitTone({ used, limit: 100 }))
  assert.deepEqual(tones, ['neutral', 'warning', 'warning', 'danger', 'danger', 'danger'])
  assert.equal(limitTone({ used: 0, limit: 0 }), 'neutral')
})

test('a label loses its type only where it repeats it', () => {
  const text = (label: string, type: 'hiring' | 'velocity' | 'funding' = 'hiring') => signalText({ type, label })
  assert.equal(text('Hiring Senior ML Engineer in Berlin'), 'Senior ML Engineer in Berlin')
  assert.equal(text('Hiring: AI SDR'), 'AI SDR')
  assert.equal(text('hiring: account executive'), 'Account executive')
  assert.equal(text('Hiring velocity: 3 times as many', 'velocity'), '3 times as many')
  for (const label of ['Hiring', 'Hiring:', 'Hirings doubled', 'Raised $5M']) assert.equal(text(label), label)
})

test('money that is no equity and a round that is only talked about are marked', () => {
  assert.deepEqual(roundTags({ instrument: 'debt' }), ['Debt'])
  assert.deepEqual(roundTags({ instrument: 'grant', rumour: true }), ['Grant', 'Rumour'])
  for (const signal of [{}, { instrument: 'equity' }, { instrument: 'unknown' }] as const) {
    assert.deepEqual(roundTags(signal), [])
  }
})

test('filters are described in words', () => {
  assert.equal(filterWords({}, null), '')
  assert.equal(
    filterWords({ countries: ['DE', 'Nordics'], employeesMin: 50, fundingStages: ['series_a'] }, 'my-accounts'),
    'Germany, Nordics · Series A · from 50 employees · on the list my-accounts',
  )
  assert.equal(
    filterWords({ countriesNot: ['US'], employeesMin: 1_000, employeesMax: 2_000, watched: ['hiring'] }, null),
    'not in United States · monitored for Hiring · 1,000 to 2,000 employees',
  )
  const domainsNot = ['a.example', 'b.example', 'c.example', 'd.example', 'e.example']
  assert.equal(
    filterWords({ employerKind: ['direct'], adoptionScoreMin: 40, domainsNot, later: 1 }, null),
    'Direct employer · AI score from 40 · not a.example, b.example, c.example and 2 more · later: 1',
  )
})

test('a file of companies says which of their signals are over', () => {
  const signal = { id: '1', type: 'hiring', confidence: 0.9, source: { name: 'greenhouse', url: null } } as const
  const facts = { hqCountry: 'DE', employeeCount: 10, fundingStage: 'seed', industry: 'retail' } as const
  const [, row] = searchCsv([
    {
      ...{ id: '1', name: 'Northwind', domain: 'northwind.example', ...facts },
      ...{
        aiAdoptionScore: { score: 1, coverage: 1, asOf: '2026-05-05T00:00:00.000Z' },
        match: 2,
        heat: 3,
        lastSignalAt: null,
      },
      signals: [
        { ...signal, label: 'Hiring: Chef', status: 'active', occurredAt: '2026-05-04T00:00:00.000Z' },
        { ...signal, label: 'Hiring: Cook', status: 'closed', occurredAt: '2026-05-03T00:00:00.000Z' },
      ],
    },
  ]).split('\r\n')
  assert.match(row ?? '', /"2026-05-04 hiring: Chef; 2026-05-03 hiring \(closed\): Cook"/)
})

test('a used-up allowance says whose it is, when there is more, and what stays free', () => {
  const resetUnix = Date.UTC(2026, 10, 19) / 1_000
  const message = (limitType: string, limit: number, remaining: number) =>
    limitMessage({ limitType, limit, remaining, resetUnix }, 60) ?? ''
  assert.match(
    message('daily_member_companies', 200, 0),
    /^You’ve used your 200 companies for today\. You get more at .+\. Companies your team has seen today stay free\.$/,
  )
  assert.match(
    message('daily_people_companies', 1, 0),
    /^Your team has used its 1 company for today\. You get more at /,
  )
  assert.match(
    message('daily_member_companies', 200, 7),
    /^This page has more new companies than the 7 that you have left today\. Choose fewer rows per page, or come back at /,
  )
  assert.match(message('daily_people_companies', 1_000, 7), /than the 7 that your team has left today/)
  assert.equal(message('no_limit', 1, 0), '')
})

test('details of the audit log have the words of the screen, and none of the API', () => {
  assert.deepEqual(
    auditDetails({ perMinute: 1200, dailyRequests: 'default', added: 1, by_mail: true, role: 'owner', grace: '24h' }),
    [
      'Requests per minute: 1,200',
      'Requests per day: as in the plan',
      '1 company added',
      'by email',
      'Owner',
      'the old key worked for another 24h',
    ],
  )
  assert.deepEqual(auditDetails({ from_version: 3 }), ['from version: 3'], 'details of a newer version stay readable')
})

test('a search in the query language is named in words, and a sentence by itself', () => {
  const title: Condition = { field: 'title', op: '~', values: [{ text: 'AI SDR', quoted: true }] }
  const chip = (type: string, conditions: Condition[] = []) => ({ type, conditions })
  const terms: Term[] = [
    { steps: [{ clauses: [chip('funding')] }, { clauses: [chip('hiring', [title]), chip('web')], withinDays: 90 }] },
    { negated: true, steps: [{ clauses: [chip('tool')] }] },
  ]
  const clauses = [{ type: 'hiring', fields: [{ name: 'title', label: 'Job title', kind: 'text', operators: ['~'] }] }]
  const nameOf = (query: string, known: Term[] | undefined = terms) =>
    searchName(query, known, clauses as unknown as ClauseReply[])
  assert.equal(
    nameOf('funding THEN (hiring(title ~ "AI SDR") OR web) WITHIN 90d AND NOT tool'),
    'Funding then within 90 days Hiring, job title contains "AI SDR" or Website AI and not Tool adoption',
  )
  assert.equal(nameOf('hiring', [{ steps: [{ clauses: [chip('hiring')] }] }]), 'Hiring')
  assert.equal(nameOf('companies hiring an AI SDR'), 'companies hiring an AI SDR')
  assert.equal(nameOf('hiring AND (web OR tool)', []), 'hiring AND (web OR tool)')
})

test('a source of the service’s own has a name for people, and others keep theirs', () => {
  const names = ['careers-pages', 'sec-form-d', 'greenhouse', 'crunchbase.com', 'Acme Sales']
  assert.deepEqual(names.map(sourceName), ['Careers pages', 'SEC Form D', 'Greenhouse', 'crunchbase.com', 'Acme Sales'])
})
