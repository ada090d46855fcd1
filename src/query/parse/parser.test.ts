import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSignalQuery } from './parser.ts'
import { printQuery } from './print.ts'
import { LIMITS } from './token-cursor.ts'

/** Each text, and its canonical form. */
function parsesAs(name: string, cases: Readonly<Record<string, string>>): void {
  test(name, () => {
    for (const [text, normalised] of Object.entries(cases)) {
      assert.equal(printQuery(parseSignalQuery(text)), normalised, text)
      assert.equal(printQuery(parseSignalQuery(normalised)), normalised, normalised)
    }
  })
}

test('a tree is plain data with everything resolved', () => {
  assert.deepEqual(parseSignalQuery('hiring:"AI SDR":30d(function = Sales, country: uk) THEN tools'), {
    node: 'sequence',
    steps: [
      {
        clauses: [
          {
            node: 'clause',
            type: 'hiring',
            conditions: [
              {
                field: 'text',
                kind: 'text',
                op: '~',
                patterns: [
                  {
                    phrase: true,
                    words: [
                      { text: 'ai', prefix: false, same: [['artificial', 'intelligence']] },
                      { text: 'sdr', prefix: false, same: [['sales', 'development', 'representative']] },
                    ],
                  },
                ],
              },
              { field: 'function', kind: 'enum', op: ':', values: ['sales'] },
              { field: 'country', kind: 'country', op: ':', values: ['GB'] },
            ],
            withinDays: 30,
            step: true,
          },
        ],
      },
      { clauses: [{ node: 'clause', type: 'tool', conditions: [], news: true, step: true }] },
    ],
  })
  assert.deepEqual(parseSignalQuery('funding(round != x, count < 5)'), {
    node: 'clause',
    type: 'funding',
    conditions: [{ field: 'round', kind: 'slug', op: '!:', values: ['x'] }],
    count: { atLeast: 1, atMost: 4 },
  })
})

parsesAs('typical queries', {
  hiring: 'hiring',
  'hiring + funding_ai': 'hiring AND funding_ai',
  'hiring:"ai sdr":30d': 'hiring(text ~ "ai sdr", within: 30d)',
  'funding:series-a': 'funding(text ~ series a)',
  'AI SDR hiring': 'hiring(text ~ ai sdr)',
  'hiring(title ~ "AI SDR", within: 30d, count >= 3) NOT tool(name: hubspot)':
    'hiring(title ~ "ai sdr", within: 30d, count >= 3) AND NOT tool(name: hubspot)',
  'funding_ai(amount >= 5m) THEN hiring(function: sales|marketing) WITHIN 90d':
    'funding_ai(amount >= 5000000) THEN hiring(function: sales|marketing) WITHIN 90d',
})

parsesAs('every way to write AND, OR and NOT', {
  'hiring web': 'hiring AND web',
  'hiring AND web': 'hiring AND web',
  'hiring & web': 'hiring AND web',
  'hiring&&web': 'hiring AND web',
  'hiring, web': 'hiring AND web',
  '+hiring +web': 'hiring AND web',
  'hiring ++ web': 'hiring AND web',
  'hiring or web': 'hiring OR web',
  'hiring|web': 'hiring OR web',
  'hiring || web': 'hiring OR web',
  'NOT hiring': 'NOT hiring',
  '-hiring': 'NOT hiring',
  'web - hiring': 'web AND NOT hiring',
  'web AND NOT hiring': 'web AND NOT hiring',
  'web +-hiring': 'web AND NOT hiring',
  'NOT -hiring': 'hiring',
  '-(NOT (hiring web))': 'hiring AND web',
})

parsesAs('THEN binds first, then NOT, then AND, then OR', {
  'NOT hiring THEN web': 'NOT hiring THEN web',
  'tool hiring THEN web': 'tool AND hiring THEN web',
  'hiring web OR tool funding': 'hiring AND web OR tool AND funding',
  'hiring (web OR tool)': 'hiring AND (web OR tool)',
  'NOT (hiring OR web)': 'NOT (hiring OR web)',
  '(hiring (web tool)) funding': 'hiring AND web AND tool AND funding',
  '(hiring OR (web OR tool)) THEN funding WITHIN 1mo THEN any':
    '(hiring OR web OR tool) THEN funding WITHIN 30d THEN any',
  'AI SDR THEN funding': 'any(text ~ ai sdr) THEN funding',
  'hiring THEN funding WITHIN 2w web': 'hiring THEN funding WITHIN 14d AND web',
})

