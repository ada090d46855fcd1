import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSignalQuery } from '../parse/parser.ts'
import { InvalidQuery, type QueryErrorDetails } from './errors.ts'

function rejection(text: string): QueryErrorDetails {
  try {
    parseSignalQuery(text)
  } catch (error) {
    assert.ok(error instanceof InvalidQuery, String(error))
    return error.details
  }
  assert.fail(`${text} was accepted`)
}

/** Each case: the text, the part that must be marked, and the suggestions. Each suggestion must parse in place of that part. */
function rejects(name: string, cases: readonly (readonly [string, string, ...string[]])[]): void {
  test(name, () => {
    for (const [text, marked, ...suggestions] of cases) {
      const details = rejection(text)
      assert.equal(text.slice(details.position, details.position + details.length), marked, text)
      assert.deepEqual(details.suggestions, suggestions, text)
      for (const suggestion of suggestions) {
        const { position, length } = details
        parseSignalQuery(text.slice(0, position) + suggestion + text.slice(position + length))
      }
      assert.ok(details.expected.length + details.suggestions.length > 0, `${text}: neither expected nor suggestions`)
    }
  })
}

rejects('a typo in a long type never becomes an empty result', [
  ['hirng', 'hirng', 'hiring', '"hirng"'],
  ['AI hirign', 'hirign', 'hiring', '"hirign"'],
  ['firing', 'firing', 'hiring', '"firing"'],
  ['fundings web', 'fundings', 'funding', '"fundings"'],
  ['fundingai', 'fundingai', 'funding_ai', '"fundingai"'],
  ['-velocty', 'velocty', 'velocity', '"velocty"'],
  ['hirng(title ~ x)', 'hirng', 'hiring'],
  ['hirng:30d', 'hirng', 'hiring'],
])

rejects('words that turn round what follows them', [
  ['hiring outside Germany', 'outside Germany', '(country !: DE)'],
  ['hiring outside of the United States', 'outside of the United States', '(country !: US)'],
  ['funding outside Germany', 'outside Germany'],
  ['hiring older than 30 days', 'older than 30 days'],
  ['sales jobs older than 30d', 'older than 30d'],
])

test('the same words with something else are searched for', () => {
  for (const text of ['hiring outside sales', 'hiring older adults carer']) parseSignalQuery(text)
})

rejects('symbols that do not do what they seem to', [
  ['hiring+funding', 'hiring+funding', 'hiring + funding', '"hiring+funding"'],
  ['web. tool', 'web.', 'web', '"web."'],
  ['!hiring', '!', 'NOT '],
  ['hiring >= 3', '>= 3', '(count >= 3)'],
  ['hiring ~ sdr', '~', ':'],
  ['hiring within 30d', ' within 30d', ':30d'],
  ['hiring sales people within 30 days', ' within 30 days', ' last 30 days'],
  ['companies hiring an AI SDR within 4 weeks', ' within 4 weeks', ' last 28 days'],
  ['*ops', '*ops', 'ops'],
  ['...', '...'],
  ['hiring:"!"', '"!"'],
])

rejects('a suggestion is left out where it would lead to another error', [
  ['hiring(title ~ sdr OR title ~ bdr)', 'OR'],
  ['hiring(title !~ sdr)', '!'],
  ['hiring(job title ~ sdr)', 'job title'],
  ['hiring = and', '='],
  ['funding => hiring', '=>', 'THEN'],
  ['funding => "sdr"', '=>'],
  ['hiring, within 30d', ', within 30d', ':30d'],
  ['hiring(title ~ sdr) and within 4 weeks', ' and within 4 weeks', ' last 28 days'],
  ['hiring & within 30d', ' & within 30d', ':30d'],
  ['hiring or within 30d', 'within'],
  ['(hiring or web), within 30d', 'within'],
  ['(hiring or web) within 30d funding', 'within'],
  ['hirng last 30 days', 'hirng', 'hiring'],
])

