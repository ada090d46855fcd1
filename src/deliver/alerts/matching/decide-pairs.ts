// Evaluates companies for searches, and compares the result with the members.

import type { SearchAction } from '../../../closed-sets/alerts.ts'
import type { Queryable } from '../../../db/index.ts'
import { publicSignal, type Signal } from '../../../meaning/signals/index.ts'
import { matchAt, type Ranked, ranking } from '../../../query/index.ts'
import { type AheadEvent, readAhead } from '../../../write/log/index.ts'
import { MAX_SIGNALS } from '../messages/alert-content.ts'
import { type Definition, passes } from '../searches/definition.ts'
import { type Member, type Pair, pairKey, readMembers } from '../searches/watcher-queries.ts'
import { type CompanyChange, newChange } from './company-changes.ts'
import type { ReadCompany } from './read-companies.ts'

export interface Decision extends Pair {
  readonly version: number
  readonly action: SearchAction
  readonly isLoud: boolean
  readonly match: number | null
  readonly signals: readonly unknown[]
  /** When it last left, in Unix seconds. */
  readonly leftAt: number | null
  /** The search had a company that the signals moved from. */
  readonly isMoved: boolean
}

interface Known {
  readonly definitions: ReadonlyMap<number, Definition>
  readonly changes: ReadonlyMap<number, CompanyChange>
  readonly members: ReadonlyMap<string, Member>
  readonly read: ReadonlyMap<number, ReadCompany>
  readonly asOf: number
  readonly position: number
}

export async function decidePairs(db: Queryable, pairs: readonly Pair[], known: Known): Promise<Decision[]> {
  const decided = decideWith(evaluator(known), pairs, known)
  const companies = new Set(decided.map(({ company }) => company))
  const ahead = companies.size === 0 ? [] : await readAhead(db, known.position, [...companies])
  return markMoved(db, ahead.length === 0 ? decided : upTo(decided, ahead, known), known)
}

function decideWith(evaluate: Evaluate, pairs: readonly Pair[], known: Known): Decision[] {
  const decisions: Decision[] = []
  for (const { search, company } of pairs) {
    const definition = known.definitions.get(search) as Definition
    const member = known.members.get(pairKey({ search, company }))
    const wasMember = member !== undefined && member.leftAt === null
    const ranked = evaluate(definition, company)
    if ((ranked !== undefined) === wasMember) continue
    const { isLoud, changed } = known.changes.get(company) ?? newChange()
    const { version } = definition
    const base = { search, company, version, isLoud, leftAt: member?.leftAt ?? null, isMoved: false }
    decisions.push(
      ranked
        ? {
            ...base,
            action: 'entered',
            match: matchAt(ranked.matchKey, known.asOf),
            signals: ranked.shown.map(publicSignal),
          }
        : { ...base, action: 'left', match: null, signals: causesOf(definition, changed) },
    )
  }
  return decisions
}

/**
 * The database may be ahead of the position, and later writes are decided at their own position: they may be history
 * where this isn't, or the other way round. Signals that were created later are left out here. An entry by history
 * waits if the company has later changes that aren't history.
 */
function upTo(decided: readonly Decision[], ahead: readonly AheadEvent[], known: Known): Decision[] {
  const created = new Set(ahead.filter(({ action }) => action === 'created').map(({ signalId }) => signalId))
  const changesLoudly = new Set(ahead.filter(({ quiet, action }) => !quiet && action !== 'created').map(companyOf))
  const companies = new Set(ahead.map(companyOf))
  const read = new Map(
    [...known.read].map(([ordinal, { company, signals }]) => [
      ordinal,
      { company, signals: companies.has(ordinal) ? signals.filter(({ id }) => !created.has(id)) : signals },
    ]),
  )
  const again = decideWith(evaluator({ ...known, read }), decided, { ...known, read })
  return again.filter(({ action, isLoud, company }) => !(action === 'entered' && !isLoud && changesLoudly.has(company)))
}

const companyOf = ({ company }: AheadEvent) => company

type Evaluate = (definition: Definition, ordinal: number) => Ranked | undefined

/** Searches with the same query have one evaluation for a company. */
function evaluator({ read, asOf }: Known): Evaluate {
  const done = new Map<number, Map<string, Ranked | undefined>>()
  return (definition, ordinal) => {
    const found = read.get(ordinal)
    if (!found?.company.isRanked || !passes(definition, found.company)) return undefined
    const ofCompany = done.get(ordinal) ?? new Map<string, Ranked | undefined>()
    done.set(ordinal, ofCompany)
    if (!ofCompany.has(definition.text)) {
      ofCompany.set(
        definition.text,
        ranking(definition.query, found.signals, asOf, {
          limit: MAX_SIGNALS,
          employeeCount: found.company.employeeCount,
        }),
      )
    }
    return ofCompany.get(definition.text)
  }
}

/** The changed signals of the query's types, newest first. */
function causesOf({ types }: Definition, changed: readonly Signal[]): unknown[] {
  const last = new Map(changed.map((signal) => [signal.id, signal]))
  const causes = [...last.values()].filter(({ type }) => types.has('any') || types.has(type))
  return causes
    .sort((a, b) => b.occurredAt - a.occurredAt)
    .slice(0, MAX_SIGNALS)
    .map(publicSignal)
}

/** An entry of a company whose signals came from one that the search had isn't new. */
async function markMoved(db: Queryable, decisions: readonly Decision[], { changes }: Known): Promise<Decision[]> {
  const entered = decisions.filter(({ action }) => action === 'entered')
  const formerOf = new Map<number, Set<number>>()
  for (const { company } of entered) formerOf.set(company, new Set(changes.get(company)?.movedFrom))
  for (const { ordinal, into } of await readMerged(db, [...formerOf.keys()])) formerOf.get(into)?.add(ordinal)
  const pairs = entered.flatMap(({ search, company }) =>
    [...(formerOf.get(company) ?? [])].map((former) => ({ search, company: former })),
  )
  const had = await readMembers(db, pairs)
  const isHad = new Set(had.filter(({ leftAt }) => leftAt === null).map(pairKey))
  return decisions.map((decision) => {
    const { search, company, action } = decision
    const former = action === 'entered' ? [...(formerOf.get(company) ?? [])] : []
    return { ...decision, isMoved: former.some((each) => isHad.has(pairKey({ search, company: each }))) }
  })
}

async function readMerged(db: Queryable, into: readonly number[]): Promise<{ ordinal: number; into: number }[]> {
  if (into.length === 0) return []
  const { rows } = await db.query<{ ordinal: number; into: number }>(
    `select ordinal, merged_into as "into" from companies where merged_into = any($1::int[])`,
    [into],
  )
  return rows
}
