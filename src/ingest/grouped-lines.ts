// A file may have the lines of a company anywhere, such as in the order of time. Written in that order, each batch has
// lines of thousands of companies, and reads everything stored about all of them for a line or two each. So when that
// happens, or when a file begins only with new companies, the lines are grouped by company first, and then those of a
// company are written together.
//
// The result is the same: it doesn't depend on the order of reports, and the lines of one company keep theirs if they
// are under one domain. Its aliases aren't known here: looking them up would cost time for every line. A line that
// depends on the order of others ends the window: one that changes who a company is or a status, one about a report
// that another company had, and any that isn't plain.

import { COMPANY_FIELDS, isPlainDomain, registrableDomain } from '../meaning/companies/index.ts'
import type { Line } from './formats/lines.ts'
import type { RawRecord, RawRecordReader } from './formats/raw-record.ts'
import { LineWindow, type PlainLine } from './line-window.ts'

/** The part of the lines read that waits to be returned, from 0 to 1. */
export interface Waiting {
  share: number
}

/** The records of a file. Once grouping pays, those of a company follow each other. */
export async function* groupedByCompany(
  reading: AsyncIterable<RawRecord[]>,
  isWorthIt: () => boolean,
  waiting: Waiting,
  reader: RawRecordReader,
): AsyncGenerator<RawRecord[]> {
  let window: LineWindow | undefined
  let failure: { readonly error: unknown } | undefined
  let read = 0
  const note = (characters: number) => {
    waiting.share = read === 0 ? 0 : characters / read
  }
  async function* emptied(full: LineWindow): AsyncGenerator<RawRecord[]> {
    let left = full.characters
    for await (const lines of full.drain()) {
      for (const { text } of lines) left -= text.length
      note(left)
      yield recordsOf(lines, reader.again())
    }
    await full.close()
    window = new LineWindow()
  }
  try {
    for await (const records of reading) {
      for (const [record] of rowsOf(records)) read += record ? lineOf(record).length : 0
      if (!window && isWorthIt()) window = new LineWindow()
      if (!window) {
        yield records
        continue
      }
      for (const row of rowsOf(records)) {
        const line = plainRowOf(row)
        if (line && window.add(line)) continue
        if (!window.isEmpty()) yield* emptied(window)
        yield row
      }
      await window.store()
      note(window.characters)
      if (window.isFull()) yield* emptied(window)
    }
  } catch (error) {
    failure = { error }
  }
  try {
    // If a file can't be read to its end, the lines before that are written too.
    if (window && !window.isEmpty()) yield* emptied(window)
    if (failure) throw failure.error
  } finally {
    await window?.close()
    note(0)
  }
}

function recordsOf(lines: readonly Line[], reader: RawRecordReader): RawRecord[] {
  const records: RawRecord[] = []
  for (const line of lines) reader.take(line, records)
  return records
}

const PLAIN_NAMES: ReadonlySet<string> = new Set([
  'record',
  'domain',
  ...COMPANY_FIELDS.map(({ name }) => name).filter((name) => name !== 'aliases' && name !== 'mergedInto'),
])

/**
 * The records of each line of the file: a row of CSV may be a company and a signal. It waits as one, and is parsed
 * again as a whole.
 */
function* rowsOf(records: readonly RawRecord[]): Generator<RawRecord[]> {
  for (let from = 0, to = 1; from < records.length; from = to++) {
    while (to < records.length && records[to]?.line === records[from]?.line) to++
    yield records.slice(from, to)
  }
}

/** Undefined if a record is not plain, or if they are of several companies or reports. */
function plainRowOf(row: readonly RawRecord[]): PlainLine | undefined {
  let plain: PlainLine | undefined
  for (const record of row) {
    const line = plainLineOf(record)
    if (
      !line ||
      (plain && (plain.company !== line.company || (plain.report !== undefined && line.report !== undefined)))
    )
      return undefined
    plain = plain ? { ...line, ...plain } : line
  }
  return plain
}

/** As the file has it. */
function lineOf(record: RawRecord): string {
  return record.original ?? record.text
}

function plainLineOf(raw: RawRecord): PlainLine | undefined {
  const [number, text] = [raw.line, lineOf(raw)]
  if (raw.error !== undefined || text.includes('\n')) return undefined
  const value = raw.value ?? parsedOf(raw.text)
  if (typeof value !== 'object' || value === null) return undefined
  const { record, domain, company, source, key } = value as Readonly<Record<string, unknown>>
  if (record === 'company') {
    const isPlain = Object.keys(value).every((name) => PLAIN_NAMES.has(name))
    return isPlain ? plainLine({ number, text }, domain) : undefined
  }
  if (record !== 'signal') return undefined
  const report = [source, typeof key === 'number' ? String(key) : key]
  if (!report.every(isPlainText)) return undefined
  return plainLine({ number, text }, domainOf(company), report.join('\n'))
}

function domainOf(company: unknown): unknown {
  return typeof company === 'object' && company !== null && 'domain' in company ? company.domain : company
}

function plainLine(line: Pick<Line, 'number' | 'text'>, domain: unknown, report?: string): PlainLine | undefined {
  if (typeof domain !== 'string' || !isPlainDomain(domain)) return undefined
  return { ...line, company: registrableDomain(domain), ...(report !== undefined && { report }) }
}

/** Texts that are stored as they are, so that equal reports are recognised. */
function isPlainText(text: unknown): boolean {
  return typeof text === 'string' && /^[!-~](?:[ -~]*[!-~])?$/.test(text)
}

function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
