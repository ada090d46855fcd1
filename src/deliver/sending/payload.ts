import { Type } from 'typebox'
import { EVENT_ACTIONS, type EventAction } from '../../closed-sets/events.ts'
import type { Company } from '../../meaning/companies/index.ts'
import {
  type FieldDeclaration,
  isoTime,
  type PublicSignal,
  publicSignal,
  SIGNAL_DECLARATIONS,
  SIGNAL_STATUSES,
  type Signal,
  type SignalType,
} from '../../meaning/signals/index.ts'
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

const uuid = Type.String({ format: 'uuid' })
const time = Type.String({ format: 'date-time' })

/** The JSON Schema of one type's payload. It is generated from the declarations, so it includes new fields. */
export function eventPayloadSchema(type: SignalType) {
  const fields = SIGNAL_DECLARATIONS[type].fields.map((field: FieldDeclaration) => {
    const schema = fieldSchema(field)
    return [field.name, field.required ? schema : Type.Optional(schema)] as const
  })
  return Type.Object({
    eventId: Type.String({ description: 'The same on every attempt: deduplicate by it.' }),
    type: Type.Literal(type),
    action: Type.Union(EVENT_ACTIONS.map((action) => Type.Literal(action))),
    occurredAt: Type.String({ format: 'date-time', description: 'When the event was written.' }),
    signalId: uuid,
    company: Type.Object({
      id: Type.String({ format: 'uuid', description: 'The id of GET /api/v1/companies/{id}.' }),
      name: Type.String(),
      domain: Type.String(),
      logo: Type.Union([Type.String({ format: 'uri' }), Type.Null()]),
    }),
    signal: Type.Object({
      id: uuid,
      type: Type.Literal(type),
      label: Type.String(),
      confidence: Type.Number({ minimum: 0, maximum: 1 }),
      status: Type.Union(SIGNAL_STATUSES.map((status) => Type.Literal(status))),
      occurredAt: Type.String({ format: 'date-time', description: 'When the fact occurred.' }),
      firstSeenAt: time,
      lastSeenAt: time,
      closedAt: Type.Optional(Type.String({ format: 'date-time', description: 'When it ended.' })),
      replacedBy: Type.Optional(
        Type.String({ format: 'uuid', description: 'The signal that this one turned out to be the same fact as.' }),
      ),
      source: Type.Object({ name: Type.String(), url: Type.Union([Type.String({ format: 'uri' }), Type.Null()]) }),
      ...Object.fromEntries(fields),
    }),
  })
}

function fieldSchema({ kind, description, values = [] }: FieldDeclaration) {
  switch (kind) {
    case 'integer':
      return Type.Integer({ minimum: 0, description })
    case 'number':
      return Type.Number({ minimum: 0, description })
    case 'boolean':
      return Type.Boolean({ description })
    case 'texts':
    case 'countries':
      return Type.Array(Type.String(), { description })
    case 'enum':
      return Type.Union(
        values.map((value) => Type.Literal(value)),
        { description },
      )
    case 'date':
      return Type.String({ format: 'date', description })
    case 'url':
      return Type.String({ format: 'uri', description })
    case 'text':
    case 'note':
    case 'slug':
    case 'country':
      return Type.String({ description })
  }
}
