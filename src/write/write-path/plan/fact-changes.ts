// What a change of a fact is worth: an event, a silent event, or only a new row.

import { reportFields } from '../../../meaning/facts/index.ts'
import { fillFromDictionary, refillTool, type SourceReport } from '../../../meaning/signals/index.ts'
import { beginningOf, isLastingType, isStateType } from '../../../meaning/types/index.ts'
import { isDerived, type Report, type StoredSignal, sameFields } from '../store/stored-signal.ts'
import type { BatchPlan, BatchState, SignalChange } from './plan-batch.ts'

/**
 * Records the change and its event. The event is silent if the change is irrelevant to customers. The first event of a
 * signal that is not silent is `created`, and nothing is sent of a signal that was retracted when it was first
 * reported.
 */
export function recordChange(
  plan: Pick<BatchPlan, 'changes' | 'before'>,
  state: Pick<BatchState, 'signals'>,
  action: SignalChange['action'],
  signal: StoredSignal,
  isOld = false,
): void {
  const stored = state.signals.get(signal.id)
  const movedFrom = stored && stored.companyOrdinal !== signal.companyOrdinal ? stored.companyOrdinal : undefined
  const unsent = stored ? stored.unsent === true && isStillOver(stored, signal) : isOld || signal.status === 'retracted'
  const isFirstSent = stored?.unsent === true && !unsent
  const silent = unsent || (!isFirstSent && stored !== undefined && isSilent(stored, signal))
  const changed = withUnsent(signal, unsent)
  if (isDerived(signal) && !plan.before.has(signal.id)) plan.before.set(signal.id, stored)
  state.signals.set(signal.id, changed)
  plan.changes.push({
    action: isFirstSent ? 'created' : action,
    signal: changed,
    isNew: stored === undefined,
    ...(movedFrom !== undefined && { movedFrom }),
    ...(silent && { silent }),
  })
}

/** One that ended as a part of another signal isn't news either until it is open. */
function isStillOver(before: StoredSignal, after: StoredSignal): boolean {
  return after.status === 'retracted' || after.status === before.status
}

export function withUnsent(signal: StoredSignal, unsent: boolean): StoredSignal {
  if ((signal.unsent === true) === unsent) return signal
  const { unsent: _, ...sent } = signal
  return unsent ? { ...sent, unsent } : sent
}

/** Two events of one signal never have the same second: the later one takes the next second if necessary. */
export function nextTimes(stored: StoredSignal | undefined, now: number) {
  if (!stored) return { version: 1, lastEventUnix: now }
  return { version: stored.version + 1, lastEventUnix: Math.max(now, stored.lastEventUnix + 1) }
}

export type Weight = 'none' | 'touched' | 'event'

/** `touched`: only the times at which it was seen differ. They are stored without an event. */
export function weightOf(before: StoredSignal, after: Report & Pick<StoredSignal, 'sources' | 'replacedBy'>): Weight {
  const isEqual =
    before.companyOrdinal === after.companyOrdinal &&
    before.type === after.type &&
    before.label === after.label &&
    before.confidence === after.confidence &&
    before.status === after.status &&
    before.occurredAt === after.occurredAt &&
    before.closedAt === after.closedAt &&
    before.replacedBy === after.replacedBy &&
    before.source.name === after.source.name &&
    before.source.url === after.source.url &&
    before.key === after.key &&
    sameFields(before.fields, after.fields) &&
    sameSources(before.sources, after.sources)
  if (!isEqual) return 'event'
  const isSeen =
    before.firstSeenAt === after.firstSeenAt &&
    before.lastSeenAt === after.lastSeenAt &&
    before.seenAt === after.seenAt &&
    (before.sources ?? []).every((source, i) => source.lastSeenAt === after.sources?.[i]?.lastSeenAt)
  return isSeen ? 'none' : 'touched'
}

function sameSources(a: readonly SourceReport[] = [], b: readonly SourceReport[] = []): boolean {
  return a.length === b.length && a.every((source, i) => sameSource(source, b[i] as SourceReport))
}

function sameSource(a: SourceReport, b: SourceReport): boolean {
  return (
    a.name === b.name &&
    a.key === b.key &&
    a.url === b.url &&
    a.confidence === b.confidence &&
    a.status === b.status &&
    a.firstSeenAt === b.firstSeenAt
  )
}

/**
 * Whether the change is irrelevant to customers: another source reports the same, a tool or page is seen again, another
 * job names a tool, a date was refreshed, or a job is no longer the first of its kind. The day of a round is news, so
 * another day is not silent.
 */
export function isSilent(before: StoredSignal, after: StoredSignal): boolean {
  return (
    before.companyOrdinal === after.companyOrdinal &&
    saysTheSame(before, after) &&
    before.confidence === after.confidence &&
    (before.status === after.status || isThereAgain(before, after)) &&
    (before.occurredAt === after.occurredAt || isLastingType(after.type)) &&
    (before.replacedBy === after.replacedBy || before.status === 'retracted') &&
    (before.source.url === after.source.url || before.source.name !== after.source.name || after.type === 'tool') &&
    (sameFields(before.fields, after.fields) || sameFields(comparedFields(before), comparedFields(after)))
  )
}

const COLLECTED_JOB = 'Hiring: '

/** The label of a collected job is its title, and was what the board had posted: the same with a code or a mark. */
function saysTheSame(before: StoredSignal, after: StoredSignal): boolean {
  if (before.label === after.label) return true
  const isCollected = [before, after].every(({ label }) => label.startsWith(COLLECTED_JOB))
  return isCollected && after.fields.jobTitle !== undefined && before.fields.jobTitle === after.fields.jobTitle
}

function isThereAgain(before: StoredSignal, after: StoredSignal): boolean {
  return before.status === 'closed' && after.status === 'active' && isStateType(after.type)
}

/** Ignores differences from another dictionary or catalogue, and another job's sentence about the same tool. */
function comparedFields({ type, label, fields }: StoredSignal): StoredSignal['fields'] {
  const reported = reportFields(type, fields)
  const all = type === 'tool' ? refillTool(reported) : fillFromDictionary(type, reported, label)
  const { evidence: _, ...withoutEvidence } = all
  const stated = type === 'tool' ? withoutEvidence : all
  // Seen at a first visit, or appeared between two visits: both mean that it is present.
  const change = beginningOf(stated.change)
  return change === undefined ? stated : { ...stated, change }
}
