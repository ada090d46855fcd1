// Converts CSV with a header row to the lines that NDJSON has, so that all later steps are the same. The columns have
// the names of the JSON fields. Numbers, booleans and lists are converted according to the declared kind of the field.
// The header determines the delimiter.

import { COMPANY_FIELDS } from '../../meaning/companies/index.ts'
import { AMOUNT_INPUTS, COMMON_FIELDS, quoted } from '../../meaning/signals/index.ts'
import { REPORTED_TYPES, SIGNAL_DECLARATIONS } from '../../meaning/types/index.ts'
import { CsvRow } from '../../platform/text/csv-row.ts'
import { likelyColumn } from './column-hints.ts'
import type { DateFormat } from './date-format.ts'
import { type Line, MAX_LINE_BYTES } from './lines.ts'
import { isBlank, type RawRecord, type RawRecordReader } from './raw-record.ts'
import { UnreadableFile } from './unreadable-file.ts'

const KIND_OF_COLUMN: ReadonlyMap<string, string> = new Map(
  [
    ...COMPANY_FIELDS,
    ...COMMON_FIELDS,
    ...REPORTED_TYPES.flatMap((type) => SIGNAL_DECLARATIONS[type].fields),
    ...AMOUNT_INPUTS,
  ].map(({ name, kind }) => [name, kind]),
)

/** By their names without case, spaces, - and _: spreadsheets and other programs write `Job Title` and `job_title`. */
const COLUMNS: ReadonlyMap<string, string> = new Map(
  ['record', 'type', 'company', 'companyName', 'domain', ...KIND_OF_COLUMN.keys()].map((name) => [
    plainName(name),
    name,
  ]),
)

const COLUMN_NAMES: ReadonlySet<string> = new Set(COLUMNS.values())

/** A header has all columns of one of these lines. Without them, the first line is not a header. */
const IDENTIFYING_COLUMNS = [['company'], ['domain'], ['source', 'key', 'status']]

const DELIMITERS = [',', ';', '\t', '|']
/** Spreadsheets write and read the delimiter in a line before the header. */
const DELIMITER_LINE = /^"?sep=(.)"?$/i

const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
/** Many countries write 0,8. A whole number with a comma may be 1,200, so it is not guessed. */
const DECIMAL_COMMA = /^[-+]?\d*,\d+$/
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
])

/** What the columns of a file mean, if they don't have the names of the fields. */
export interface CsvLayout {
  /** To find the character that separates the columns. */
  readonly isColumn: (header: string) => boolean
  /** What a row becomes: lines of NDJSON, or why there are none. A text: the header doesn't fit. */
  readonly readHeader: (headers: readonly string[]) => ReadRow | string
}

type ReadRow = (cells: readonly string[]) => readonly object[] | string

export class CsvReader implements RawRecordReader {
  readonly #file: string
  readonly #dates: DateFormat | undefined
  readonly #layout: CsvLayout | undefined
  /** How many columns the header has. Undefined until it is read. */
  #width: number | undefined
  #readRow: ReadRow = () => []
  /** The lines of the current row: more than one while a quoted field is open. */
  #pending: Line[] = []
  #pendingCharacters = 0
  #delimiter: string | undefined
  #row = new CsvRow()

  constructor(file: string, dates?: DateFormat, layout?: CsvLayout) {
    this.#file = file
    this.#dates = dates
    this.#layout = layout
  }

