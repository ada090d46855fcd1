// Plain sentences, each with the query and the filters that it means. eval/plain-sentences.ndjson has more of them.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from '../../../test/harness/fast-check.ts'
import { parseSignalQuery } from '../parse/parser.ts'
import { printQuery } from '../parse/print.ts'
import { InvalidQuery } from '../tree/errors.ts'
import type { SentenceFilters } from './company-filters.ts'
import { readSearchText } from './read-search-text.ts'
import type { ReadContext } from './sentence-state.ts'

const CONTEXT: ReadContext = { today: '2026-11-01', isIndustry: () => false }

function read(text: string, context = CONTEXT): { query: string; filters: SentenceFilters } {
  const { query, filters = {} } = readSearchText(text, context)
  return { query: printQuery(query), filters }
}

/** Equal but for the order of conditions and values, which changes no answer. */
function comparable(query: string): string {
  const inOrder = (list: string, separator: string) => list.split(separator).sort().join(separator)
  return printQuery(parseSignalQuery(query)).replace(/\(([^()]*)\)/g, (_, conditions: string) => {
    const parts = conditions.split(', ').map((part) => {
      const [, field = part, values] = /^(\w+:) (.*)$/.exec(part) ?? []
      return values === undefined ? part : `${field} ${inOrder(values, '|')}`
    })
    return `(${parts.sort().join(', ')})`
  })
}

interface Labelled {
  readonly sentence: string
  readonly query: string
  readonly filters?: SentenceFilters
  readonly also?: readonly { readonly query: string; readonly filters?: SentenceFilters }[]
}

test('every sentence of the development set is read as it is labelled', () => {
  const file = new URL('../../../eval/plain-sentences.ndjson', import.meta.url)
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Labelled)
  assert.ok(rows.length >= 100)
  const keyOf = (filters: SentenceFilters = {}) => JSON.stringify(Object.entries(filters).sort())
  for (const row of rows) {
    const { query, filters } = read(row.sentence)
    const readings = [row, ...(row.also ?? [])].map((each) => `${comparable(each.query)} ${keyOf(each.filters)}`)
    assert.ok(
      readings.includes(`${comparable(query)} ${keyOf(filters)}`),
      `${row.sentence}: ${query} ${keyOf(filters)}`,
    )
  }
})

const ACME: SentenceFilters = { domains: ['acme.example'] }

