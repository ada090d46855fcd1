// Suggests what to drop from a search that finds nothing. Each change is tried: a longer time, one condition less, one
// filter less, one clause less. Changes that find companies are offered, smallest first.

import {
  type ChipTerm,
  type clausesOfChips,
  InvalidQuery,
  parseSignalQuery,
  type Query,
  textOfChips,
} from '../../query/index.ts'
import type { CompanyFilters } from '../../search/index.ts'
import type { LooseningReply } from '../../settings-contract/index.ts'
import type { Counts } from './free-counts.ts'

type Change = Omit<LooseningReply, 'companies'>
type Clause = ReturnType<typeof clausesOfChips>[number]

interface Candidate {
  readonly change: Change
  readonly query: Query
  readonly filters: CompanyFilters
}

export interface Loosened {
  readonly weakest: { readonly chip: number; readonly companies: number } | null
  readonly loosenings: readonly LooseningReply[]
}

const KINDS = ['longer', 'condition', 'filter', 'clause', 'only'] as const
const LONGER_DAYS = [30, 90, 365]
const MAX_TRIED = 20
const MAX_OFFERED = 3
/** Without them, a clause finds less: it is then about the present, or leaves rumours out. */
const WIDENING = new Set(['status', 'basis', 'rumour'])
/** Filters that a request writes by another name than the engine. */
const WRITTEN: Readonly<Record<string, string>> = { scoreTenthsMin: 'adoptionScoreMin' }

/** `alone` has the companies of each clause. `countOf` returns undefined where there is no count. */
export async function loosen(
  terms: readonly ChipTerm[],
  filters: CompanyFilters,
  alone: readonly number[],
  countOf: (query: Query, filters: CompanyFilters) => Promise<Pick<Counts, 'total'> | undefined>,
): Promise<Loosened> {
  const places = placesOf(terms)
  const empty = places.filter(({ chip, negated }) => !negated && alone[chip] === 0).map(({ chip }) => chip)
  const blamed = empty.length > 0 ? new Set(empty) : new Set(places.map(({ chip }) => chip))
  const found: LooseningReply[] = []
  const asked = async (candidates: readonly (Candidate | undefined)[]) => {
    for (const candidate of candidates) {
      if (!candidate || tried++ >= MAX_TRIED) continue
      const { total = 0 } = (await countOf(candidate.query, candidate.filters)) ?? {}
      if (total > 0) found.push({ ...candidate.change, companies: total })
    }
  }
  let tried = 0
  await asked(
    terms.length > 1 ? places.filter(({ chip }) => blamed.has(chip)).map((at) => without(terms, filters, at)) : [],
  )
  await asked(
    places.filter(({ chip, negated }) => blamed.has(chip) && !negated).flatMap((at) => easier(terms, filters, at)),
  )
  await asked(fewerFilters(terms, filters))
  if (found.length === 0 && places.length > 1) {
    const best = places
      .filter(({ negated }) => !negated)
      .toSorted((a, b) => (alone[b.chip] ?? 0) - (alone[a.chip] ?? 0))[0]
    if (best && (alone[best.chip] ?? 0) > 0) await asked([only(filters, best)])
  }
  const [strongest] = found.filter(({ kind }) => kind === 'clause').toSorted((a, b) => b.companies - a.companies)
  const weakest = empty[0] ?? strongest?.chip
  return {
    weakest: weakest === undefined ? null : { chip: weakest, companies: alone[weakest] ?? 0 },
    loosenings: best(found, weakest),
  }
}

interface Place {
  readonly chip: number
  readonly clause: Clause
  readonly negated: boolean
  readonly term: number
  readonly step: number
}

function placesOf(terms: readonly ChipTerm[]): Place[] {
  let chip = 0
  return terms.flatMap(({ negated = false, steps }, term) =>
    steps.flatMap(({ clauses }, step) => clauses.map((clause) => ({ chip: chip++, clause, negated, term, step }))),
  )
}

/**
 * The smallest change of each kind and place, those of the weakest chip first. "Any time" is offered if a longer time
 * finds too few companies.
 */
