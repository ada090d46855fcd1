// A file of companies to watch: CSV with the columns domain, and optionally name and board.

import { AppError } from '../../platform/app-error.ts'
import { CsvRow } from '../../platform/csv-row.ts'

export interface AccountRow {
  readonly line: number
  readonly domain: string
  readonly name?: string
  readonly board?: string
}

const DELIMITERS = [',', ';', '\t']

/** Other columns are ignored. Throws if the file is no such CSV. */
export function readAccounts(text: string): AccountRow[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const header = lines[0] ?? ''
  const delimiter = DELIMITERS.find((candidate) => header.includes(candidate)) ?? ','
  const columns = fieldsOf([header], delimiter)?.fields.map((name) => name.trim().toLowerCase()) ?? []
  if (!columns.includes('domain')) {
    throw new AppError('invalid', 'The file needs a first line with the column domain, and optionally name and board.')
  }
  const rows: AccountRow[] = []
  for (let at = 1; at < lines.length; ) {
    const line = at + 1
    const row = fieldsOf(lines.slice(at, at + MAX_ROW_LINES), delimiter)
    if (!row) throw new AppError('invalid', `Line ${line} of the file is no CSV: a quote is missing or too many.`)
    at += row.lines
    const cell = (name: string) => row.fields[columns.indexOf(name)]?.trim() || undefined
    const [domain, name, board] = [cell('domain'), cell('name'), cell('board')]
    if (domain !== undefined) rows.push({ line, domain, ...(name && { name }), ...(board && { board }) })
  }
  return rows
}

const MAX_ROW_LINES = 20

/** The next row, which has several lines if a quoted field has. */
function fieldsOf(lines: readonly string[], delimiter: string) {
  const row = new CsvRow(delimiter)
  for (const [i, line] of lines.entries()) {
    const state = row.take(line)
    if (state === 'complete') return { fields: row.fields, lines: i + 1 }
    if (state !== 'open') return undefined
  }
  return undefined
}
