// Parses one JSON value into a record for the write path, or into a Rejection. Ingest runs this on every line. All rules
// about fields come from the declarations.

import { slugOf } from '../../../platform/text/normalise-text.ts'
import { isPoolTitle } from '../../titles/index.ts'
import {
  DERIVED_TYPES,
  type FieldValue,
  REPORTED_TYPES,
  SIGNAL_DECLARATIONS,
  type SignalType,
} from '../../types/index.ts'
import type { IncomingLine, IncomingSignal, IncomingSource, IncomingStatusChange } from '../records.ts'
import type { SignalStatus } from '../signal.ts'
import { fillFromWords } from '../words/dictionary-cache.ts'
import { COMMON_FIELDS, type CommonField } from './common-fields.ts'
import { type FieldParser, fieldParserOf, isObject, type JsonObject, ObjectShape } from './field-parsers.ts'
import { parseCompanyRecord, parseSignalCompany } from './parse-company.ts'
import { parseSource } from './parse-source.ts'
import { parseEnum } from './parse-values.ts'
import { describeValue, Rejection } from './rejection.ts'
import { AMOUNT_INPUTS, type AmountInput, type RoundAmount, roundAmount } from './round-amount.ts'

/** The source name of derived signals. */
export const DERIVED_SOURCE = 'pro-signal'

const RECORD_KINDS = ['company', 'signal', 'source'] as const

/** `now` in Unix seconds: times in a record may be at most a day later. */
export function parseRecord(value: unknown, now: number): IncomingLine | IncomingSource | Rejection {
  try {
    if (!isObject(value)) throw new Rejection(`a line must be a JSON object, not ${describeValue(value)}`)
    const record = parseEnum(value.record, 'record', RECORD_KINDS)
    if (record === 'source') return sourceOfLine(value, now)
    if (record !== 'company' && isStatusChange(value)) return parseStatusChange(value, now)
    if (record === 'signal') return parseSignal(value, now)
    if (record === 'company') return parseCompanyRecord(value, now)
    throw new Rejection('record is required: use company, signal or source')
  } catch (error) {
    if (error instanceof Rejection) return error
    throw error
  }
}

function sourceOfLine(value: JsonObject, now: number): IncomingSource {
  const declared = parseSource(value, now)
  rejectDerivedSource(declared.source)
  return declared
}

interface SignalParser {
  readonly shape: ObjectShape
  readonly own: readonly FieldParser[]
  /** Where the words and numbers of an amount are, if the type has one. */
  readonly amountSlots: Readonly<Record<keyof AmountInput, number>> | undefined
}

/** Every type's shape starts with these names, so their slots are the same for all types. */
const COMMON_NAMES = [...COMMON_FIELDS.map(({ name }) => name), 'company', 'type', 'record']
const COMPANY_SLOT = COMMON_NAMES.indexOf('company')

const signalParsers: ReadonlyMap<SignalType, SignalParser> = new Map(
  REPORTED_TYPES.map((type) => [type, signalParserOf(type)]),
)

function signalParserOf(type: SignalType): SignalParser {
  const { fields, takesAmounts } = SIGNAL_DECLARATIONS[type]
  const inputs = takesAmounts ? AMOUNT_INPUTS.map(({ name }) => name) : []
  const names = [...COMMON_NAMES, ...fields.map(({ name }) => name), ...inputs]
  const queryNames = fields.map(({ name, queryName = name }): [string, string] => [queryName, name])
  return {
    shape: new ObjectShape(`a ${type} signal`, names, new Map(queryNames)),
    own: fields.map((field) => fieldParserOf(field)),
    amountSlots: takesAmounts ? slotsOfAmount(names) : undefined,
  }
}

function slotsOfAmount(names: readonly string[]): SignalParser['amountSlots'] {
  const slot = (name: string) => names.indexOf(name)
  return {
    amountUsd: slot('amountUsd'),
    amountOriginal: slot('amountOriginal'),
    amount: slot('amount'),
    currency: slot('currency'),
  }
}

/** A function that parses one of the common fields from its slot. */
function common<T extends FieldValue | undefined>(name: CommonField['name']): (slots: Slots, now: number) => T {
  const slot = COMMON_FIELDS.findIndex((field) => field.name === name)
  const { parse } = fieldParserOf(COMMON_FIELDS[slot] as CommonField)
  return (slots, now) => parse(slots[slot], now) as T
}

type Slots = readonly unknown[]

const sourceOf = common<string>('source')
const keyTextOf = common<string>('key')
const occurredAtOf = common<number>('occurredAt')
const confidenceOf = common<number>('confidence')
const labelOf = common<string>('label')
const urlOf = common<string | undefined>('url')
const statusOf = common<SignalStatus>('status')
const closedAtOf = common<number | undefined>('closedAt')
const seenAtOf = common<number | undefined>('seenAt')

const KEY_SLOT = COMMON_FIELDS.findIndex(({ name }) => name === 'key')

/** Many sources number their facts, so a key may be a whole number. A larger one has lost digits in JSON already. */
function keyOf(slots: Slots, now: number): string {
  const key = slots[KEY_SLOT]
  if (typeof key !== 'number' || !Number.isInteger(key)) return keyTextOf(slots, now)
  if (!Number.isSafeInteger(key))
    throw new Rejection(`key ${key} has too many digits for a JSON number: write it as text`)
  return String(key)
}

