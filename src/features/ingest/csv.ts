// CSV with a header row, as the same values that NDJSON gives. The columns are called as the JSON fields, so that there
// is nothing to learn twice; numbers, truth values and lists are read by what is declared of the field.

import { AppError } from '../../platform/app-error.ts'
import { COMPANY_FIELDS } from '../companies/index.ts'
import { LINE_FIELDS, SIGNAL_DECLARATIONS, WRITABLE_TYPES } from '../signals/index.ts'
import { CsvRow } from './csv-row.ts'
import { type Entry, type EntryReader, isBlank } from './entries.ts'
import { type Line, MOST_LINE_BYTES } from './lines.ts'

const KIND_OF_COLUMN: ReadonlyMap<string, string> = new Map(
  [...COMPANY_FIELDS, ...LINE_FIELDS, ...WRITABLE_TYPES.flatMap((type) => SIGNAL_DECLARATIONS[type].fields)].map(
    ({ name, kind }) => [name, kind],
  ),
)

/** One of these is in every header; where none is, the first line is no header. */
const NEEDED_COLUMNS = ['company', 'domain']

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/
const TRUTH: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
])

export class CsvReader implements EntryReader {
  readonly #file: string
  #columns: readonly string[] | undefined
  /** The lines of the row that is being read: more than one while a quoted field is open. */
  #held: Line[] = []
  #heldCharacters = 0
  #row = new CsvRow()

  constructor(file: string) {
    this.#file = file
  }

  take(line: Line, into: Entry[]): void {
    if (this.#held.length === 0 && line.fault !== undefined) return void into.push(faulty(line, line.fault))
    if (this.#held.length === 0 && isBlank(line.text)) return
    this.#held.push(line)
    this.#heldCharacters += line.text.length + 1
    const state = line.fault === undefined ? this.#row.take(line.text) : 'open'
    if (state === 'whole') this.#finish(into)
    else if (state !== 'open') this.#giveUp(state.fault, into)
    else if (line.fault !== undefined || this.#heldCharacters > MOST_LINE_BYTES) this.#giveUp(UNCLOSED, into)
  }

  end(into: Entry[]): void {
    while (this.#held.length > 0) this.#giveUp(UNCLOSED, into)
  }

  #finish(into: Entry[]): void {
    const { fields } = this.#row
    const line = this.#held[0]?.number ?? 0
    const text = this.#held.map((held) => held.text).join('\n')
    this.#begin()
    if (this.#columns === undefined) {
      this.#columns = this.#header(fields)
      return
    }
    if (fields.length === this.#columns.length) into.push({ line, text, value: jsonOf(this.#columns, fields) })
    else into.push({ line, text, fault: `the row has ${fields.length} columns, the header ${this.#columns.length}` })
  }

  /**
   * Only the line where the row began is lost: the ones after it are read again, as rows of their own. Each that left
   * the row open holds an even number of quotes and so cannot open a row itself: no line is read a third time.
   */
  #giveUp(fault: string, into: Entry[]): void {
    const [first, ...rest] = this.#held
    this.#begin()
    if (first && this.#columns === undefined)
      throw new AppError('unavailable', `${this.#file}: the header cannot be read: ${fault}.`)
    if (first) into.push(faulty(first, fault))
    for (const line of rest) this.take(line, into)
  }

  #begin(): void {
    this.#held = []
    this.#heldCharacters = 0
    this.#row = new CsvRow()
  }

  #header(fields: readonly string[]): readonly string[] {
    const columns = fields.map((field) => field.trim())
    const twice = columns.find((column, at) => column !== '' && columns.indexOf(column) !== at)
    if (twice !== undefined)
      throw new AppError(
        'unavailable',
        `${this.#file}: the column ${JSON.stringify(twice)} stands twice in the header.`,
      )
    if (!NEEDED_COLUMNS.some((column) => columns.includes(column))) {
      throw new AppError(
        'unavailable',
        `${this.#file}: the first line must name the columns, separated by commas, and one of them is company or domain.`,
      )
    }
    return columns
  }
}

const UNCLOSED = 'a quote is opened and not closed'

function faulty({ number, text, fault }: Line, reason: string): Entry {
  return { line: number, text, fault: fault ?? reason }
}

/** The JSON value of a row. What does not look like its kind stays text, and the validation says so. */
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
  // fromEntries defines its keys, so that a column called __proto__ is a column like any other.
  return Object.fromEntries(value)
}

function cellOf(kind: string | undefined, field: string): unknown {
  if (kind === 'integer' || kind === 'number' || kind === 'confidence')
    return NUMBER.test(field) ? Number(field) : field
  if (kind === 'boolean') return TRUTH.get(field.toLowerCase()) ?? field
  if (kind === 'texts') return field.split(';')
  return field
}
