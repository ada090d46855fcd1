import type { EventAction } from '../../closed-sets/events.ts'
import type { Company } from '../../meaning/companies/index.ts'
import { isoTime, type PublicSignal, publicSignal, type Signal } from '../../meaning/signals/index.ts'
import type { SignalType } from '../../meaning/types/index.ts'
import type { LogEvent } from '../../write/log/index.ts'

/** The JSON body of a webhook request. */
export interface EventPayload {
  readonly eventId: string
  readonly type: SignalType
  readonly action: EventAction
  /** When the event was written. `signal.occurredAt` is when the fact occurred. */
  readonly occurredAt: string
  readonly signalId: string
  readonly company: {
    readonly id: string
    readonly name: string
    readonly domain: string
    readonly logo: string | null
  }
  readonly signal: PublicSignal
}

/** An event of the log about a signal, with the signal as it was after the change. */
type SignalEvent = Pick<LogEvent, 'signalId' | 'type' | 'action' | 'unix' | 'image'>

type PayloadCompany = Pick<Company, 'id' | 'name' | 'domain' | 'logo'>

/** The same on every attempt, so that receivers can detect duplicates. */
export function eventIdOf(signalId: string, action: EventAction, unix: number): string {
  return `wh_${signalId}_${action}_${unix}`
}

export function eventPayload(
  { signalId, type, action, unix, image }: SignalEvent,
  company: PayloadCompany,
): EventPayload {
  if (signalId === null || type === null || action === null || image === null)
    throw new Error('not an event of a signal')
  const signal = image as Omit<Signal, 'id' | 'type'>
  const { id, name, domain, logo } = company
  return {
    eventId: eventIdOf(signalId, action, unix),
    type,
    action,
    occurredAt: isoTime(unix),
    signalId,
    company: { id, name, domain, logo },
    signal: publicSignal({ ...signal, id: signalId, type }),
  }
}