function best(found: readonly LooseningReply[], weakest: number | undefined): LooseningReply[] {
  const ofWeakest = ({ chip }: LooseningReply) => (chip === weakest ? 0 : 1)
  const size = ({ kind }: LooseningReply) => KINDS.indexOf(kind)
  const sorted = found.toSorted(
    (a, b) =>
      ofWeakest(a) - ofWeakest(b) || size(a) - size(b) || (a.days ?? 0) - (b.days ?? 0) || b.companies - a.companies,
  )
  const firsts = sorted.filter(
    (each, i) =>
      each.kind !== 'longer' || sorted.findIndex(({ kind, chip }) => kind === 'longer' && chip === each.chip) === i,
  )
  const isCovered = ({ kind, chip, condition, companies }: LooseningReply) =>
    kind === 'condition' &&
    firsts.some(
      (each) =>
        each.kind === 'longer' && each.chip === chip && each.condition === condition && each.companies >= companies,
    )
  return firsts.filter((each) => !isCovered(each)).slice(0, MAX_OFFERED)
}

function candidate(
  terms: readonly ChipTerm[],
  filters: CompanyFilters,
  change: Omit<Change, 'text'>,
): Candidate | undefined {
  const text = textOfChips(terms)
  try {
    return { change: { ...change, text }, query: parseSignalQuery(text), filters }
  } catch (error) {
    if (error instanceof InvalidQuery) return undefined
    throw error
  }
}

/** Without the clause. A step without clauses ends, and the first step of a sequence follows nothing. */
function without(terms: readonly ChipTerm[], filters: CompanyFilters, at: Place): Candidate | undefined {
  const left = terms.flatMap((term, t) => {
    if (t !== at.term) return [term]
    const steps = term.steps
      .map((step, s) =>
        s === at.step ? { ...step, clauses: step.clauses.filter((each) => each !== at.clause) } : step,
      )
      .filter(({ clauses }) => clauses.length > 0)
      .map(({ clauses, withinDays }, s) => ({ clauses, ...(s > 0 && withinDays !== undefined && { withinDays }) }))
    return steps.length > 0 ? [{ ...term, steps }] : []
  })
  return left.length > 0 ? candidate(left, filters, { kind: 'clause', chip: at.chip }) : undefined
}

const only = (filters: CompanyFilters, { chip, clause }: Place) =>
  candidate([{ steps: [{ clauses: [clause] }] }], filters, { kind: 'only', chip })

/** The clause with a longer time, and with one condition less. */
function easier(terms: readonly ChipTerm[], filters: CompanyFilters, at: Place): (Candidate | undefined)[] {
  const { chip, clause } = at
  const withConditions = (conditions: Clause['conditions']) =>
    replaced(terms, at, (step) => ({
      ...step,
      clauses: step.clauses.map((each) => (each === clause ? { ...clause, conditions } : each)),
    }))
  const changes = clause.conditions.flatMap(({ field, values }, condition) => {
    if (WIDENING.has(field)) return []
    const days = field === 'within' ? Number.parseInt(values[0]?.text ?? '', 10) : Number.NaN
    const longer = LONGER_DAYS.filter((more) => more > days).map((more) => {
      const written = clause.conditions.map((each, i) =>
        i === condition ? { ...each, values: [{ text: `${more}d` }] } : each,
      )
      return candidate(withConditions(written), filters, { kind: 'longer', chip, condition, days: more })
    })
    const fewer = withConditions(clause.conditions.filter((_, i) => i !== condition))
    return [...longer, candidate(fewer, filters, { kind: 'condition', chip, condition })]
  })
  const gap = terms[at.term]?.steps[at.step]?.withinDays
  const gaps = gap === undefined ? [] : LONGER_DAYS.filter((more) => more > gap)
  return [
    ...gaps.map((days) =>
      candidate(
        replaced(terms, at, (step) => ({ ...step, withinDays: days })),
        filters,
        { kind: 'longer', chip, days },
      ),
    ),
    ...changes,
  ]
}

function replaced(
  terms: readonly ChipTerm[],
  at: Place,
  change: (step: ChipTerm['steps'][number]) => ChipTerm['steps'][number],
): ChipTerm[] {
  return terms.map((term, t) =>
    t === at.term ? { ...term, steps: term.steps.map((step, s) => (s === at.step ? change(step) : step)) } : term,
  )
}

function fewerFilters(terms: readonly ChipTerm[], filters: CompanyFilters): (Candidate | undefined)[] {
  const asked = Object.keys(filters).filter((name) => name !== 'withoutAgencies')
  return asked.map((name) => {
    const left = Object.fromEntries(Object.entries(filters).filter(([each]) => each !== name))
    return candidate(terms, left as CompanyFilters, { kind: 'filter', filter: WRITTEN[name] ?? name })
  })
}
