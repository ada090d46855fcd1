// What a visit changes. Compares a visit's snapshot with what earlier visits saw. Pure.
//
// - Up to the first complete visit everything is history: no events are sent.
// - Something that a complete visit does not contain is missing. It ends when it was missing in two complete visits in a
//   row, at least 20 hours apart.
// - A complete visit that loses more than half of ten or more entries waits: no signal changes until the next one
//   confirms it. For a list of subprocessors, three are enough. Broken boards sometimes answer with an empty list.
// - While a source seems to have changed its format, a suddenly empty visit changes nothing.
// - Signals that last without being seen, such as a tool that jobs name, keep their confidence for 180 days after less
//   was seen: closed jobs don't make them less certain.
// - What a visit reports as kept exists unchanged: the list shows its job, and the detail was read before.
// - An incomplete visit ends nothing, and makes nothing missing.

import type { STORED_OUTCOMES } from '../../../closed-sets/collecting.ts'
import type { CollectedSignal, Snapshot } from '../../collectors/index.ts'
import { type Entries, type Entry, hashOf, signalsByKey } from './snapshot.ts'

const CLOSE_AFTER_SECONDS = 20 * 3_600
const MIN_LARGE_LOSS_OF = 10
/** An entry that lasts without being seen is dropped when its signal has long expired. */
const FORGET_AFTER_SECONDS = 400 * 86_400
const DAY_SECONDS = 86_400
/** As long as a job counts that names a tool. */
const CONFIDENCE_LASTS_DAYS = 180

export interface LookState {
  readonly entries: Entries
  /** Unix seconds: the first complete visit. */
  readonly knownSince: number | null
  /** A complete visit lost too much to be trusted immediately. */
  readonly isWaiting: boolean
}

export interface VisitTime {
  /** Unix seconds. */
  readonly now: number
  /** The number of this visit of the look. */
  readonly visit: number
  /** Two visits count, however close together. */
  readonly anyDistance?: boolean
  /** The source seems to have changed its format. */
  readonly isDoubted?: boolean
}

export type VisitOutcome = Exclude<(typeof STORED_OUTCOMES)[number], 'failed'> | 'unchanged'

export interface Seen {
  readonly signal: CollectedSignal
  readonly entry: Entry
}

export interface Reconciled {
  readonly outcome: VisitOutcome
  readonly state: LookState
  /** New, or back again. */
  readonly appeared: readonly Seen[]
  readonly changed: readonly Seen[]
  /** Unchanged since the last visit. */
  readonly same: readonly Seen[]
  /** Keys that have ended. */
  readonly ended: ReadonlyMap<string, Entry>
  /** Keys that this visit is the first one not to contain. */
  readonly lost: readonly string[]
  /** Keys that were missing and are back. */
  readonly back: readonly string[]
}

export function reconcile(state: LookState, snapshot: Snapshot, time: VisitTime): Reconciled {
  const seen = signalsByKey(snapshot)
  const kept = new Set(snapshot.kept)
  const isFirst = state.knownSince === null
  const missing = [...state.entries].filter(([key, { absenceEnds }]) => absenceEnds && !seen.has(key) && !kept.has(key))
  const isNew = !state.isWaiting && isLargeLoss(state.entries, missing, snapshot.largeLossOf)
  const isDoubted = time.isDoubted === true && isEmptied(state.entries, snapshot) === true
  if (snapshot.complete && !isFirst && (isNew || isDoubted)) return waiting(state, seen)
  const next = new Map<string, Entry>()
  const appeared: Seen[] = []
  const changed: Seen[] = []
  const same: Seen[] = []
  const ended = new Map<string, Entry>()
  const lost: string[] = []
  const back: string[] = []
  for (const [key, entry] of state.entries) {
    if (seen.has(key)) continue
    if (!snapshot.complete || kept.has(key)) next.set(key, entry)
    else if (isOver(entry, time)) ended.set(key, entry)
    else if (entry.missingSince === undefined) {
      lost.push(key)
      next.set(key, { ...entry, missingSince: time.now })
    } else if (entry.absenceEnds || time.now - entry.missingSince < FORGET_AFTER_SECONDS) next.set(key, entry)
  }
  for (const [key, shown] of seen) {
    const before = state.entries.get(key)
    const stamps = stampsOf(shown, kept.has(key) ? before : undefined)
    if (before && kept.has(key) && isNoSurer(shown, before)) {
      next.set(key, { ...before, ...stamps })
      continue
    }
    const { signal, ...lasting } = withLastingConfidence(shown, before, time.now)
    const entry = { ...entryOf(signal, before, isFirst, time), ...lasting, ...stamps }
    next.set(key, entry)
    if (before?.missingSince !== undefined) back.push(key)
    if (before === undefined || before.missingSince !== undefined) appeared.push({ signal, entry })
    else (before.hash === entry.hash ? same : changed).push({ signal, entry })
  }
  const touched = appeared.length + changed.length + ended.size + lost.length
  const knownSince = state.knownSince ?? (snapshot.complete ? time.now : null)
  const isWaiting = state.isWaiting && !snapshot.complete
  return {
    outcome: outcomeOf(isFirst, snapshot.complete, touched),
    state: { entries: next, knownSince, isWaiting },
    appeared,
    changed,
    same,
    ended,
    lost,
    back,
  }
}