/** Each sentence, its query, and its filters. */
const SENTENCES: readonly (readonly [string, string, SentenceFilters?])[] = [
  ['companies that use Salesforce', 'tool(name: salesforce)'],
  ['using HubSpot', 'tool(name: hubspot)'],
  ['just raised a series B', 'funding(round: series_b, within: 90d)'],
  ['fintech hiring data engineers', 'hiring(text ~ data engineers)', { industries: ['fintech'] }],
  ['companies hiring for AI in Germany', 'hiring(ai: true, country: DE)'],
  ['SDR jobs in DACH last month', 'hiring(text ~ sdr, country: DACH, within: 30d)'],
  ["who's hiring a head of RevOps", 'hiring(text ~ head of revops)'],
  [
    'switched from Salesforce to HubSpot',
    'tool(name: salesforce, change: dropped) AND tool(name: hubspot, change: adopted)',
  ],
  ['companies asking for Snowflake skills', 'tool(name: snowflake, basis: asked)'],
  ['hired SDRs after raising a series A', 'funding(round: series_a) THEN hiring(text ~ sdrs)'],
  ['companies expanding into Germany', 'hiring(country: DE, newCountry: true)'],
  ['companies that just launched in France', 'hiring(country: FR, newCountry: true, within: 90d)'],
  ['just launched an AI assistant', 'web(kind: ai_product_page, change: launched, within: 90d)'],
  ['companies that recently launched AI agents', 'web(kind: ai_product_page, change: launched, within: 90d)'],
  ['companies using an AI assistant', 'tool(category: ai_assistant)'],
  ['announced an AI product last week', 'web(kind: ai_product_page, change: launched, within: 7d)'],
  ['announced a series B', 'funding(round: series_b)'],
  ['launched their own chatbot', 'web(kind: ai_chat_widget, change: launched)'],
  ['AI product launches last month', 'web(kind: ai_product_page, change: launched, within: 30d)'],
  ['rolled out an AI assistant on their website', 'web(kind: ai_product_page, change: launched)'],
  ['hiring sales people but not engineers', 'hiring(function: sales) AND NOT hiring(function: engineering)'],
  ['companies no longer using Salesforce', 'tool(name: salesforce, change: dropped)'],
  ['no longer uses HubSpot but uses Pipedrive', 'tool(name: hubspot, change: dropped) AND tool(name: pipedrive)'],
  ['used to use Marketo', 'tool(name: marketo, change: dropped)'],
  ['does not use Zendesk any more', 'NOT tool(name: zendesk)'],
  ['hiring in Poland for the first time', 'hiring(country: PL, newCountry: true)'],
  ['hiring security for the first time in Germany', 'hiring(function: security, country: DE, first: true)'],
  ['opened a role for a VP of marketing this month', 'hiring(text ~ vp of marketing, since: 2026-11-01)'],
  ['head of data wanted in Germany', 'hiring(text ~ head of data, country: DE)'],
  ['data engineers in Paris', 'hiring(text ~ data engineers, text ~ paris)'],
  ['opened a new office in Spain', 'hiring(country: ES, newCountry: true)'],
  ['hiring SDRs but not AEs', 'hiring(text ~ sdrs) AND NOT hiring(text ~ aes)'],
  ['using HubSpot with less than 500 employees', 'tool(name: hubspot)', { employeesMax: 499 }],
  ['companies that stopped hiring', 'hiring(closed: 30d) AND NOT hiring'],
  ['startups with fresh funding hiring SDRs', 'funding(within: 90d) AND hiring(text ~ sdrs)'],
  ['companies hiring SDRs in the US, UK or Canada', 'hiring(text ~ sdrs, country: US|GB|CA)'],
  ['hiring sales in Germany', 'hiring(function: sales, country: DE)'],
  ['new series B rounds', 'funding(round: series_b, within: 90d)'],
  ['raised money from Accel', 'funding(investors ~ accel)'],
  ['Accel-backed startups hiring', 'funding(investors ~ accel) AND hiring'],
  ['companies hiring much faster than before', 'velocity'],
  ['companies growing fast', 'velocity'],
  ['companies hiring a head of people', 'hiring(text ~ head of people)'],
  ['hiring but not for sales', 'hiring AND NOT hiring(function: sales)'],
  ['customer success managers in Austria', 'hiring(text ~ customer success managers, country: AT)'],
  ['finance leaders in Austria', 'hiring(function: finance, seniority: director|vp|c_level, country: AT)'],
  ['raised debt this year', 'funding(instrument: debt, since: 2026-01-01)'],
  ['jobs asking for Kubernetes', 'tool(name: kubernetes, basis: asked)'],
  [
    'replaced Zendesk with Intercom this year',
    'tool(name: zendesk, change: dropped, since: 2026-01-01) AND tool(name: intercom, change: adopted, since: 2026-01-01)',
  ],
  ['recent Snowflake adopters', 'tool(name: snowflake, change: adopted, within: 90d)'],
  ['HubSpot customers with fewer than 200 employees', 'tool(name: hubspot)', { employeesMax: 199 }],
  ['internships in Germany', 'hiring(seniority: intern, country: DE)'],
  ['jobs in Paris posted this month', 'hiring(text ~ paris, since: 2026-11-01)'],
  ['raised in Q3', 'funding(since: 2026-07-01, before: 2026-10-01)'],
  ['fintech', 'any', { industries: ['fintech'] }],
  ['insurers in France', 'any', { industries: ['insurance'], countries: ['FR'] }],
]

