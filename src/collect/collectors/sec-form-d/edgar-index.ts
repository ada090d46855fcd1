// The SEC's index of one day, by form: fixed columns, one row for each issuer of a filing.

import { type Filer, VisitFailure } from '../collector.ts'
import { MAX_TEXT } from '../job-boards/read-json.ts'

const MAX_FILERS = 20_000
const FORMS: ReadonlySet<string> = new Set(['D', 'D/A'])
/** Of a row behind the form and the name. */
const REST = /^\s*(\d{1,10})\s+(\d{4})-?(\d{2})-?(\d{2})\s+edgar\/data\/\d{1,10}\/\d{10}-\d{2}-\d{6}\.txt\s*$/

/** The issuers of Form D and its amendments. Throws a VisitFailure if the text is something else. */
export function readFormIndex(text: string): readonly Filer[] {
  if (text.length > MAX_TEXT) throw new VisitFailure('too_large', 'The index has too many characters.')
  const lines = text.split(/\r?\n/)
  const head = lines.findIndex((line) => /^-{20,}\s*$/.test(line))
  if (head < 0 || !/^Form Type\s+Company Name\s/m.test(lines.slice(0, head).join('\n')))
    throw new VisitFailure('invalid_response', 'The index of filings has no table by form.')
  const rows = lines.slice(head + 1).filter((line) => FORMS.has(line.slice(0, 12).trim()))
  const filers = rows.slice(0, MAX_FILERS).flatMap((row) => filerOf(row) ?? [])
  if (rows.length > 0 && filers.length === 0)
    throw new VisitFailure('invalid_response', 'No row of the index of filings can be read.')
  return filers
}

function filerOf(row: string): Filer | undefined {
  const name = row.slice(12, 74).trim()
  const [, cik, year, month, day] = REST.exec(row.slice(74)) ?? []
  if (name === '' || cik === undefined) return undefined
  return { issuer: String(Number(cik)), name, filedOn: `${year}-${month}-${day}` }
}