/** Nothing begins, changes or ends, but its entries don't count as missing. */
function waiting(state: LookState, seen: ReadonlyMap<string, CollectedSignal>): Reconciled {
  const entries = new Map(state.entries)
  const back: string[] = []
  for (const [key, { missingSince, ...entry }] of state.entries) {
    if (missingSince === undefined || !entry.absenceEnds || !seen.has(key)) continue
    entries.set(key, entry)
    back.push(key)
  }
  const nothing = { appeared: [], changed: [], same: [], ended: new Map(), lost: [] }
  return { ...nothing, outcome: 'waiting', state: { ...state, entries, isWaiting: true }, back }
}

function outcomeOf(isFirst: boolean, isComplete: boolean, touched: number): VisitOutcome {
  if (!isComplete) return 'partial'
  if (isFirst) return 'first'
  return touched > 0 ? 'changed' : 'unchanged'
}

/** Among the entries present at the previous visit. Entries missing before are already accepted as missing. */
function isLargeLoss(
  entries: Entries,
  missing: readonly (readonly [string, Entry])[],
  minLossOf = MIN_LARGE_LOSS_OF,
): boolean {
  const isThere = ({ absenceEnds, missingSince }: Entry) => absenceEnds && missingSince === undefined
  const before = [...entries.values()].filter(isThere).length
  const lost = missing.filter(([, entry]) => isThere(entry)).length
  return before >= minLossOf && lost > before / 2
}

/** A complete visit that shows nothing of what could be missing. Null: there is nothing of that kind. */
export function isEmptied(entries: Entries, { signals, kept = [] }: Snapshot): boolean | null {
  const keys = new Set([...entries].flatMap(([key, { absenceEnds }]) => (absenceEnds ? [key] : [])))
  if (signals.some(({ absenceEnds = true }) => absenceEnds) || kept.some((key) => keys.has(key))) return false
  return keys.size === 0 ? null : true
}

function isOver({ absenceEnds, missingSince }: Entry, { now, anyDistance = false }: VisitTime): boolean {
  if (!absenceEnds || missingSince === undefined) return false
  return anyDistance || now - missingSince >= CLOSE_AFTER_SECONDS
}

function entryOf(signal: CollectedSignal, before: Entry | undefined, isFirst: boolean, time: VisitTime): Entry {
  return {
    type: signal.type,
    hash: hashOf(signal),
    occurredAt: before?.occurredAt ?? signal.occurredAt ?? time.now,
    firstVisit: before?.firstVisit ?? time.visit,
    firstSeenAt: before?.firstSeenAt ?? time.now,
    isHistory: before?.isHistory ?? isFirst,
    absenceEnds: signal.absenceEnds ?? true,
  }
}

/** A few are enough to know that a tool is still named. */
const MAX_STAMPS = 20

function stampsOf({ stamps }: CollectedSignal, before: Entry | undefined): Pick<Entry, 'stamps'> {
  if (stamps === undefined) return {}
  return { stamps: [...new Set([...stamps, ...(before?.stamps ?? [])])].slice(0, MAX_STAMPS) }
}

/**
 * Jobs that were read before name the tool as well. It keeps their sentence and link unless the new jobs make it more
 * certain.
 */
function isNoSurer({ absenceEnds = true, confidence }: CollectedSignal, before: Entry): boolean {
  return !absenceEnds && Math.round(confidence * 100) <= (before.confidence ?? 0)
}

function withLastingConfidence(
  signal: CollectedSignal,
  before: Entry | undefined,
  now: number,
): Pick<Entry, 'confidence' | 'lessSinceDay'> & { readonly signal: CollectedSignal } {
  if (signal.absenceEnds ?? true) return { signal }
  const today = Math.floor(now / DAY_SECONDS)
  const [confidence, best] = [Math.round(signal.confidence * 100), before?.confidence ?? 0]
  const lessSinceDay = before?.lessSinceDay ?? today
  if (confidence >= best || today - lessSinceDay >= CONFIDENCE_LASTS_DAYS) return { signal, confidence }
  return { signal: { ...signal, confidence: best / 100 }, confidence: best, lessSinceDay }
}
