// What visits change: the lines to write, and the next state of their looks. Reads, and writes nothing.

import type { Queryable } from '../../../db/index.ts'
import type { IncomingLine } from '../../../meaning/signals/index.ts'
import type { Collector, Snapshot } from '../../collectors/index.ts'
import { readChangedSources } from '../visits/changed-formats.ts'
import { isLongUnseen, type Look } from '../visits/look.ts'
import { readLookCompanies, readSnapshots } from '../visits/look-queries.ts'
import { failureText, type VisitedLook } from '../visits/visit.ts'
import { type Claim, claimsOf } from './claims.ts'
import { companyFactsOf } from './company-facts.ts'
import { keepDates, movedJobs } from './moved-board.ts'
import { isEmptied, reconcile, type Seen } from './reconcile.ts'
import {
  asReported,
  chooseFormerLook,
  type FormerLook,
  findFormerName,
  readOtherLooks,
  shownJobs,
} from './renamed-board.ts'
import { endLine, linesOf } from './report-lines.ts'
import { endReposted, type Reposted } from './reposts.ts'
import { type Entries, readEntries, recordsHash, writeEntries } from './snapshot.ts'
import type { SavedVisit } from './state-queries.ts'
import { readStoredEntries } from './stored-entries.ts'

export interface Plan {
  /** With what is currently known about its company. */
  readonly look: Look
  readonly snapshot: Snapshot
  readonly reconciled: Reposted
  readonly quiet: boolean
  readonly lines: readonly IncomingLine[]
  /** Of the reports that the lines change. */
  readonly claims: readonly Claim[]
  readonly saved: SavedVisit
}

/** In place of a hash: the last visit lost too much, and waits to be confirmed by the next one. */
const WAITING = 'waiting'

/** At most one look per company, so that none depends on another. */
export async function planVisits<V extends VisitedLook>(
  db: Queryable,
  visits: readonly V[],
  anyDistance: boolean,
): Promise<(V & Plan)[]> {
  const snapshots = await readSnapshots(
    db,
    visits.map(({ look }) => look.id),
  )
  const companies = await readLookCompanies(
    db,
    visits.map(({ look }) => look.domain),
  )
  const read = visits.map((visit) => {
    const look = { ...visit.look, company: companies.get(visit.look.domain) ?? visit.look.company }
    const stored = snapshots.get(look.id) ?? null
    const known = readEntries(stored)
    return { visit, look, stored, known, shown: shownJobs(look, known, shownBy(visit).snapshot) }
  })
  const others = await readOtherLooks(
    db,
    read.filter(({ shown }) => shown.size > 0).map(({ look }) => look),
  )
  const mayBeDoubted = read.some(({ visit, known }) => isEmptied(known, shownBy(visit).snapshot))
  const changed = mayBeDoubted ? await readChangedSources(db) : new Set()
  return Promise.all(
    read.map(async ({ visit, look, ...state }) => {
      const former = chooseFormerLook(others.get(look.id) ?? [], state.shown, visit.former)
      const isDoubted = changed.has(look.collector)
      return { ...visit, ...(await planVisit(db, { ...visit, look }, { ...state, former, anyDistance, isDoubted })) }
    }),
  )
}

function shownBy({ result }: VisitedLook) {
  if (result.kind !== 'snapshot') throw new Error('only a snapshot can change something')
  return result
}

interface BeforeVisit {
  /** The entries as they are stored. */
  readonly stored: string | null
  readonly known: Entries
  /** Ids of jobs of a look that had shown none before. */
  readonly shown: ReadonlySet<string>
  readonly former: FormerLook | undefined
  readonly anyDistance: boolean
  readonly isDoubted: boolean
}