test('NOT over a sequence is not a sequence over a NOT', () => {
  assert.equal(parseSignalQuery('NOT hiring THEN web').node, 'not')
})

parsesAs('text: adjacent bare words are one clause, and each phrase is a clause', {
  'AI SDR': 'any(text ~ ai sdr, status: active)',
  'AI, SDR': 'any(text ~ ai, status: active) AND any(text ~ sdr, status: active)',
  'AI -SDR': 'any(text ~ ai, status: active) AND NOT any(text ~ sdr, status: active)',
  '"AI SDR" remote': 'any(text ~ "ai sdr", status: active) AND any(text ~ remote, status: active)',
  '"hiring" "OR"': 'any(text ~ hiring, status: active) AND any(text ~ "or", status: active)',
  '“AI SDR”': 'any(text ~ "ai sdr", status: active)',
  '„KI Vertrieb“': 'any(text ~ "ki vertrieb", status: active)',
  'head of growth': 'any(text ~ head of growth, status: active)',
  'C++ go-to-market': 'any(text ~ c go to market, status: active)',
  'eng* "machine learn*"': 'any(text ~ eng*, status: active) AND any(text ~ "machine learn*", status: active)',
  'sales / ops': 'any(text ~ sales ops, status: active)',
  'Yahoo!': 'any(text ~ yahoo, status: active)',
  'fund took wet': 'any(text ~ fund took wet, status: active)',
  'ör web': 'web(text ~ "or")',
  'hiring*': 'any(text ~ hiring*, status: active)',
})

parsesAs('words next to a type narrow it, unless an operator is between them', {
  'hiring sdr': 'hiring(text ~ sdr)',
  'sdr hiring': 'hiring(text ~ sdr)',
  'hiring sdr web': 'hiring(text ~ sdr) AND web',
  'sdr hiring chat web': 'hiring(text ~ sdr, text ~ chat) AND web',
  '"ai sdr" remote hiring:30d': 'hiring(text ~ "ai sdr", text ~ remote, within: 30d)',
  'hiring sdr THEN web chat WITHIN 30d': 'hiring(text ~ sdr) THEN web(text ~ chat) WITHIN 30d',
  'hiring(ai: true) sdr': 'hiring(ai: true, text ~ sdr)',
  'NOT hiring sdr': 'NOT hiring(text ~ sdr)',
  'NOT sdr hiring': 'NOT hiring(text ~ sdr)',
  '-sdr hiring': 'NOT any(text ~ sdr, status: active) AND hiring',
  'hiring -sdr': 'hiring AND NOT any(text ~ sdr, status: active)',
  'hiring AND sdr': 'hiring AND any(text ~ sdr, status: active)',
  'hiring + sdr': 'hiring AND any(text ~ sdr, status: active)',
  'hiring, sdr': 'hiring AND any(text ~ sdr, status: active)',
  'sdr AND hiring': 'any(text ~ sdr, status: active) AND hiring',
  'sdr | hiring': 'any(text ~ sdr, status: active) OR hiring',
  'hiring (sdr)': 'hiring AND any(text ~ sdr, status: active)',
})

parsesAs('types in upper and lower case, and their aliases', {
  HIRING: 'hiring',
  website: 'web',
  website_ai: 'web',
  'website-ai': 'web',
  'Website AI': 'web',
  'AI website ai hiring': 'web(text ~ ai) AND hiring',
  tools: 'tool',
  'tool adoption(name: x)': 'tool(name: x)',
  'hiring velocity:30d': 'velocity(within: 30d)',
  'hiring, velocity': 'hiring AND velocity',
  'funding plus ai': 'funding_ai',
  'funding-ai': 'funding_ai',
  Funding_AI: 'funding_ai',
  'funding ai': 'funding(text ~ ai)',
  'funding plus': 'funding(text ~ plus)',
  '-hiring velocity': 'NOT velocity',
})