/** Facts about the company that have words of their own. */
const COMPANY_FACTS: typeof SENTENCES = [
  ['is acme.example hiring engineers in Germany?', 'hiring(function: engineering, country: DE)', ACME],
  ['what does acme.example use', 'tool', ACME],
  ['what tools does acme.example use', 'tool', ACME],
  ['which CRM does acme.example use', 'tool(category: crm)', ACME],
  ['SDR jobs at acme.example', 'hiring(text ~ sdr)', ACME],
  ['acme.example and globex.example hiring', 'hiring', { domains: ['acme.example', 'globex.example'] }],
  ["what's new at acme.example", 'any', ACME],
  ['is monday.com hiring', 'hiring', { domains: ['monday.com'] }],
  ['users of customer.io', 'tool(name: "customer.io")'],
  ['staffing agencies hiring nurses', 'hiring(text ~ nurses)', { employerKind: ['agency'] }],
  ['SDR jobs at agencies', 'hiring(text ~ sdr)', { employerKind: ['agency'] }],
  ['direct employers hiring nurses', 'hiring(text ~ nurses)', { employerKind: ['direct'] }],
  ['companies hiring nurses, no agencies', 'hiring(text ~ nurses)', { employerKind: ['direct', 'unknown'] }],
  [
    'hiring nurses in Spain without agencies',
    'hiring(text ~ nurses, country: ES)',
    { employerKind: ['direct', 'unknown'] },
  ],
  ['fintechs with an AI adoption score above 60', 'any', { industries: ['fintech'], adoptionScoreMin: 60 }],
  ['hiring SDRs with an adoption score of at least 40', 'hiring(text ~ sdrs)', { adoptionScoreMin: 40 }],
  ['small companies with under 50 people using HubSpot', 'tool(name: hubspot)', { employeesMax: 49 }],
  ['anyone who uses HubSpot', 'tool(name: hubspot)'],
  ['anyone hiring SDRs', 'hiring(text ~ sdrs)'],
  ['German Shopify shops', 'tool(name: shopify)', { countries: ['DE'] }],
  ['shops on Shopify in France', 'tool(name: shopify)', { countries: ['FR'] }],
]

/** Clauses in other words. */
const OTHER_WORDS: typeof SENTENCES = [
  ['hiring SDR people', 'hiring(text ~ sdr)'],
  ['hiring people who know Snowflake', 'hiring(text ~ snowflake)'],
  ['hiring engineers with Kubernetes experience', 'hiring(function: engineering, text ~ kubernetes)'],
  ['companies hiring SDRs who use Salesforce', 'hiring(text ~ sdrs) AND tool(name: salesforce)'],
  ['companies that use at least 3 AI tools', 'tool(ai: true, count >= 3)'],
  ['companies with more than 5 AI tools', 'tool(ai: true, count > 5)'],
  ['companies building with LangChain', 'tool(name: langchain)'],
  ['hiring engineers in Europe but not in Germany', 'hiring(function: engineering, country: Europe, country !: DE)'],
  ['hiring sales, not in France or Spain', 'hiring(function: sales, country !: FR|ES)'],
  ['companies not in the US hiring SDRs', 'hiring(text ~ sdrs)', { countriesNot: ['US'] }],
  ['companies Index Ventures has invested in', 'funding(investors ~ index ventures)'],
  ['startups that Accel backed this year', 'funding(investors ~ accel, since: 2026-01-01)'],
  ['companies recently funded', 'funding(within: 90d)'],
  ['startups in talks to raise a series B', 'funding(rumour: true, round: series_b)'],
  ['companies rumoured to be raising', 'funding(rumour: true)'],
  ['funding rumours', 'funding(rumour: true)'],
  ['companies that stopped hiring SDRs', 'hiring(text ~ sdrs, closed: 30d) AND NOT hiring(text ~ sdrs)'],
  ['stopped hiring in the last 60 days', 'hiring(closed: 60d) AND NOT hiring'],
  ['companies that stopped hiring since September', 'hiring(closed: 61d) AND NOT hiring'],
]

test('a domain, a kind of employer, a score and a size are filters', () => {
  check(COMPANY_FACTS)
})

test('people with a skill, counts, excluded countries, investors, rumours and stops are clauses', () => {
  check(OTHER_WORDS)
})

