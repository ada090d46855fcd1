// The events of a batch: what write-records.ts passes to the log for every change. `stamp_log()` gives them positions, and
// the firehose turns them into webhook payloads (sending/payload.ts).

import type { Company } from '../../../meaning/companies/index.ts'
import type { NewEvent } from '../../log/index.ts'
import type { StoredSignal } from '../store/stored-signal.ts'
import type { SignalChange } from './plan-batch.ts'

/**
 * Carries the signal after the change, for the firehose and for search indexes. Times are Unix seconds. An event of
 * history needs no image: it isn't delivered, and search indexes read the signal's row. Only a move can't be seen there.
 */
export function signalEvent({ action, signal, movedFrom, silent }: SignalChange, withImage: boolean): NewEvent {
  return {
    kind: 'signal',
    companyOrdinal: signal.companyOrdinal,
    signalId: signal.id,
    type: signal.type,
    action,
    unix: signal.lastEventUnix,
    image: withImage || movedFrom !== undefined ? imageOf(signal, movedFrom) : null,
    ...(silent && { silent }),
  }
}

function imageOf(signal: StoredSignal, movedFrom: number | undefined): string {
  return JSON.stringify({
    label: signal.label,
    confidence: signal.confidence,
    status: signal.status,
    occurredAt: signal.occurredAt,
    firstSeenAt: signal.firstSeenAt,
    lastSeenAt: signal.lastSeenAt,
    closedAt: signal.closedAt,
    source: signal.source,
    fields: signal.fields,
    version: signal.version,
    sources: signal.sources,
    replacedBy: signal.replacedBy,
    movedFrom,
  })
}

/** The company's facts changed. Readers get them from its row. */
export function companyEvent(company: Company, created: boolean, now: number): NewEvent {
  return {
    kind: 'company',
    companyOrdinal: company.ordinal,
    signalId: null,
    type: null,
    action: created ? 'created' : 'updated',
    unix: now,
    image: null,
  }
}

/** Companies were removed. A reader with a copy of the data rebuilds it. */
export function resetEvent(now: number): NewEvent {
  return { ...ranksEvent(now), image: JSON.stringify({ reset: true }) }
}

/** The scores of all companies have been recomputed. */
export function ranksEvent(now: number): NewEvent {
  return { kind: 'ranks', companyOrdinal: null, signalId: null, type: null, action: null, unix: now, image: null }
}
