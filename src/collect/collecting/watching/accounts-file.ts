// A file of companies to watch: CSV with the columns domain, and optionally name and board.

import { AppError } from '../../../platform/app-error.ts'
import { csvRowAt } from '../../../platform/text/csv-row.ts'

export interface AccountRow {
  readonly line: number
  readonly domain: string
  readonly name?: string
  readonly board?: string
}

export interface RejectedLine {
  readonly line: number
  readonly reason: string
}

const DELIMITERS = [',', ';', '\t']

/** Other columns are ignored. A line with a stray quote is rejected. Throws if the file has no such columns. */
export function readAccounts(text: string): { readonly rows: AccountRow[]; readonly rejected: RejectedLine[] } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const header = lines[0] ?? ''
  const delimiter = DELIMITERS.find((candidate) => header.includes(candidate)) ?? ','
  const columns = csvRowAt([header], 0, delimiter)?.fields.map((name) => name.trim().toLowerCase()) ?? []
  if (!columns.includes('domain')) {
    throw new AppError('invalid', 'The file needs a first line with the column domain, and optionally name and board.')
  }
  const rows: AccountRow[] = []
  const rejected: RejectedLine[] = []
  for (let at = 1; at < lines.length; ) {
    const line = at + 1
    const row = csvRowAt(lines, at, delimiter)
    at += row?.lines ?? 1
    if (!row) {
      rejected.push({ line, reason: 'It is not valid CSV: a quote is missing, or there is one too many.' })
      continue
    }
    const cell = (name: string) => row.fields[columns.indexOf(name)]?.trim() || undefined
    const [domain, name, board] = [cell('domain'), cell('name'), cell('board')]
    // Sign of a file in another encoding. Its names would replace good ones.
    if (name?.includes('\uFFFD'))
      rejected.push({ line, reason: 'The name is not valid UTF-8: save the file as UTF-8.' })
    else if (domain !== undefined) rows.push({ line, domain, ...(name && { name }), ...(board && { board }) })
    else if (name ?? board) rejected.push({ line, reason: 'The domain is missing.' })
  }
  return { rows, rejected }
}