rejects('words in the wrong place', [
  ['funding type: hiring', 'type: hiring', 'hiring'],
  ['title: sdr', 'title: sdr', 'hiring(title: sdr)'],
  ['amount >= 5m', 'amount >= 5m', 'funding(amount >= 5m)', 'funding_ai(amount >= 5m)'],
  ['within: 30d', 'within: 30d', 'any(within: 30d)'],
  ['tol(name: x)', 'tol', 'tool'],
  ['wbe:chat', 'wbe', 'web'],
  ['hiring(web OR tool)', '(', ' ('],
  ['hiring(sales)', 'sales', 'text ~ sales'],
  ['hiring(AI SDR)', 'AI SDR', 'text ~ AI SDR'],
  ['hiring("ai sdr")', '"ai sdr"', 'text ~ "ai sdr"'],
  ['hiring(ai)', 'ai', 'ai: true'],
  ['hiring(30d)', '30d', 'within: 30d'],
  ['hiring(5)', '5', 'text ~ 5'],
  ['hiring()', '()', '(within: 30d)'],
  ['hiring(-title: x)', '-title:', 'title !:'],
  ['hiring(tilte ~ x)', 'tilte', 'title'],
  ['any(title ~ x)', 'title'],
  ['hiring(amount >= 5)', 'amount'],
  ['hiring(jobUrl ~ x)', 'jobUrl'],
])

rejects('operators that a field does not take', [
  ['hiring(text: sdr)', ':', '~'],
  ['hiring(seniority ~ senior)', '~', ':'],
  ['hiring(title >= x)', '>='],
  ['hiring(within >= 30d)', '>='],
  ['hiring(count != 2)', '!='],
  ['funding(amount >= 5|6)', '|'],
  ['hiring(within: 1d|2d)', '|'],
  ['hiring(count: 1|2)', '|'],
])

rejects('invalid values', [
  ['hiring(within: 3m)', '3m', '3mo'],
  ['hiring(within: 30 days)', '30 days', '30d'],
  ['hiring(within: 30)', '30', '30d'],
  ['hiring(within: soon)', 'soon'],
  ['hiring(within: 9999y)', '9999y', '36500d'],
  ['hiring:3m', '3m', '3mo', '"3m"'],
  ['hiring:30', '30', '30d', '"30"'],
  ['hiring: 2026', ': 2026', '(since: 2026-01-01, before: 2027-01-01)', ':"2026"'],
  ['hiring:sdr|30d', '30d', '"30d"'],
  ['hiring(function: salse)', 'salse', 'sales'],
  ['hiring(function: sales / marketing)', 'sales / marketing', 'sales|marketing'],
  ['hiring(function: "sales, marketing")', '"sales, marketing"', 'sales|marketing'],
  ['hiring(function !: it|sales & operations)', 'sales & operations', 'sales|operations'],
  ['hiring(function: "sales or marketing")', '"sales or marketing"', 'sales|marketing'],
  ['hiring(function: sales / marketng)', 'sales / marketng', 'sales|marketing'],
  ['hiring(function: R&D / sales)', 'R&D / sales', 'research|sales'],
  ['hiring(function !: "Slaes, account executive")', '"Slaes, account executive"', 'sales'],
  ['hiring(seniority: vp & directr)', 'vp & directr', 'vp|director'],
  ['hiring(seniority: senior manager)', 'senior manager', 'senior|manager'],
  ['hiring(seniority: C-Suite / VP)', 'C-Suite / VP', 'c_level|vp'],
  ['hiring(status: retracted)', 'retracted', 'active', 'closed', 'any'],
  ['hiring(status !: any)', 'status !: any'],
  ['hiring(status !: active|closed)', 'status !: active|closed'],
  ['hiring(status: active, status: closed)', 'status: closed'],
  ['hiring(status: active, closed: 30d)', 'closed: 30d'],
  ['hiring(closed: 3m)', '3m', '3mo'],
  ['hiring(country: germania)', 'germania', 'DE'],
  ['hiring(country: -DE)', '-DE'],
  ['hiring(country: FR|!DE)', '!DE'],
  ['hiring(country: "~DE")', '"~DE"'],
  ['hiring(country: GERMANY%)', 'GERMANY%', 'DE'],
  ['hiring(function: -sales)', '-sales'],
  ['hiring(function: "!sales")', '"!sales"'],
  ['hiring(function: %sales%)', '%sales%', 'sales'],
  ['funding(round: !seed)', '!seed'],
  ['hiring(title ~ -intern)', '-intern'],
  ['hiring:-sdr', '-sdr'],
  ['hiring(ai: maybe)', 'maybe', 'true', 'false'],
  ['funding(amount >= -5)', '-5', '5'],
  ['funding(amount >= 5,000,000)', '5,000,000', '5000000'],
  ['funding(amount >= 5 zorkmids)', '5 zorkmids', '5'],
  ['funding(amount >= 5m XAU)', '5m XAU'],
  ['funding(amount >= 99999999b)', '99999999b'],
  [`funding(amount >= ${'9'.repeat(400)})`, '9'.repeat(400)],
  ['velocity(opened >= 2.5)', '2.5', '3'],
  ['hiring(confidence >= 80%)', '80%', '0.8'],
  ['hiring(confidence >= 80)', '80', '0.8'],
  ['hiring(count: 0)', 'count: 0', 'count >= 1'],
  ['hiring(count < 1)', 'count < 1', 'count >= 1'],
  ['hiring(count >= 3, count < 2)', 'count < 2'],
  ['hiring(since: 2026-02-30)', '2026-02-30'],
  ['hiring(since: 30d)', '30d'],
  ['hiring(since: 2026-03-01, before: 2026-02-01)', 'before: 2026-02-01'],
  ['hiring:30d(within: 10d)', 'within: 10d'],
  ['hiring(title ~ sdr or bdr)', 'or', '|'],
  ['hiring(title ~ research and development)', 'and'],
  ['hiring(title ~ senior "ai sdr")', '"ai sdr"'],
  ['hiring(title ~ a || b)', '||', '|'],
  ['hiring(title: "--")', '"--"'],
  ['hiring(title ~ )', ')'],
])

