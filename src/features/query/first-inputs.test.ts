// What people type first, before they have read the guide: words, sentences and the syntax of other languages. Each is
// understood, or rejected with what to write. None becomes a search that silently finds nothing.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InvalidQuery, type QueryErrorDetails } from './errors.ts'
import { parseSignalQuery } from './parser.ts'
import { printQuery } from './print.ts'

function rejection(text: string): QueryErrorDetails {
  try {
    parseSignalQuery(text)
  } catch (error) {
    assert.ok(error instanceof InvalidQuery, String(error))
    return error.details
  }
  assert.fail(`${text} was accepted`)
}

/** Each text, and its canonical form. */
const UNDERSTOOD: Readonly<Record<string, string>> = {
  'hiring in Germany': 'hiring(country: DE)',
  'hiring last 30 days': 'hiring(within: 30d)',
  'uses hubspot': 'tool(name ~ hubspot, change: adopted)',
  'hiring sdr': 'hiring(text ~ sdr)',
  'sdr hiring': 'hiring(text ~ sdr)',
  'hiring sdr funding': 'hiring(text ~ sdr) AND funding',
  'hiring sdr AND funding': 'hiring(text ~ sdr) AND funding',
  'hiring AND sdr': 'hiring AND any(text ~ sdr)',
  'hiring 30d': 'hiring(within: 30d)',
  'hiring sdr in Germany last 30 days': 'hiring(text ~ sdr, country: DE, within: 30d)',
  'hiring SDR in the United States': 'hiring(text ~ sdr, country: US)',
  'hiring in US': 'hiring(country: US)',
  'hiring in the UK': 'hiring(country: GB)',
  'hiring in it': 'hiring(text ~ it)',
  'hiring in Berlin': 'hiring(text ~ berlin)',
  'hiring Germany': 'hiring(country: DE)',
  'Germany hiring': 'hiring(country: DE)',
  'companies hiring in Germany': 'hiring(country: DE)',
  'companies that are hiring': 'hiring',
  'companies using hubspot': 'tool(name ~ hubspot, change: adopted)',
  'companies that raised series a': 'funding(text ~ series a)',
  'startups that raised a series A in the last 6 months': 'funding(text ~ series a, within: 180d)',
  'raised series a': 'funding(text ~ series a)',
  'funding(amount >= 5 million)': 'funding(amount >= 5000000)',
  'funding(amount > 5 mn)': 'funding(amount > 5000000)',
  'funding(amount >= $2.5 billion)': 'funding(amount >= 2500000000)',
  'funding last quarter': 'funding(within: 90d)',
  'funding in the past year': 'funding(within: 365d)',
  'hiring for AI SDR': 'hiring(text ~ ai sdr)',
  'hiring an AI SDR': 'hiring(text ~ ai sdr)',
  'hiring a head of sales': 'hiring(text ~ head of sales)',
  'hiring VP Sales': 'hiring(text ~ vp sales)',
  'hiring(seniority: Vice President)': 'hiring(seniority: vp)',
  'hiring(seniority: Head of)': 'hiring(seniority: director)',
  'hiring(seniority: executive)': 'hiring(seniority: c_level)',
  'hiring(function: account executive)': 'hiring(function: sales)',
  'hiring country manager': 'hiring(text ~ country manager)',
  'hiring but not using hubspot': 'hiring AND NOT tool(name ~ hubspot, change: adopted)',
  'hiring not hubspot': 'hiring AND NOT any(text ~ hubspot)',
  'hiring plus funding': 'hiring AND funding',
  'hiring with funding': 'hiring AND funding',
  'hiring then funding': 'hiring THEN funding',
  'hiring since 2026-01-01': 'hiring(since: 2026-01-01)',
  'hiring today': 'hiring(within: 0d)',
  'hiring now': 'hiring',
  'tool hubspot': 'tool(text ~ hubspot)',
  'tools: hubspot': 'tool(text ~ hubspot)',
  'using AI': 'tool(ai: true, change: adopted)',
  'using AI tools': 'tool(ai: true, change: adopted) AND tool',
  'dropped salesforce': 'tool(name ~ salesforce, change: dropped)',
  'adopted snowflake last 90 days': 'tool(name ~ snowflake, change: adopted, within: 90d)',
  'not using salesforce': 'NOT tool(name ~ salesforce, change: adopted)',
  'NOT uses salesforce': 'NOT tool(name ~ salesforce, change: adopted)',
  'hiring -intern': 'hiring AND NOT any(text ~ intern)',
  '-sdr hiring': 'NOT any(text ~ sdr) AND hiring',
  'NOT sdr hiring': 'NOT hiring(text ~ sdr)',
  'hiring remote SDR': 'hiring(text ~ remote, text ~ sdr)',
  remote: 'any(text ~ remote)',
  'open sales roles': 'hiring(text ~ sales)',
  'sdr jobs in Berlin': 'hiring(text ~ sdr, text ~ berlin)',
  jobs: 'hiring',
  hires: 'hiring',
  'looking for SDR': 'hiring(text ~ sdr)',
  'companies looking for an SDR': 'hiring(text ~ sdr)',
  'AI companies': 'any(text ~ ai)',
  'hiring, funding': 'hiring AND funding',
  'hiring & tool:hubspot': 'hiring AND tool(text ~ hubspot)',
  'hiring "ai sdr" 30d': 'hiring(text ~ "ai sdr", within: 30d)',
  '"AI SDR" hiring': 'hiring(text ~ "ai sdr")',
  'AI SDR last 30 days': 'any(text ~ ai sdr, within: 30d)',
  'hiring AI AND funding': 'hiring(text ~ ai) AND funding',
  'seed round': 'any(text ~ seed round)',
  'series a': 'any(text ~ series a)',
  'Series A funding': 'funding(text ~ series a)',
  'funding series a last 90 days': 'funding(text ~ series a, within: 90d)',
  velocity: 'velocity',
  'hiring velocity sales': 'velocity(text ~ sales)',
  'web chatbot': 'web(text ~ chatbot)',
  'website ai chat': 'web(text ~ chat)',
  'hiring(workplaceType: on-site)': 'hiring(workplaceType: onsite)',
  'hiring(status: open)': 'hiring(status: active)',
  'hiring(employmentType: fulltime)': 'hiring(employmentType: full_time)',
  'hiring "in Germany"': 'hiring(text ~ "in germany")',
  'hiring in residence': 'hiring(text ~ residence)',
  'software engineer in test': 'any(text ~ software engineer, text ~ test)',
  'hiring head of growth': 'hiring(text ~ head of growth)',
  'hiring:sales,marketing': 'hiring(text ~ sales) AND any(text ~ marketing)',
  'hiring like sdr': 'hiring(text ~ sdr)',
  'hiring is sdr': 'hiring(text ~ sdr)',
  'hiring [sdr]': 'hiring(text ~ sdr)',
  'select companies where hiring': 'hiring',
  'hiring since last month': 'hiring(within: 30d)',
  'hiring in last 3 months': 'hiring(within: 90d)',
  'hiring over the past two weeks': 'hiring(within: 14d)',
  'hiring past week': 'hiring(within: 7d)',
  'hiring six months': 'hiring(within: 180d)',
  'hiring remote in Germany': 'hiring(text ~ remote, country: DE)',
  'funding and hiring in France': 'funding AND hiring(country: FR)',
  'hiring sales in NYC': 'hiring(text ~ sales, text ~ nyc)',
  'hiring top sales': 'hiring(text ~ top sales)',
  'hiring(title ~ sdr) in Germany': 'hiring(title ~ sdr, country: DE)',
  'hiring(title ~ sdr) remote': 'hiring(title ~ sdr, text ~ remote)',
  'hiring AND hiring in Germany': 'hiring AND hiring(country: DE)',
  'open source hiring': 'hiring(text ~ open source)',
  'new york hiring': 'hiring(text ~ new york)',
  'hiring in New York': 'hiring(text ~ new york)',
  'hiring in the Netherlands': 'hiring(country: NL)',
  'hiring in South Korea': 'hiring(country: KR)',
  'hiring sdr, ae, bdr': 'hiring(text ~ sdr) AND any(text ~ ae) AND any(text ~ bdr)',
  'sales development': 'any(text ~ sales development)',
  'VP of Sales': 'any(text ~ vp of sales)',
  'head of AI in London': 'any(text ~ head of ai, text ~ london)',
  'hiring sdr or bdr': 'hiring(text ~ sdr) OR any(text ~ bdr)',
  'hiring sdr | bdr': 'hiring(text ~ sdr) OR any(text ~ bdr)',
  'tool:hubspot OR salesforce': 'tool(text ~ hubspot) OR any(text ~ salesforce)',
  'uses hubspot or salesforce': 'tool(name ~ hubspot, change: adopted) OR any(text ~ salesforce)',
  'uses hubspot, salesforce': 'tool(name ~ hubspot, change: adopted) AND any(text ~ salesforce)',
  'hiring & not salesforce': 'hiring AND NOT any(text ~ salesforce)',
}