async function planVisit(
  db: Queryable,
  visit: VisitedLook,
  { stored, known, shown, former, anyDistance, isDoubted }: BeforeVisit,
): Promise<Plan> {
  const { at } = visit
  const result = shownBy(visit)
  // A company that is not stored has no reports, and no jobs on any board.
  const isStored = visit.look.company.stored !== null
  const name = former || !isStored ? undefined : await findFormerName(db, visit.look, shown)
  const look = { ...visit.look, ...(name !== undefined && { reportedAs: name }), ...former }
  const snapshot = asReported(look, result.snapshot)
  const isNew = name !== undefined || (stored === null && !former)
  const before = former?.entries ?? known
  const entries = isNew && isStored ? await readStoredEntries(db, look, snapshot, look.visits + 1) : before
  const state = { entries, knownSince: look.knownSince, isWaiting: look.pending && look.recordsHash === WAITING }
  const plain = reconcile(state, snapshot, { now: at, visit: look.visits + 1, anyDistance, isDoubted })
  const dated = isStored && look.target !== look.domain ? await keepDates(db, look, plain) : plain
  const reconciled = await endReposted(db, look, dated)
  const moved = await movedJobs(db, look, reconciled)
  const { facts, written } = companyFactsOf(look, snapshot)
  const back = new Set(reconciled.back)
  const { there = [], fresh = [] } = Object.groupBy(reconciled.appeared, ({ signal }) =>
    back.has(signal.key) ? 'there' : 'fresh',
  )
  const created = linesOf(look, fresh, at)
  const unseen = isLongUnseen(look, at) ? reconciled.same : []
  const again = linesOf(look, [...there, ...unseen], at)
  const updated = linesOf(look, reconciled.changed, at)
  const endOf = (key: string) => (reconciled.withdrawn.has(key) ? 'retracted' : moved.get(key))
  const closed = [...reconciled.ended].map(([key, entry]) => endLine(look, key, entry, endOf(key)))
  const dropped = linesOf(look, endedSignals(visit.collector, reconciled), at)
  const lines = [...created, ...again, ...updated, ...closed, ...dropped]
  const next = reconciled.state
  const pending =
    next.isWaiting || [...next.entries.values()].some((entry) => entry.absenceEnds && entry.missingSince !== undefined)
  const text = writeEntries(next.entries)
  return {
    look: visit.look,
    snapshot,
    reconciled,
    quiet: look.knownSince === null || moved.size > 0,
    lines: [{ record: 'company', company: facts }, ...lines],
    claims: claimsOf(look, snapshot, lines),
    saved: {
      look,
      at,
      outcome: reconciled.outcome,
      knownSince: next.knownSince,
      recordsHash: next.isWaiting ? WAITING : recordsHash(result.snapshot),
      pending,
      answer: pending ? undefined : result.answer,
      entries: text === stored ? undefined : text,
      written,
      failure: failureText(result),
      counted: snapshot.entries,
      emptied: snapshot.complete ? isEmptied(next.entries, snapshot) : undefined,
      counts: { created: created.length + dropped.length, updated: updated.length, closed: closed.length },
      message:
        moved.size > 0
          ? `${moved.size} of the jobs that ended are on another board of the company`
          : former
            ? `The board was called ${former.formerTarget} before`
            : isDoubted && reconciled.outcome === 'waiting'
              ? 'It is empty now, like those of many companies at once: ignored'
              : unreadableText(snapshot),
    },
  }
}

/** Dated by the first visit that did not show it, unless the source itself says when it ended. */
function endedSignals({ endedAs }: Collector, { ended, state }: Reposted): Seen[] {
  if (endedAs === undefined) return []
  return [...ended].flatMap(([key, entry]) => {
    const signal = endedAs(key)
    if (!signal || state.entries.has(signal.key)) return []
    return [{ signal, entry: { ...entry, occurredAt: entry.missingSince ?? entry.occurredAt } }]
  })
}

function unreadableText({ entries }: Snapshot): string | undefined {
  if (!entries?.unreadable) return undefined
  return `${entries.unreadable} of ${entries.read + entries.unreadable} entries can't be read`
}
