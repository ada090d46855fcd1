// Converts CSV with a header row to the same values that NDJSON gives. The columns have the names of the JSON fields.
// Numbers, booleans and lists are converted according to the declared kind of the field.

import { AppError } from '../../platform/app-error.ts'
import { COMPANY_FIELDS } from '../companies/index.ts'
import { COMMON_FIELDS, SIGNAL_DECLARATIONS, WRITABLE_TYPES } from '../signals/index.ts'
import { CsvRow } from './csv-row.ts'
import { type Line, MAX_LINE_BYTES } from './lines.ts'
import { isBlank, type RawRecord, type RawRecordReader } from './raw-records.ts'

const KIND_OF_COLUMN: ReadonlyMap<string, string> = new Map(
  [...COMPANY_FIELDS, ...COMMON_FIELDS, ...WRITABLE_TYPES.flatMap((type) => SIGNAL_DECLARATIONS[type].fields)].map(
    ({ name, kind }) => [name, kind],
  ),
)

/** A header has at least one of these. Without them, the first line is not a header. */
const IDENTIFYING_COLUMNS = ['company', 'domain']

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
])

export class CsvReader implements RawRecordReader {
  readonly #file: string
  #columns: readonly string[] | undefined
  /** The lines of the current row: more than one while a quoted field is open. */
  #pending: Line[] = []
  #pendingCharacters = 0
  #row = new CsvRow()

  constructor(file: string) {
    this.#file = file
  }

  take(line: Line, into: RawRecord[]): void {
    if (this.#pending.length === 0 && line.error !== undefined) return void into.push(invalidLine(line, line.error))
    if (this.#pending.length === 0 && isBlank(line.text)) return
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
    if (this.#columns === undefined) {
      this.#columns = this.#parseHeader(fields)
      return
    }
    if (fields.length === this.#columns.length) into.push({ line, text, value: jsonOf(this.#columns, fields) })
    else
      into.push({ line, text, error: `the row has ${fields.length} columns, the header has ${this.#columns.length}` })
  }

  /**
   * Only the first line of the row is lost. The following lines are parsed again, as separate rows. A line that left the
   * row open has an even number of quotes and so can't open a row itself: no line is parsed a third time.
   */
  #giveUp(error: string, into: RawRecord[]): void {
    const [first, ...rest] = this.#pending
    this.#startRow()
    if (first && this.#columns === undefined)
      throw new AppError('unavailable', `${this.#file}: the header cannot be read: ${error}.`)
    if (first) into.push(invalidLine(first, error))
    for (const line of rest) this.take(line, into)
  }

  #startRow(): void {
    this.#pending = []
    this.#pendingCharacters = 0
    this.#row = new CsvRow()
  }

  #parseHeader(fields: readonly string[]): readonly string[] {
    const columns = fields.map((field) => field.trim())
    const duplicate = columns.find((column, at) => column !== '' && columns.indexOf(column) !== at)
    if (duplicate !== undefined)
      throw new AppError('unavailable', `${this.#file}: the header has the column ${JSON.stringify(duplicate)} twice.`)
    if (!IDENTIFYING_COLUMNS.some((column) => columns.includes(column))) {
      throw new AppError(
        'unavailable',
        `${this.#file}: the first line must be a header with a column company or domain, separated by commas.`,
      )
    }
    return columns
  }
}

const UNCLOSED = 'a quote is not closed'

function invalidLine({ number, text, error }: Line, reason: string): RawRecord {
  return { line: number, text, error: error ?? reason }
}

/** The JSON value of a row. A cell that doesn't fit its kind stays text, and validation rejects it. */
function jsonOf(columns: readonly string[], fields: readonly string[]): Record<string, unknown> {
  const value = new Map<string, unknown>()
  for (const [at, column] of columns.entries()) {
    const field = fields[at]?.trim() ?? ''
    if (field !== '') value.set(column, cellOf(KIND_OF_COLUMN.get(column), field))
  }
  const take = (column: string) => {
    const cell = value.get(column)
    value.delete(column)
    return cell
  }
  if (!value.has('record')) value.set('record', value.has('type') ? 'signal' : 'company')
  const name = take('companyName')
  if (value.get('record') === 'company') {
    const domain = take('company')
    if (domain !== undefined && !value.has('domain')) value.set('domain', domain)
    if (name !== undefined && !value.has('name')) value.set('name', name)
  } else if (name !== undefined) value.set('company', { domain: take('company'), name })
  // fromEntries defines own properties, so a column named __proto__ is treated like any other.
  return Object.fromEntries(value)
}

function cellOf(kind: string | undefined, field: string): unknown {
  if (kind === 'integer' || kind === 'number' || kind === 'confidence')
    return NUMBER.test(field) ? Number(field) : field
  if (kind === 'boolean') return BOOLEANS.get(field.toLowerCase()) ?? field
  if (kind === 'texts') return field.split(';')
  return field
}
