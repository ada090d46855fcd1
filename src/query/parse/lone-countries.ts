// Countries in place of a clause: `hiring in US or DE`. AND, OR and NOT join clauses, so each country needs one.
// Otherwise the words "de" and "us" would be searched for in all signals.

import { REGIONS, regionName } from '../../meaning/companies/index.ts'
import { countriesFilter } from '../tree/company-facts.ts'
import { endOf, invalidQuery, type Span, spanBetween } from '../tree/errors.ts'
import type { Clause } from '../tree/tree.ts'
import type { Token } from './lexer.ts'
import { countryAt } from './places.ts'
import { printClause } from './print.ts'
import type { Cursor } from './token-cursor.ts'
import { quote } from './values.ts'
import { periodAt } from './words.ts'

/** Codes of small countries that are also subjects of jobs and tools. They need `in` before them. */
const ALSO_SUBJECTS = /^(ai|bi|ci|cx|ml|pm|vc)$/i

/**
 * Rejects one or more countries after a clause about jobs in a country. The suggestion repeats that clause for each.
 */
export function rejectLoneCountries(cursor: Cursor, before: Clause | undefined): void {
  if (!before?.conditions.some(({ field, op }) => field === 'country' && op === ':')) return
  const first = loneCountryAt(cursor, 0)
  if (!first) return
  let [last, suggestion, phrases] = [first, clauseIn(before, first), quote(first.written)]
  for (;;) {
    const joint = cursor.ahead(last.end)
    const next = /^(or|and|[,&|]|&&|\|\|)$/i.test(joint.text) ? loneCountryAt(cursor, last.end + 1) : undefined
    if (!next) break
    const between = cursor.text.slice(endOf(last.span), next.span.position)
    suggestion += between + clauseIn(before, next)
    phrases += between + quote(next.written)
    last = next
  }
  const clause = clauseIn(before, first)
  throw invalidQuery(
    `Write a clause for each country, such as ${clause}. To search for the word itself, put it in quotes.`,
    spanBetween(first.span, last.span),
    { expected: [clause, `the filter ${countriesFilter(first.name)}`], suggestions: [suggestion, phrases] },
  )
}

interface LoneCountry {
  readonly name: string
  /** As written in the query. */
  readonly written: string
  readonly codes: readonly string[]
  readonly span: Span
  /** Whether it has its own time, as in `DE last 30 days`. */
  readonly dated: boolean
  /** The position of the token after its words, counted from the cursor. */
  readonly end: number
}

/** A country or region that is the whole text, except for `in` before it and a time after it. */
function loneCountryAt(cursor: Cursor, from: number): LoneCountry | undefined {
  const words: Token[] = []
  while (cursor.isPlainWord(from + words.length)) words.push(cursor.ahead(from + words.length))
  const end = from + words.length
  const skipped = words.findIndex(({ text }) => !/^(in|the)$/i.test(text))
  const first = words[skipped]
  if (!first || cursor.typeAhead(end)) return undefined
  const country = countryAt(words, skipped, false)
  const name = country?.code ?? regionName(first.text)
  const isSubject = ALSO_SUBJECTS.test(first.text) && !/^in$/i.test(words[0]?.text ?? '')
  if (name === undefined || isSubject) return undefined
  const length = skipped + (country?.length ?? 1)
  const dated = length < words.length
  if (dated && !periodAt(words, length) && !/^(since|before|after|until|from)$/i.test(words[length]?.text ?? '')) {
    return undefined
  }
  const span = spanBetween(words[0] as Token, words[length - 1] as Token)
  const written = cursor.text.slice(first.position, endOf(span))
  return { name, written, codes: REGIONS[name] ?? [name], span, dated, end }
}

function clauseIn(clause: Clause, { codes, dated }: LoneCountry): string {
  const { withinDays, since, before, ...undated } = clause
  const conditions = clause.conditions.map((condition) =>
    condition.field === 'country' && condition.op === ':' ? { ...condition, values: codes } : condition,
  )
  return printClause({ ...(dated ? undated : clause), conditions })
}
