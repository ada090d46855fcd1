// What ClickHouse stores: one row per company, with its signals as arrays, in columns of their own for each type
// ordered by time. So a clause reads only the columns that it needs, and everything in a query is decided within a row:
// there is no join.
//
// A new version of a company is a new row. ClickHouse drops the old one when it merges; until then each search picks
// the newest one itself (statements.ts). A row with a negative ordinal is the mark of the shard: its version is the log
// position that the rows written together with it have reached. One insert is visible completely or not at all, so a
// search that reads the mark with the rows knows the position of its answer.

import { createHash } from 'node:crypto'
import type { Signal } from '../../meaning/signals/index.ts'
import { CONFIDENCE_SECONDS, SHIFT_SECONDS, SURGE_DAYS } from '../../meaning/signals/index.ts'
import { type FieldKind, SIGNAL_DECLARATIONS, SIGNAL_TYPES, type SignalType } from '../../meaning/types/index.ts'
import { comparedFields, SEARCH_TEXT_VERSION } from '../../query/index.ts'
import { quotedName } from './literals.ts'

/** Raised when what a column contains changes in a way that its name and type don't show. */
const LAYOUT_VERSION = 1

export type ColumnType = 'Int32' | 'Int64' | 'UInt8' | 'String' | ArrayType
type ArrayType = `Array(${'Int64' | 'UInt8' | 'Float64' | 'String'})`

export interface Column {
  readonly name: string
  readonly type: ColumnType
}

/** The ordinal of a shard's mark. */
export const MARK = -1

const COMPANY_COLUMNS = {
  ordinal: 'Int32',
  version: 'Int64',
  /** 0 for a company that was deleted or merged into another one. */
  alive: 'UInt8',
  country: 'String',
  employees: 'Int32',
  stage: 'String',
  industry: 'String',
  kind: 'String',
  looked: 'Int32',
  heat: 'Int64',
  score: 'Int32',
  /** Of the mark, as JSON (marks.ts). */
  mark: 'String',
} as const satisfies Record<string, ColumnType>

/** The columns of each type's signals. */
export const SIGNAL_COLUMNS = {
  at: 'Array(Int64)',
  confidence: 'Array(UInt8)',
  /** The key by which matches are ordered; LEAST_KEY without strength. */
  key: 'Array(Int64)',
  active: 'Array(UInt8)',
  /** When it ended; LEAST_KEY if it has not. */
  closed: 'Array(Int64)',
  /** See query/evaluate/search-text.ts. */
  text: 'Array(String)',
  /** A line for each value that is compared as a whole: enums, slugs, countries and booleans. */
  facts: 'Array(String)',
} as const satisfies Record<string, ArrayType>
export type SignalColumn = keyof typeof SIGNAL_COLUMNS

/** Less than any key or time. */
export const LEAST_KEY = -1_000_000_000_000_000

const COMPARED: ReadonlySet<FieldKind> = new Set<FieldKind>(['integer', 'number', 'date'])
const WHOLE: ReadonlySet<FieldKind> = new Set<FieldKind>(['enum', 'slug', 'country', 'boolean'])

/** The fields whose values are compared as numbers, each in a column. */
export const NUMBER_FIELDS = byType((type) =>
  SIGNAL_DECLARATIONS[type].fields.filter(({ kind }) => COMPARED.has(kind)).map(({ name }) => name),
)

/** The fields with a line in `facts`. */
export const FACT_FIELDS = byType((type) => {
  const { fields } = SIGNAL_DECLARATIONS[type]
  const whole = fields.filter(({ kind }) => WHOLE.has(kind))
  const compared = new Set(whole.flatMap(({ name }) => comparedFields({ field: name, op: ':' })))
  return fields.filter(({ name }) => compared.has(name)).map(({ name }) => name)
})

function byType<T>(of: (type: SignalType) => T): Readonly<Record<SignalType, T>> {
  return Object.fromEntries(SIGNAL_TYPES.map((type) => [type, of(type)])) as Record<SignalType, T>
}

/** The columns of a type belong together by their prefix: they share one file with the lengths of the arrays. */
export function signalColumn(type: SignalType, name: SignalColumn): string {
  return quotedName(`${type}.${name}`)
}

export function numberColumn(type: SignalType, field: string): string {
  return quotedName(`${type}.n_${field}`)
}

export const COLUMNS: readonly Column[] = [
  ...Object.entries(COMPANY_COLUMNS).map(([name, type]) => ({ name, type })),
  ...SIGNAL_TYPES.flatMap((type) => [
    ...Object.entries(SIGNAL_COLUMNS).map(([name, of]) => ({ name: `${type}.${name}`, type: of })),
    ...NUMBER_FIELDS[type].map((name): Column => ({ name: `${type}.n_${name}`, type: 'Array(Float64)' })),
  ]),
]

/**
 * Tables with another number were written by other rules: they are built again. It fits into a number of JavaScript, and is
 * stored as the mark's heat.
 */
export const LAYOUT: number = Number.parseInt(
  createHash('sha256')
    .update(
      JSON.stringify([
        LAYOUT_VERSION,
        SEARCH_TEXT_VERSION,
        COLUMNS,
        FACT_FIELDS,
        SHIFT_SECONDS,
        SURGE_DAYS,
        CONFIDENCE_SECONDS,
      ]),
    )
    .digest('hex')
    .slice(0, 12),
  16,
)

/** A date as a number, so that it is compared like one. */
export function numberOfDate(date: string): number {
  return Number(date.replaceAll('-', ''))
}

/** Undefined for a signal without the field. */
export function numberOf({ fields }: Pick<Signal, 'fields'>, name: string): number | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (value === undefined) return undefined
  return typeof value === 'string' ? numberOfDate(value) : Number(value)
}