rejects('invalid sequences', [
  ['hiring(count >= 2) THEN web', 'count >= 2'],
  ['web THEN (hiring(title ~ x, count: 2) OR tool)', 'count: 2'],
  ['web THEN NOT tool', 'NOT'],
  ['web THEN (tool hiring)', '(tool hiring)'],
  ['(web THEN tool) THEN hiring', '(web THEN tool)'],
  ['web THEN tool WITHIN 3m', '3m', '3mo'],
  ['web THEN tool WITHIN 0d', '0d', '1d'],
  ['web THEN tool WITHIN', ''],
  ['web OR THEN', 'THEN', '"THEN"'],
])

rejects('unbalanced brackets and quotes, and missing clauses', [
  ['(hiring', '(hiring', '(hiring)'],
  ['hiring(title ~ x', '(title ~ x', '(title ~ x)'],
  ['hiring)', ')'],
  ['"ai sdr', '"ai sdr', '"ai sdr"'],
  ['', '', 'hiring'],
  ['  ', '  ', 'hiring'],
  ['hiring AND', ''],
  ['hiring OR OR web', 'OR', '"OR"'],
  ['hiring,,web', ','],
  ['()', ')'],
  ['hiring(title ~ x,)', ')'],
  ['hiring -', ''],
])

rejects('queries over the limits', [
  [`a${' b'.repeat(500)}`, 'b'],
  [Array(21).fill('web').join(' '), 'web'],
  [`${'('.repeat(7)}web${')'.repeat(7)}`, '('],
])

test('a year is not taken for a number of days', () => {
  assert.deepEqual(rejection('hiring(since: 2026)').expected, ['YYYY-MM-DD', '"YYYY-MM-DDThh:mm:ssZ"'])
  assert.ok(rejection('hiring(since: 30d)').expected.includes('within: 30d'))
})

test('positions are in UTF-16 code units', () => {
  assert.equal(rejection('"😀 x" hirng').position, 7)
})