  again(): CsvReader {
    const reader = new CsvReader(this.#file, this.#dates, this.#layout)
    reader.#width = this.#width
    reader.#readRow = this.#readRow
    reader.#delimiter = this.#delimiter
    reader.#startRow()
    return reader
  }

  take(line: Line, into: RawRecord[]): void {
    if (this.#pending.length === 0 && line.error !== undefined) return void into.push(invalidLine(line, line.error))
    if (this.#pending.length === 0 && isBlank(line.text)) return
    if (this.#delimiter === undefined && (isEmptyRow(line.text) || !this.#readDelimiter(line))) return
    this.#pending.push(line)
    this.#pendingCharacters += line.text.length + 1
    const state = line.error === undefined ? this.#row.take(line.text) : 'open'
    if (state === 'complete') this.#finish(into)
    else if (state !== 'open') this.#giveUp(state.error, into)
    else if (line.error !== undefined || this.#pendingCharacters > MAX_LINE_BYTES) this.#giveUp(UNCLOSED, into)
  }

  end(into: RawRecord[]): void {
    while (this.#pending.length > 0) this.#giveUp(UNCLOSED, into)
  }

  #finish(into: RawRecord[]): void {
    const { fields } = this.#row
    const line = this.#pending[0]?.number ?? 0
    const text = this.#pending.map((pending) => pending.text).join('\n')
    this.#startRow()
    if (this.#width === undefined) {
      this.#readRow = this.#layout ? this.#layoutOf(fields) : this.#ownColumns(fields)
      this.#width = fields.length
      return
    }
    // Spreadsheets write a row of separators for an empty one, and some for the rows below the last.
    if (fields.every(isBlank)) return
    const records =
      fields.length === this.#width
        ? this.#readRow(fields)
        : `the row has ${fields.length} columns, the header has ${this.#width}`
    if (typeof records === 'string') into.push({ line, text, error: records })
    else for (const value of records) into.push(new CsvRecord(line, value, text))
  }

  #layoutOf(fields: readonly string[]): ReadRow {
    const readRow = (this.#layout as CsvLayout).readHeader(fields.map((field) => field.trim()))
    if (typeof readRow === 'string') throw new UnreadableFile(`${this.#file}: ${readRow}.`)
    return readRow
  }

  /**
   * Only the first line of the row is lost. The following lines are parsed again, as separate rows. A line that left the
   * row open has an even number of quotes and so can't open a row itself: no line is parsed a third time.
   */
  #giveUp(error: string, into: RawRecord[]): void {
    const [first, ...rest] = this.#pending
    this.#startRow()
    if (first && this.#width === undefined)
      throw new UnreadableFile(`${this.#file}: the header cannot be read: ${error}.`)
    if (first) into.push(invalidLine(first, error))
    for (const line of rest) this.take(line, into)
  }

  /** Returns whether the line is the header. Otherwise it only names the delimiter. */
  #readDelimiter({ text }: Line): boolean {
    const named = DELIMITER_LINE.exec(text.trim())?.[1]
    this.#delimiter = named ?? delimiterOf(text, this.#layout?.isColumn)
    this.#startRow()
    return named === undefined
  }

  #startRow(): void {
    this.#pending = []
    this.#pendingCharacters = 0
    this.#row = new CsvRow(this.#delimiter)
  }

  #ownColumns(fields: readonly string[]): ReadRow {
    const columns = fields.map((field) => COLUMNS.get(plainName(field)) ?? field.trim())
    const duplicate = columns.find((column, at) => column !== '' && columns.indexOf(column) !== at)
    if (duplicate !== undefined)
      throw new UnreadableFile(`${this.#file}: the header has the column ${JSON.stringify(duplicate)} twice.`)
    if (!IDENTIFYING_COLUMNS.some((names) => names.every((name) => columns.includes(name)))) {
      const hints = unknownOf(columns)
        .filter((column) => hintOf(column, columns) !== '')
        .slice(0, MAX_UNKNOWN_NAMED)
      const meant = hints.map((column) => ` ${quoted(column)}${hintOf(column, columns)}.`).join('')
      throw new UnreadableFile(
        `${this.#file}: the first line must be a header with a column company or domain, not ${quoted(fields.join(this.#delimiter))}.${meant}`,
      )
    }
    const unknown = unknownOf(columns)
    if (unknown.length > 0) throw new UnreadableFile(`${this.#file}: ${unknownColumns(unknown, columns)}`)
    const jsonOf = rowReader(columns, this.#dates)
    return (cells) => [jsonOf(cells)]
  }
}

/** Its JSON is built on demand: not for a row that waits for others of its company, which is parsed again. */
class CsvRecord implements RawRecord {
  readonly line: number
  readonly original: string
  #value: object | undefined
  #text: string | undefined

  constructor(line: number, value: object, original: string) {
    this.line = line
    this.#value = value
    this.original = original
  }

  get value(): object | undefined {
    return this.#value
  }

  get text(): string {
    this.#text ??= JSON.stringify(this.#value)
    return this.#text
  }

  takeValue(): object | undefined {
    const value = this.#value
    this.#text ??= JSON.stringify(value)
    this.#value = undefined
    return value
  }
}

const MAX_UNKNOWN_NAMED = 20

function unknownOf(columns: readonly string[]): string[] {
  return columns.filter((column) => column !== '' && !COLUMN_NAMES.has(column))
}

/** Empty if no field is near, or the header has it already. */
function hintOf(column: string, columns: readonly string[]): string {
  const likely = likelyColumn(COLUMNS, plainName(column))
  return likely === undefined || columns.includes(likely) ? '' : ` (did you mean ${likely}?)`
}

/** All of them in one message: otherwise each row would be rejected for the first one. */
function unknownColumns(unknown: readonly string[], columns: readonly string[]): string {
  const named = unknown.slice(0, MAX_UNKNOWN_NAMED).map((column) => `${quoted(column)}${hintOf(column, columns)}`)
  const more = unknown.length > named.length ? ` and ${unknown.length - named.length} more` : ''
  const which = unknown.length === 1 ? 'an unknown column' : `${unknown.length} unknown columns`
  return `the header has ${which}: ${named.join(', ')}${more}. Rename or remove ${unknown.length === 1 ? 'it' : 'them'}; docs/ingest.md lists the fields.`
}

/** Whether a line is the header of a CSV file, whatever the file is called. */
export function isCsvHeader(line: string): boolean {
  const row = new CsvRow(delimiterOf(line))
  if (row.take(line) !== 'complete' || row.fields.length < 2) return false
  const columns = new Set(row.fields.map((field) => COLUMNS.get(plainName(field))))
  return IDENTIFYING_COLUMNS.some((names) => names.every((name) => columns.has(name)))
}

/** Spreadsheets write empty rows above the header, too. */
function isEmptyRow(text: string): boolean {
  return /^[\s,;|"]*$/.test(text)
}

const UNCLOSED = 'a quote is not closed'

function invalidLine({ number, text, error }: Line, reason: string): RawRecord {
  return { line: number, text, error: error ?? reason }
}

/**
 * Makes the JSON value of a row. A cell that doesn't fit its kind stays text, and validation rejects it. The order of the
 * fields stays as it is: a line that was imported before is recognised by its text.
 */
function rowReader(columns: readonly string[], dates: DateFormat | undefined): (cells: readonly string[]) => object {
  const cells = columns.map((column) => cellReader(KIND_OF_COLUMN.get(column), dates))
  const [recordAt, typeAt, keyAt, companyAt, nameAt] = ['record', 'type', 'key', 'company', 'companyName'].map((name) =>
    columns.indexOf(name),
  ) as [number, number, number, number, number]
  return (row) => {
    const textAt = (at: number) => row[at]?.trim() || undefined
    const stated = textAt(recordAt)
    const record = stated ?? (textAt(typeAt) !== undefined || textAt(keyAt) !== undefined ? 'signal' : 'company')
    const [company, name] = [textAt(companyAt), textAt(nameAt)]
    const isCompany = record === 'company'
    const value: Record<string, unknown> = {}
    for (let at = 0; at < columns.length; at++) {
      const cell = row[at]
      if (!cell || at === nameAt || (at === companyAt && (isCompany || name !== undefined))) continue
      const read = cells[at]?.(cell)
      if (read !== undefined) value[columns[at] as string] = read
    }
    if (stated === undefined) value.record = record
    if (isCompany) {
      if (company !== undefined) value.domain ??= company
      if (name !== undefined) value.name ??= name
    } else if (name !== undefined) value.company = company === undefined ? { name } : { domain: company, name }
    return value
  }
}

/** A column with this many different cells isn't repetitive. */
const MAX_REPEATED = 500

/**
 * Most columns have few different values, which are shared, as JSON.parse does. With a copy in each row, twice as much
 * would survive the collection of young garbage.
 */
function cellReader(kind: string | undefined, dates: DateFormat | undefined): (cell: string) => unknown {
  const isList = kind === 'texts' || kind === 'domains'
  let known: Map<string, unknown> | undefined = isList ? undefined : new Map()
  return (cell) => {
    const before = known?.get(cell)
    if (before !== undefined) return before
    const text = cell.trim()
    const value = text === '' ? undefined : cellOf(kind, text, dates)
    if (known?.set(cell, value).size === MAX_REPEATED) known = undefined
    return value
  }
}

function cellOf(kind: string | undefined, field: string, dates: DateFormat | undefined): unknown {
  if (kind === 'integer' || kind === 'number' || kind === 'confidence') {
    const isDecimal = kind !== 'integer' && DECIMAL_COMMA.test(field)
    if (!isDecimal && !NUMBER.test(field)) return field
    const number = Number(isDecimal ? field.replace(',', '.') : field)
    // As in JSON, there is one zero, and nothing is infinite.
    return Number.isFinite(number) ? number + 0 : field
  }
  if (kind === 'time' || kind === 'date') return dates?.isoOf(field) ?? field
  if (kind === 'boolean') return BOOLEANS.get(field.toLowerCase()) ?? field
  if (kind === 'texts' || kind === 'domains') return field.split(';')
  return field
}

function plainName(column: string): string {
  return column.toLowerCase().replace(/[\s_-]/g, '')
}

/**
 * The delimiter that gives the most known columns. If a layout defines those, ties go to the one with the most columns.
 */
function delimiterOf(header: string, isOfLayout?: (field: string) => boolean): string {
  const isColumn = isOfLayout ?? ((field) => COLUMNS.has(plainName(field)))
  const splits = DELIMITERS.map((delimiter) => {
    const row = new CsvRow(delimiter)
    row.take(header)
    const known = row.fields.filter((field) => isColumn(field.trim())).length
    return { delimiter, known, all: isOfLayout ? row.fields.length : 0 }
  })
  return splits.reduce((best, next) => ((next.known - best.known || next.all - best.all) > 0 ? next : best)).delimiter
}
