// Countries where a clause must be: `hiring in US or DE`. AND, OR and NOT join clauses, so each country needs one. The
// words "de" and "us" would be searched for in all signals.

import { REGIONS, regionName } from '../companies/index.ts'
import { countriesFilter } from './company-facts.ts'
import { endOf, invalidQuery, type Span, spanBetween } from './errors.ts'
import type { Token } from './lexer.ts'
import { countryAt } from './places.ts'
import { printClause } from './print.ts'
import type { Cursor } from './token-cursor.ts'
import type { Clause } from './tree.ts'
import { periodAt } from './words.ts'

/** Rejects a country, or several, after a clause about jobs in a country. The suggestion repeats that clause for each. */
export function rejectLoneCountries(cursor: Cursor, before: Clause | undefined): void {
  if (!before?.conditions.some(({ field, op }) => field === 'country' && op === ':')) return
  const first = loneCountryAt(cursor, 0)
  if (!first) return
  let [last, suggestion] = [first, clauseIn(before, first)]
  for (;;) {
    const joint = cursor.ahead(last.end)
    const next = /^(or|and|[,&|]|&&|\|\|)$/i.test(joint.text) ? loneCountryAt(cursor, last.end + 1) : undefined
    if (!next) break
    suggestion += cursor.text.slice(endOf(last.span), next.span.position) + clauseIn(before, next)
    last = next
  }
  const clause = clauseIn(before, first)
  throw invalidQuery(
    `Write a clause for each country, such as ${clause}. To search for the word itself, put it in quotes.`,
    spanBetween(first.span, last.span),
    { expected: [clause, `the filter ${countriesFilter(first.name)}`], suggestions: [suggestion] },
  )
}

interface LoneCountry {
  readonly name: string
  readonly codes: readonly string[]
  readonly span: Span
  /** Whether it has a time of its own, as in `DE last 30 days`. */
  readonly dated: boolean
  /** Where the token after its words is, counted from the cursor. */
  readonly end: number
}

/** A country or region that is all of a text, but for `in` before it and a time after it. */
function loneCountryAt(cursor: Cursor, from: number): LoneCountry | undefined {
  const words: Token[] = []
  while (cursor.isPlainWord(from + words.length)) words.push(cursor.ahead(from + words.length))
  const end = from + words.length
  const skipped = words.findIndex(({ text }) => !/^(in|the)$/i.test(text))
  const first = words[skipped]
  if (!first || cursor.typeAhead(end)) return undefined
  const country = countryAt(words, skipped, false)
  const name = country?.code ?? regionName(first.text)
  if (name === undefined) return undefined
  const length = skipped + (country?.length ?? 1)
  const dated = length < words.length
  if (dated && !periodAt(words, length) && !/^(since|before|after|until|from)$/i.test(words[length]?.text ?? '')) {
    return undefined
  }
  const span = spanBetween(words[0] as Token, words[length - 1] as Token)
  return { name, codes: REGIONS[name] ?? [name], span, dated, end }
}

function clauseIn(clause: Clause, { codes, dated }: LoneCountry): string {
  const { withinDays, since, before, ...undated } = clause
  const conditions = clause.conditions.map((condition) =>
    condition.field === 'country' && condition.op === ':' ? { ...condition, values: codes } : condition,
  )
  return printClause({ ...(dated ? undated : clause), conditions })
}