/** Each text, the part that is marked, and what can replace it. */
const REJECTED: readonly (readonly [string, string, ...string[]])[] = [
  ['hiring:30', '30', '30d', '"30"'],
  ['title like "%sdr%"', 'title like "%sdr%"', 'hiring(title ~ sdr)'],
  ['seniority: Vice President', 'seniority: Vice President', 'hiring(seniority: vp)'],
  ['role ~ sdr', 'role ~ sdr', 'hiring(title ~ sdr)'],
  ['amount >= 5 million', 'amount >= 5 million', 'funding(amount >= 5 million)', 'funding_ai(amount >= 5 million)'],
  ['hiring 30', '30', '(within: 30d)', '(count >= 30)', '"30"'],
  ['hiring 2026', '2026', '(since: 2026-01-01, before: 2027-01-01)', '"2026"'],
  ['hiring in IT', 'in IT', '(country: IT)', '(function: it)'],
  ['hiring in Gremany', 'in Gremany', '(country: DE)', '"Gremany"'],
  ['hiring in DACH', 'in DACH', '(country: DE|AT|CH)'],
  ['Germany', 'Germany', 'hiring(country: DE)'],
  ['hiring in Germany and France', 'France', 'hiring(country: FR)'],
  ['hiring in Germany or France', 'France', 'hiring(country: FR)'],
  ['companies', 'companies', 'hiring', 'any'],
  ['all companies', 'all companies', 'hiring', 'any'],
  ['raised $5 million', '$5 million', '(amount >= $5 million)'],
  ['raised 5m', '5m', '(amount >= 5m)'],
  ['funding 5m', '5m', '(amount >= 5m)'],
  ['funding:5m', ':5m', '(amount >= 5m)', ':5mo'],
  ['funding > 5m', '> 5m', '(amount > 5m)'],
  ['funding >= 5000000', '>= 5000000', '(amount >= 5000000)'],
  ['funding over $10m', 'over $10m', '(amount > $10m)'],
  ['recently funded', 'recently', 'last 30 days'],
  ['funding this year', 'this year', '(within: 365d)', 'last 365 days'],
  ['hiring with title sdr', 'with title sdr', '(title ~ sdr)'],
  ['hiring title sdr', 'title sdr', '(title ~ sdr)'],
  ['hiring title: sdr', 'title: sdr', '(title: sdr)'],
  ['hiring title = sdr', 'title = sdr', '(title = sdr)'],
  ['hiring title contains sdr', 'title contains sdr', '(title ~ sdr)'],
  ['hiring where title ~ sdr', 'where title ~ sdr', '(title ~ sdr)'],
  ['hiring(title like "%sdr%")', 'title like "%sdr%"', 'title ~ sdr'],
  ['hiring(role ~ sdr)', 'role', 'title'],
  ['hiring seniority vp', 'seniority vp', '(seniority: vp)'],
  ['hiring country Germany', 'country Germany', '(country: Germany)'],
  ['hiring without hubspot', 'without', 'NOT'],
  ['hiring no funding', 'no', 'NOT'],
  ['hiring followed by funding', 'followed by', 'THEN'],
  ['hiring after funding', 'after'],
  ['funding then hiring within 90 days', '90 days', '90d'],
  ['hiring within the last 30 days', ' within the last 30 days', ':30d'],
  ['hiring within 30 days', ' within 30 days', ':30d'],
  ['hiring within 30d', ' within 30d', ':30d'],
  ['hiring since January', 'since January'],
  ['hiring this week', 'this week', '(within: 7d)', 'last 7 days'],
  ['hiring recently', 'recently', '(within: 30d)', 'last 30 days'],
  ['hiring 5+ engineers', '5+', '(count >= 5)'],
  ['hiring at least 3 sdr', 'at least 3', '(count >= 3)'],
  ['hiring more than 5', 'more than 5', '(count > 5)'],
  ['country: DE', 'country: DE', 'hiring(country: DE)'],
  ['country = Germany', 'country = Germany', 'hiring(country = Germany)'],
  ['type: hiring', 'type: hiring', 'hiring'],
  ['signal = funding', 'signal = funding', 'funding'],
  ['signals: tool', 'signals: tool', 'tool'],
  ['tool name hubspot', 'name hubspot', '(name ~ hubspot)'],
  ['tool(name like hubspot)', 'name like hubspot', 'name ~ hubspot'],
  ['technology: hubspot', 'technology: hubspot', 'tool(name: hubspot)'],
  ['tech = hubspot', 'tech = hubspot', 'tool(name = hubspot)'],
  ['hiring/funding', 'hiring/funding', 'hiring + funding', '"hiring/funding"'],
  ['last 30 days', 'last 30 days', 'any(within: 30d)'],
  ['hiring AND last 30 days', 'last 30 days', 'any(within: 30d)'],
  ['funding round seed', 'round seed', '(round ~ seed)'],
  ['funding amount 5m', 'amount 5m', '(amount >= 5m)'],
  ['kind: chatbot', 'kind: chatbot'],
  ['web(kind: chat)', 'chat', 'ai_chat_widget'],
  ['web(kind: chat widget)', 'chat widget', 'ai_chat_widget'],
  ['hiring ~ sdr', '~', ':'],
  ['hiring > 3', '> 3', '(count > 3)'],
  ['3 hiring', '3', '"3"'],
  ['10+ jobs', '10+'],
  ['ai: true', 'ai: true', 'hiring(ai: true)', 'tool(ai: true)'],
  ['remote: true', 'remote'],
  ['based in Germany', 'based in Germany', 'hiring(country: DE)'],
  ['companies based in Germany', 'based in Germany', 'hiring(country: DE)'],
  ['hiring and based in Germany', 'based in Germany', 'hiring(country: DE)'],
  ['name: hubspot', 'name: hubspot', 'tool(name: hubspot)'],
  ['company: acme', 'company: acme'],
  ['domain: acme.com', 'domain: acme.com'],
  ['amount > 5m', 'amount > 5m', 'funding(amount > 5m)', 'funding_ai(amount > 5m)'],
  ['raised > 5m', '> 5m', '(amount > 5m)'],
  [
    'amount between 5m and 10m',
    'amount between 5m and 10m',
    'funding(amount >= 5m, amount <= 10m)',
    'funding_ai(amount >= 5m, amount <= 10m)',
  ],
  ['funding between 5m and 10m', '5m'],
  ['confidence > 80%', 'confidence > 80%', 'any(confidence > 0.8)'],
  ['investors: sequoia', 'investors: sequoia', 'funding(investors: sequoia)', 'funding_ai(investors: sequoia)'],
  ['investor ~ sequoia', 'investor ~ sequoia', 'funding(investors ~ sequoia)', 'funding_ai(investors ~ sequoia)'],
  [
    'function: sales|marketing',
    'function: sales|marketing',
    'hiring(function: sales|marketing)',
    'velocity(function: sales|marketing)',
  ],
  ['within: 30 days', 'within: 30 days', 'any(within: 30d)'],
  ['hiring within: 30d', ' within: 30d', ':30d'],
  ['hiring(title ~ sdr) within 30 days', ' within 30 days', ' last 30 days'],
  ['hiring amount > 5m', 'amount > 5m', 'funding(amount > 5m)', 'funding_ai(amount > 5m)'],
  ['hiring in Georgia', 'in Georgia', '(country: GE)', '(location ~ georgia)'],
  ['intent > 50', 'intent'],
  ['count >= 3', 'count >= 3', 'any(count >= 3)'],
  ['hiring count >= 3', 'count >= 3', '(count >= 3)'],
  ['hiring count 3', 'count 3'],
  ['opened > 5', 'opened > 5', 'velocity(opened > 5)'],
  ['hiring in CA', 'in CA', '(country: CA)', '(location ~ california)'],
]

