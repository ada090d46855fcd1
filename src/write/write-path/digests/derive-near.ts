// Derives what follows from a change in a company with a digest: its first jobs, its digest and its rank. No derived
// signal changes here: where one might, the whole company is read instead.

import type { Transaction } from '../../../db/index.ts'
import { type Company, postsOwnJobs, UNKNOWN_COUNTRY } from '../../../meaning/companies/index.ts'
import {
  computedFields,
  contextOf,
  firstKnownFrom,
  firstValuesOf,
  isAiEvidence,
  isSmallCompany,
  roundsNear,
} from '../../../meaning/derived/index.ts'
import type { SourceState } from '../../sources/index.ts'
import { asShown, changedAt, withFirstJobs } from '../plan/derive-company.ts'
import { isDerived, type StoredSignal } from '../store/stored-signal.ts'
import {
  type ChangedFact,
  changedDigest,
  type Digest,
  type DigestContext,
  earliestElsewhereOf,
  earliestOf,
  lookedSinceOf,
  mayChangeKind,
  secondIn,
} from './digest.ts'
import { entriesOfSignal, entryChanges } from './digest-entries.ts'
import type { WrittenDigest } from './digest-queries.ts'
import type { NearCompany } from './near-company.ts'
import { type ChangedOpenings, changeOpenings, type ListedFact } from './near-openings.ts'
import type { NearRank } from './near-rank.ts'

export interface DerivedNear {
  readonly rank: NearRank | undefined
  readonly written: WrittenDigest
}

interface NearBatch {
  readonly day: string
  readonly sourceState: SourceState
}

/** Without the companies whose digest can't tell. */
export async function deriveNear(
  tx: Transaction,
  companies: readonly NearCompany[],
  { day, sourceState }: NearBatch,
): Promise<Map<NearCompany, DerivedNear>> {
  const derived = new Map<NearCompany, DerivedNear>()
  const changed: ChangedOpenings[] = []
  for (const near of companies) {
    const { ordinal } = near.company
    const { changes, deriveAnyway } = near.plan
    if (changes.length === 0 && deriveAnyway.size === 0) {
      const written = { ordinal, entries: { removed: [], added: [] }, openings: new Map() }
      derived.set(near, { rank: undefined, written })
      continue
    }
    const facts = changedFactsOf(near)
    const after = digestAfter(near, facts, sourceState)
    if (after && markFirstJobs(near, facts, after)) changed.push({ near, facts: facts.map(withEntries), after })
  }
  for (const [{ near, facts, after }, openings] of await changeOpenings(tx, changed, sourceState)) {
    const { stored, company } = near
    const entries = entryChanges(
      facts.flatMap(({ entriesBefore }) => entriesBefore),
      facts.flatMap(({ entriesAfter }) => entriesAfter),
    )
    const hasNewEvidence = [...entries.added, ...entries.removed].some(({ list }) => list.startsWith('evidence '))
    const scoreTenths = hasNewEvidence || stored.asOf !== day ? undefined : stored.scoreTenths
    derived.set(near, {
      rank: { ordinal: company.ordinal, digest: after, scoreTenths },
      written: { ordinal: company.ordinal, digest: after, entries, openings },
    })
  }
  return derived
}

function changedFactsOf({ plan, before, state }: NearCompany): ChangedFact[] {
  const ids = new Set(plan.changes.map(({ signal }) => signal.id))
  return [...ids].map((id) => ({ before: before.signals.get(id), after: state.signals.get(id) }))
}

function withEntries(fact: ChangedFact): ListedFact {
  const entriesOf = (signal: StoredSignal | undefined) => (signal ? entriesOfSignal(signal) : [])
  return { ...fact, entriesBefore: entriesOf(fact.before), entriesAfter: entriesOf(fact.after) }
}