test('a sentence is the query and the filters that it means', () => {
  check(SENTENCES)
})

function check(sentences: typeof SENTENCES): void {
  for (const [text, query, filters = {}] of sentences) {
    const got = read(text)
    assert.equal(comparable(got.query), comparable(query), text)
    assert.deepEqual(got.filters, filters, text)
  }
}

test('the query language and its short forms are read as before', () => {
  for (const text of [
    'hiring sdr',
    'AI SDR',
    'hiring sales',
    'hiring:sales',
    'sales AND hiring',
    '"fintech" hiring',
    'series a',
    'chatbot developer',
  ]) {
    assert.deepEqual(read(text), { query: printQuery(parseSignalQuery(text)), filters: {} }, text)
  }
})

test('an industry that occurs in the data is a filter, whatever it is called', () => {
  const software = { ...CONTEXT, isIndustry: (slug: string) => slug === 'software' }
  assert.deepEqual(read('SaaS companies hiring', software).filters, { industries: ['software'] })
  assert.deepEqual(read('SaaS companies hiring').filters, { industries: ['saas'] })
  const context = { ...CONTEXT, isIndustry: (slug: string) => slug === 'pet_food' }
  const sentence = 'pet food companies hiring SDRs'
  assert.deepEqual(read(sentence, context), { query: 'hiring(text ~ sdrs)', filters: { industries: ['pet_food'] } })
  assert.throws(() => read(sentence), InvalidQuery)
})

/** Each sentence, and the words that are marked. */
const NOT_UNDERSTOOD: readonly (readonly [string, string])[] = [
  ['profitable startups using Stripe', 'profitable'],
  ['big companies hiring SDRs', 'big'],
  ['companies founded in 2020', 'founded'],
  ['hirng SDRs in Germany', 'hirng'],
  ['hiring in IT', 'in IT'],
  ['hiring 30', '30'],
  ['companies with an AI score below 30', 'AI score below 30'],
]

test('a word that is not understood is an error that marks it, and never a silent zero', () => {
  for (const [text, marked] of NOT_UNDERSTOOD) {
    assert.throws(
      () => read(text),
      (error) => {
        assert.ok(error instanceof InvalidQuery, text)
        const { position, length, expected, suggestions } = error.details
        assert.equal(text.slice(position, position + length), marked, text)
        assert.ok(expected.length + suggestions.length > 0, text)
        return true
      },
    )
  }
})

test('this week begins on Monday, and a month without a year is the latest one', () => {
  const on = (today: string, text: string) => read(text, { ...CONTEXT, today }).query
  assert.equal(on('2026-11-01', 'companies hiring this week'), 'hiring(since: 2026-10-26)')
  assert.equal(on('2026-11-02', 'companies hiring this week'), 'hiring(since: 2026-11-02)')
  assert.equal(on('2026-02-10', 'raised since December'), 'funding(since: 2025-12-01)')
  assert.equal(on('2026-02-10', 'raised in January'), 'funding(since: 2026-01-01, before: 2026-02-01)')
})

const WORDS =
  `companies startups hiring hires jobs raised funding series a b seed using uses hubspot crm ai in germany the us
  or and , but not without then after within 90 days last month recently new fintech banks sales engineers sdr first remote
  closed 10+ 50 to 200 employees people between $10m million chatbot users dropped switched from backed by fast growing team
  outside who's don't of for with on velocity tools any hirng non-US IT this week since march 2026 acme.example is does agencies no score above
  stopped rumoured rumours invested small people who know anyone shops`.split(/\s+/)

test('any words are read, or rejected with a position and advice', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 }), (words) => {
      const text = words.join(' ')
      try {
        const { query } = readSearchText(text, CONTEXT)
        assert.deepEqual(parseSignalQuery(printQuery(query)), query)
      } catch (error) {
        if (!(error instanceof InvalidQuery)) throw error
        const { position, length, expected, suggestions } = error.details
        assert.ok(position >= 0 && position + length <= text.length, text)
        assert.ok(expected.length + suggestions.length > 0, text)
      }
    }),
    { numRuns: 500 },
  )
})