parsesAs('"(" opens conditions when it touches the type, or when a field and an operator follow', {
  'hiring(title ~ x)': 'hiring(title ~ x)',
  'hiring (title ~ x)': 'hiring(title ~ x)',
  'hiring (web OR tool)': 'hiring AND (web OR tool)',
  'hiring (web:chat)': 'hiring AND web(text ~ chat)',
  'tool (tool: hubspot)': 'tool(name: hubspot)',
  'hiring:30d(title ~ x)': 'hiring(title ~ x, within: 30d)',
  'hiring (AI SDR)': 'hiring AND any(text ~ ai sdr, status: active)',
})

parsesAs('short forms chain', {
  'hiring:sdr:30d': 'hiring(text ~ sdr, within: 30d)',
  'hiring:30d:sdr:"account executive"': 'hiring(text ~ sdr, text ~ "account executive", within: 30d)',
  'hiring:sdr|"account executive"': 'hiring(text ~ sdr|"account executive")',
  'hiring:sdr | web': 'hiring(text ~ sdr) OR web',
  'hiring:ai sdr': 'hiring(text ~ ai, text ~ sdr)',
  'hiring: "30d"': 'hiring(text ~ 30d)',
  'any:1y': 'any(within: 365d)',
})

parsesAs('fields by both names, in upper and lower case, and every operator', {
  'hiring(jobTitle ~ x, TITLE: y, job_title != z)': 'hiring(title ~ x, title: y, title !: z)',
  'funding(amount=5, amountUsd > $1.5M, amount <= 2b, amount<250k)':
    'funding(amount: 5, amount > 1500000, amount <= 2000000000, amount < 250000)',
  'velocity(ratio >= .5, ratio != 1.1)': 'velocity(ratio >= 0.5, ratio !: 1.1)',
  'funding(amount: 1.1m)': 'funding(amount: 1100000)',
  'hiring(workplaceType: Remote|"hybrid")': 'hiring(workplaceType: remote|hybrid)',
  'hiring(employmentType: full time, seniority: C-Level)': 'hiring(employmentType: full_time, seniority: c_level)',
  'hiring(ai: yes) tool(ai !: false)': 'hiring(ai: true) AND tool(ai !: false)',
  'hiring(country: uk|de)': 'hiring(country: GB|DE)',
  'funding(round: "Series A"|series-b, investors ~ index)': 'funding(round: series_a|series_b, investors ~ index)',
  'funding(announcedOn >= 2026-01-31)': 'funding(announcedOn >= 2026-01-31)',
  'any(source: "Job Board"|x, status: closed, confidence > 0.8)':
    'any(source: job board|x, confidence > 0.8, status: closed)',
  'tool(name: AT&T, vendor !: "a \\"b\\" \\\\ c")': 'tool(name: "at&t", vendor !: "a \\"b\\" \\\\ c")',
  'hiring(title ~ R&D|machine learning, title ~ "or")': 'hiring(title ~ r d|machine learning, title ~ "or")',
  'hiring(title ~ or-so)': 'hiring(title ~ or_ so)',
})

parsesAs('times and counts', {
  'hiring(within: 2w)': 'hiring(within: 14d)',
  'hiring(within = 3MO)': 'hiring(within: 90d)',
  'hiring(within: 0d)': 'hiring(within: 0d)',
  'hiring(since: 2026-02-01, before: 2026-03-01)': 'hiring(since: 2026-02-01, before: 2026-03-01)',
  'hiring(since: "2026-02-01T02:00+02:00")': 'hiring(since: 2026-02-01)',
  'hiring(before: "2026-02-01 10:00:00.2")': 'hiring(before: "2026-02-01T10:00:01Z")',
  'hiring(count >= 3)': 'hiring(count >= 3)',
  'hiring(count > 2)': 'hiring(count >= 3)',
  'hiring(count: 3)': 'hiring(count: 3)',
  'hiring(count < 5)': 'hiring(count <= 4)',
  'hiring(count < 2)': 'hiring(count: 1)',
  'hiring(count > 1, count <= 4)': 'hiring(count >= 2, count <= 4)',
  'hiring(count >= 1)': 'hiring',
})

test('a query can reach the limits but not exceed them', () => {
  parseSignalQuery('a'.repeat(LIMITS.characters))
  parseSignalQuery(Array(LIMITS.clauses).fill('web').join(' '))
  parseSignalQuery(`${'('.repeat(LIMITS.depth)}hiring(title ~ x)${')'.repeat(LIMITS.depth)}`)
  parseSignalQuery(`${'-'.repeat(900)}hiring`)
})