export function digestContext(company: Company, { declared }: SourceState, lookedSince: number | null): DigestContext {
  const { employerKind, hqCountry, employeeCount, name } = asShown(company)
  const complete = declared.flatMap(({ name: source, completeSince }) =>
    completeSince === null ? [] : [[source, completeSince] as const],
  )
  return {
    employerKind,
    hqCountry,
    isSmall: isSmallCompany(employeeCount),
    name,
    lookedSince,
    declared: complete.sort(),
  }
}

/** Undefined if derived signals may change, or if the digest can't tell. */
function digestAfter(
  { stored: { digest }, company, state }: NearCompany,
  facts: readonly ChangedFact[],
  sourceState: SourceState,
): Digest | undefined {
  const now = state.companies.get(company.domain) ?? company
  const { context, rounds } = digest
  if (!isSameContext(context, digestContext(now, sourceState, context.lookedSince), rounds)) return undefined
  const versions = facts.flatMap(({ before, after }) => [before, after]).filter((fact) => fact !== undefined)
  if (versions.some(({ type }) => type === 'funding') || mayBeEvidence(versions, digest)) return undefined
  const after = changedDigest(digest, facts)
  if (after && mayChangeKind(digest, after, facts)) return undefined
  return after && lookedSinceOf(after, sourceState.declared) === context.lookedSince ? after : undefined
}

/** A name matters to what is derived from rounds, a country and a size to the first jobs. */
function isSameContext(before: DigestContext, after: DigestContext, rounds: Digest['rounds']): boolean {
  const { lookedSince } = before
  return (
    before.employerKind === after.employerKind &&
    JSON.stringify(before.declared) === JSON.stringify(after.declared) &&
    (before.name === after.name || rounds?.length === 0) &&
    ((before.hqCountry === after.hqCountry && before.isSmall === after.isSmall) || lookedSince === null)
  )
}

/** Whether one of them may be evidence of AI for a round. */
function mayBeEvidence(versions: readonly StoredSignal[], { context, rounds }: Digest): boolean {
  if (rounds?.length === 0) return false
  const known = contextOf([], { employerKind: context.employerKind })
  const evidence = versions.filter((fact) => fact.status !== 'retracted' && isAiEvidence(fact, known))
  const range = roundsNear(evidence)
  return range !== undefined && (rounds?.some((at) => at >= range.from && at <= range.to) ?? true)
}

/** Returns false if jobs other than the changed ones may become first jobs, or stop being ones. */
function markFirstJobs({ plan, state, stored }: NearCompany, facts: readonly ChangedFact[], after: Digest): boolean {
  const { lookedSince, employerKind, hqCountry, isSmall } = after.context
  if (lookedSince === null || !postsOwnJobs(employerKind)) return true
  const from = firstKnownFrom(lookedSince)
  const values = facts.flatMap((fact) => [fact.before, fact.after]).flatMap((fact) => (fact ? firstValuesOf(fact) : []))
  const isMoved = values.some(([per, value]) => {
    // A job in a new country may change whether the others there are first jobs.
    if (per === 'opening') {
      const first = Math.max(earliestOf(stored.digest, 'country', value) ?? 0, earliestOf(after, 'country', value) ?? 0)
      return first >= from && secondIn(stored.digest, value) !== secondIn(after, value)
    }
    const [was, is] = [earliestOf(stored.digest, per, value), earliestOf(after, per, value)]
    // Without known headquarters, the first jobs of one country decide whether another is new.
    if (per === 'country' && hqCountry === UNKNOWN_COUNTRY && was !== is) return true
    return was !== undefined && is !== undefined && was !== is && Math.max(was, is) >= from
  })
  if (isMoved) return false
  const jobs = facts.flatMap(({ after: fact }) => (fact && !isDerived(fact) ? [fact] : []))
  const context = contextOf([], { lookedSince, employerKind, hqCountry, isSmall })
  const computed = computedFields(jobs, context, {
    of: (per, value) => earliestOf(after, per, value),
    secondIn: (country) => secondIn(after, country),
    elsewhere: (country) => earliestElsewhereOf(after, country),
  })
  withFirstJobs(jobs, computed, { plan, state, changedAt: changedAt(plan) })
  return true
}