const statusChangeShape = new ObjectShape('a line that only changes the status', COMMON_NAMES)
const FIELDS_OF_STATUS_CHANGE: readonly string[] = ['record', 'source', 'key', 'status', 'closedAt', 'seenAt']

/** A line with only a signal and its new status. */
function isStatusChange({ type, company, source, key, status }: JsonObject): boolean {
  return isAbsent(type) && isAbsent(company) && !isAbsent(source) && !isAbsent(key) && !isAbsent(status)
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function parseStatusChange(value: JsonObject, now: number): IncomingStatusChange {
  const slots = statusChangeShape.slotsOf(value)
  const other = COMMON_NAMES.find((name, slot) => !FIELDS_OF_STATUS_CHANGE.includes(name) && !isAbsent(slots[slot]))
  if (other !== undefined) {
    throw new Rejection(`${other} needs type and company too: without them a line only changes the status`)
  }
  const change = { source: sourceOf(slots, now), key: keyOf(slots, now), status: statusOf(slots, now) }
  rejectDerivedSource(change.source)
  const closedAt = endTimeOf(slots, change.status, now)
  const seenAt = seenAtOf(slots, now)
  return {
    record: 'status',
    ...change,
    ...(closedAt !== undefined && { closedAt }),
    ...(seenAt !== undefined && { seenAt }),
  }
}

function parseSignal(value: JsonObject, now: number): IncomingSignal {
  const type = parseType(value.type)
  const parser = signalParsers.get(type) as SignalParser
  const slots = parser.shape.slotsOf(value)
  const signal: { -readonly [K in keyof IncomingSignal]: IncomingSignal[K] } = {
    record: 'signal',
    type,
    company: parseSignalCompany(slots[COMPANY_SLOT], now),
    source: sourceOf(slots, now),
    key: keyOf(slots, now),
    occurredAt: occurredAtOf(slots, now),
    confidence: confidenceOf(slots, now),
    label: labelOf(slots, now),
    status: statusOf(slots, now),
    fields: {},
  }
  signal.fields = parseOwnFields(type, parser, slots, now, signal)
  const isNoJob = SIGNAL_DECLARATIONS[type].readsWords === 'of-job' && isPoolTitle(`${signal.fields.jobTitle}`)
  rejectDerivedSource(signal.source)
  const url = urlOf(slots, now)
  if (url !== undefined) signal.url = url
  const closedAt = endTimeOf(slots, signal.status, now)
  if (closedAt !== undefined) signal.closedAt = closedAt
  const seenAt = seenAtOf(slots, now)
  if (seenAt !== undefined) signal.seenAt = seenAt
  return isNoJob ? retracted(signal) : signal
}

/** A post that is not a job is stored, so that the source finds it again, but counts nowhere. */
function retracted({ closedAt: _, ...signal }: IncomingSignal): IncomingSignal {
  return { ...signal, status: 'retracted' }
}

function endTimeOf(slots: Slots, status: SignalStatus, now: number): number | undefined {
  const closedAt = closedAtOf(slots, now)
  if (closedAt !== undefined && status !== 'closed') {
    throw new Rejection('closedAt needs the status closed: nothing else has ended')
  }
  return closedAt
}

function parseType(value: unknown): SignalType {
  if (signalParsers.has(value as SignalType)) return value as SignalType
  if (DERIVED_TYPES.some((derived) => derived === value)) {
    throw new Rejection(`type cannot be ${value}: the service derives it from other signals`)
  }
  const type = parseEnum(value, 'type', REPORTED_TYPES)
  if (type === undefined) throw new Rejection('type is required')
  return type as SignalType
}

function rejectDerivedSource(source: string): void {
  if (source.length === DERIVED_SOURCE.length && slugOf(source) === slugOf(DERIVED_SOURCE)) {
    throw new Rejection(`source cannot be ${source}: the name is reserved for derived signals`)
  }
}

/** The source's values; fields that the source left out are filled in from words. */
function parseOwnFields(
  type: SignalType,
  { own, amountSlots }: SignalParser,
  slots: Slots,
  now: number,
  { occurredAt, label }: Pick<IncomingSignal, 'occurredAt' | 'label'>,
): Record<string, FieldValue> {
  const fields: Record<string, FieldValue> = {}
  const amounts = amountSlots && readAmounts(amountSlots, slots, occurredAt)
  for (let i = 0; i < own.length; i++) {
    const { name, parse } = own[i] as FieldParser
    const isAmount = amounts !== undefined && (name === 'amountUsd' || name === 'amountOriginal')
    const value = isAmount ? amounts[name] : parse(slots[COMMON_NAMES.length + i], now)
    if (value !== undefined) fields[name] = value
  }
  fillFromWords(type, fields, label)
  if (fields.aiFrom !== undefined && fields.ai !== true) throw new Rejection('aiFrom needs ai: true')
  return fields
}

function readAmounts(at: Record<keyof AmountInput, number>, slots: Slots, occurredAt: number): RoundAmount {
  const { amountUsd, amountOriginal, amount, currency } = at
  return roundAmount(
    {
      amountUsd: slots[amountUsd],
      amountOriginal: slots[amountOriginal],
      amount: slots[amount],
      currency: slots[currency],
    },
    occurredAt,
  )
}
