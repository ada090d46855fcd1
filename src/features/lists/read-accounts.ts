// Reads what people paste or upload: domains, e-mail addresses and URLs, one or several to a line, or a table that a
// spreadsheet or a CRM has written. Of a table whose first line names a column of domains, only that column is read: the
// others may have domains of other companies, such as the address of the account's owner.

import { setImmediate as nextTick } from 'node:timers/promises'
import { AppError } from '../../platform/app-error.ts'
import { csvRowAt } from '../../platform/csv-row.ts'
import { MAX_ACCOUNTS_LENGTH, MAX_LIST_ENTRIES } from '../../settings-contract/index.ts'
import { readAccount } from '../companies/index.ts'

interface UnreadableLine {
  readonly line: number
  readonly text: string
  readonly reason: string
}

export interface ReadAccounts {
  /** Normalised, each once, in the order of the text. */
  readonly domains: readonly string[]
  /** How many lines have no domain. */
  readonly unreadable: number
  /** The first of them. */
  readonly unreadableLines: readonly UnreadableLine[]
}

const MAX_REPORTED = 100
const LINES_AT_ONCE = 200
const MAX_SHOWN_CHARACTERS = 80

/** The names that columns of domains have, the best first, without case, spaces and punctuation. */
const COLUMN_NAMES = [
  ['domain', 'companydomain', 'companydomainname', 'websitedomain', 'accountdomain', 'domainname', 'domains'],
  ['website', 'companywebsite', 'websiteurl', 'accountwebsite', 'web', 'homepage', 'url', 'companyurl', 'site'],
  ['email', 'emailaddress', 'mail', 'workemail', 'contactemail', 'emails'],
]
const DELIMITERS = ['\t', ';', ',', '|']
const NO_DOMAIN = 'it has no domain, URL or e-mail address'

/** Reads some lines at a time: 20,000 take a quarter of a second, in which others are answered. */
export async function readAccounts(text: string): Promise<ReadAccounts> {
  if (text.length > MAX_ACCOUNTS_LENGTH) {
    throw new AppError('invalid', `The text is longer than ${MAX_ACCOUNTS_LENGTH.toLocaleString('en')} characters.`)
  }
  const domains = new Set<string>()
  const unreadableLines: UnreadableLine[] = []
  let unreadable = 0
  let rows = 0
  for (const { line, cells, text: row } of rowsOf(text.replace(/^\uFEFF/, ''))) {
    if (++rows % LINES_AT_ONCE === 0) await nextTick()
    const read = cells.filter((cell) => cell.trim() !== '').map(readAccount)
    const found = read.flatMap((each) => (each && 'domain' in each ? [each.domain] : []))
    for (const domain of found) domains.add(domain)
    if (domains.size > MAX_LIST_ENTRIES) {
      throw new AppError('invalid', `A list can have at most ${MAX_LIST_ENTRIES.toLocaleString('en')} companies.`)
    }
    if (found.length > 0) continue
    unreadable++
    if (unreadableLines.length >= MAX_REPORTED) continue
    const refused = read.find((each) => each && 'refused' in each)
    const reason = refused && 'refused' in refused ? refused.refused : NO_DOMAIN
    unreadableLines.push({ line, text: shortened(row), reason })
  }
  return { domains: [...domains], unreadable, unreadableLines }
}

/** What to look for in domains: an account as people paste it, or a part of a domain. */
export function readSearchText(text: string): string {
  const read = readAccount(text)
  return read && 'domain' in read ? read.domain : text.trim()
}

interface Row {
  /** From 1. */
  readonly line: number
  readonly text: string
  readonly cells: readonly string[]
}

/** Without empty lines, and without the heading of a table. */
function* rowsOf(text: string): Generator<Row> {
  const lines = text.split(/\r\n|\n|\r/)
  const first = lines.findIndex((line) => line.trim() !== '')
  const heading = first === -1 ? undefined : headingOf(lines[first] ?? '')
  if (!heading) {
    for (const [i, line] of lines.entries()) {
      if (line.trim() !== '') yield { line: i + 1, text: line, cells: wordsOf(line) }
    }
    return
  }
  for (let at = first + 1; at < lines.length; ) {
    const row = csvRowAt(lines, at, heading.delimiter)
    const text = lines[at] ?? ''
    // A broken row is read like a line of text.
    const cells = row ? (row.fields[heading.column] ?? '').split(/[\s,;]+/) : wordsOf(text)
    if (text.trim() !== '') yield { line: at + 1, text, cells }
    at += row?.lines ?? 1
  }
}

const wordsOf = (line: string) => line.replaceAll('"', ' ').split(/[\s,;|]+/)

function headingOf(line: string): { readonly column: number; readonly delimiter: string } | undefined {
  const [delimiter = ','] = DELIMITERS.filter((each) => line.includes(each))
  const names =
    csvRowAt([line], 0, delimiter)?.fields.map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')) ?? []
  for (const wanted of COLUMN_NAMES) {
    const column = names.findIndex((name) => wanted.includes(name))
    if (column !== -1) return { column, delimiter }
  }
  return undefined
}

function shortened(text: string): string {
  const trimmed = text.trim().toWellFormed()
  return trimmed.length > MAX_SHOWN_CHARACTERS ? `${trimmed.slice(0, MAX_SHOWN_CHARACTERS)}…` : trimmed
}