/** Each text, the part that is marked, and the filter that the error names. */
const FILTERS: readonly (readonly [string, string, string])[] = [
  ['hiring AND employees > 100', 'employees > 100', '"employeesMin": 101'],
  ['hiring in Europe', 'in Europe', '"countries": ["DE", "FR"]'],
  ['funding in Germany', 'in Germany', '"countries": ["DE"]'],
  ['hiring(employees > 100)', 'employees', '"employeesMin": 101'],
  ['hiring 100+ employees', '100+ employees', '"employeesMin": 100'],
  ['more than 100 employees', 'more than 100 employees', '"employeesMin": 101'],
  ['employees > 100', 'employees > 100', '"employeesMin": 101'],
  ['headcount >= 50', 'headcount >= 50', '"employeesMin": 50'],
  ['industry: fintech', 'industry: fintech', '"industries": ["fintech"]'],
  ['hq: Germany', 'hq: Germany', '"countries": ["Germany"]'],
  ['stage: seed', 'stage: seed', '"fundingStages": ["seed"]'],
  ['score > 50', 'score > 50', '"adoptionScoreMin": 50'],
  ['uses hubspot in Germany', 'in Germany', '"countries": ["DE"]'],
  ['hiring from Germany', 'from Germany', '"countries": ["DE"]'],
  ['companies in Germany hiring SDR', 'in Germany', '"countries": ["DE"]'],
  ['employees over 100', 'employees over', '"employeesMin": 100'],
  ['headcount of 50', 'headcount of', '"employeesMin": 100'],
  ['velocity sales in Germany', 'in Germany', '"countries": ["DE"]'],
]

test('words beside a type narrow it, and plain sentences are understood', () => {
  for (const [text, normalised] of Object.entries(UNDERSTOOD)) {
    assert.equal(printQuery(parseSignalQuery(text)), normalised, text)
    assert.equal(printQuery(parseSignalQuery(normalised)), normalised, normalised)
  }
})

test('a slip is an error with what to write, and never an empty page', () => {
  for (const [text, marked, ...suggestions] of REJECTED) {
    const { position, length, ...details } = rejection(text)
    assert.equal(text.slice(position, position + length), marked, text)
    assert.deepEqual(details.suggestions, suggestions, text)
    assert.ok(details.expected.length + suggestions.length > 0, text)
    for (const suggestion of suggestions) {
      parseSignalQuery(text.slice(0, position) + suggestion + text.slice(position + length))
    }
  }
})

test('a fact about the company is an error that names the filter', () => {
  for (const [text, marked, filter] of FILTERS) {
    const { position, length, expected } = rejection(text)
    assert.equal(text.slice(position, position + length), marked, text)
    assert.ok(expected.includes(`the filter ${filter}`), `${text}: ${expected}`)
  }
})
