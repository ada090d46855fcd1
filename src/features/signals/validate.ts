// From one JSON value to a record that the write path takes as it is, or to the reason why not. Ingest runs this on
// every line; it knows nothing that the declarations do not say.

import { slugOf } from '../../platform/words.ts'
import { readCompanyLine, readCompanyOf } from './company-facts.ts'
import {
  DERIVED_TYPES,
  type FieldValue,
  SIGNAL_DECLARATIONS,
  SIGNAL_TYPES,
  type SignalStatus,
  type SignalType,
} from './declarations.ts'
import { dictionaryFields } from './dictionary-cache.ts'
import { type FieldReader, type Incoming, isObject, readerOf, Shape } from './field-readers.ts'
import { LINE_FIELDS, type LineField } from './line-fields.ts'
import type { IncomingRecord, IncomingSignal } from './records.ts'
import { kindOf, Refusal } from './refusal.ts'
import { readEnum } from './value-readers.ts'

/** The name under which the service writes what it concludes by itself. */
export const OWN_SOURCE = 'pro-signal'

export const RECORD_KINDS = ['company', 'signal'] as const

/** What a source may write: the derived types follow from these. */
export const WRITABLE_TYPES: readonly SignalType[] = SIGNAL_TYPES.filter(
  (type) => !(DERIVED_TYPES as readonly SignalType[]).includes(type),
)

/** `now` in Unix seconds bounds the times that a line may name. */
export function readRecord(value: unknown, now: number): IncomingRecord | Refusal {
  try {
    if (!isObject(value)) throw new Refusal(`a line must be a JSON object, not ${kindOf(value)}`)
    const record = readEnum(value.record, 'record', RECORD_KINDS)
    if (record === 'signal') return readSignal(value, now)
    if (record === 'company') return { record, company: readCompanyLine(value, now) }
    throw new Refusal('record is required: it is company or signal')
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

interface SignalReader {
  readonly shape: Shape
  readonly own: readonly FieldReader[]
}

/** Every shape begins with these names, so that their slots are the same for all types. */
const COMMON_NAMES = [...LINE_FIELDS.map(({ name }) => name), 'company', 'type', 'record']
const COMPANY_SLOT = COMMON_NAMES.indexOf('company')

const signalReaders: ReadonlyMap<SignalType, SignalReader> = new Map(
  WRITABLE_TYPES.map((type) => [type, readerFor(type)]),
)

function readerFor(type: SignalType): SignalReader {
  const { fields } = SIGNAL_DECLARATIONS[type]
  const names = [...COMMON_NAMES, ...fields.map(({ name }) => name)]
  const queryNames = fields.map(({ name, queryName = name }): [string, string] => [queryName, name])
  return {
    shape: new Shape(`a ${type} signal`, names, new Map(queryNames)),
    own: fields.map((field) => readerOf(field)),
  }
}

/** Reads one of the fields that every signal has, from its slot. */
function common<T extends FieldValue | undefined>(name: LineField['name']): (slots: Slots, now: number) => T {
  const slot = LINE_FIELDS.findIndex((field) => field.name === name)
  const { read } = readerOf(LINE_FIELDS[slot] as LineField)
  return (slots, now) => read(slots[slot], now) as T
}

type Slots = readonly unknown[]

const sourceOf = common<string>('source')
const keyOf = common<string>('key')
const occurredAtOf = common<number>('occurredAt')
const confidenceOf = common<number>('confidence')
const labelOf = common<string>('label')
const urlOf = common<string | undefined>('url')
const statusOf = common<SignalStatus>('status')
const seenAtOf = common<number | undefined>('seenAt')

function readSignal(value: Incoming, now: number): IncomingSignal {
  const type = readType(value.type)
  const reader = signalReaders.get(type) as SignalReader
  const slots = reader.shape.take(value)
  const signal: { -readonly [K in keyof IncomingSignal]: IncomingSignal[K] } = {
    record: 'signal',
    type,
    company: readCompanyOf(slots[COMPANY_SLOT], now),
    source: sourceOf(slots, now),
    key: keyOf(slots, now),
    occurredAt: occurredAtOf(slots, now),
    confidence: confidenceOf(slots, now),
    label: labelOf(slots, now),
    status: statusOf(slots, now),
    fields: readOwnFields(type, reader.own, slots, now),
  }
  refuseOwnSource(signal.source)
  const url = urlOf(slots, now)
  if (url !== undefined) signal.url = url
  const seenAt = seenAtOf(slots, now)
  if (seenAt !== undefined) signal.seenAt = seenAt
  return signal
}

function readType(value: unknown): SignalType {
  if (signalReaders.has(value as SignalType)) return value as SignalType
  if (DERIVED_TYPES.some((derived) => derived === value)) {
    throw new Refusal(`type cannot be ${value}: the service concludes it by itself from the other signals`)
  }
  const type = readEnum(value, 'type', WRITABLE_TYPES)
  if (type === undefined) throw new Refusal('type is required')
  return type as SignalType
}

function refuseOwnSource(source: string): void {
  if (source.length === OWN_SOURCE.length && slugOf(source) === slugOf(OWN_SOURCE)) {
    throw new Refusal(`source cannot be ${source}: the name is kept for what the service concludes by itself`)
  }
}

/** What the source gives, and what the dictionary adds to it. */
function readOwnFields(
  type: SignalType,
  readers: readonly FieldReader[],
  slots: Slots,
  now: number,
): Record<string, FieldValue> {
  const fields: Record<string, FieldValue> = {}
  for (let at = 0; at < readers.length; at++) {
    const { name, read } = readers[at] as FieldReader
    const own = read(slots[COMMON_NAMES.length + at], now)
    if (own !== undefined) fields[name] = own
  }
  const filled = dictionaryFields(type, fields)
  for (const name in filled) fields[name] ??= filled[name] as FieldValue
  return fields
}
