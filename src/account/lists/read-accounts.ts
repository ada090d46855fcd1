// Reads what people paste or upload: domains, e-mail addresses and URLs, one or several to a line, or a table from a
// spreadsheet or a CRM. If a table's first line names a column of domains, only that column is read: the others may
// have domains of other companies, such as the address of the account's owner.

import { setImmediate as nextTick } from 'node:timers/promises'
import { readAccount } from '../../meaning/companies/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { csvRowAt } from '../../platform/text/csv-row.ts'
import { MAX_ACCOUNTS_LENGTH, MAX_LIST_ENTRIES } from '../../settings-contract/index.ts'

interface UnreadableLine {
  readonly line: number
  readonly text: string
  readonly reason: string
}

export interface ReadAccounts {
  /** Normalised, each once, in the order of the text. */
  readonly domains: readonly string[]
  /** The number of lines without a domain. */
  readonly unreadable: number
  /** The first few of them. */
  readonly unreadableLines: readonly UnreadableLine[]
}

const MAX_REPORTED = 100
const MAX_SHOWN_CHARACTERS = 80
/** Ten times the companies of the largest list. A text with more isn't a list of accounts. */
const MAX_WORDS = 10 * MAX_LIST_ENTRIES
/** A longer line isn't a row of a table. It is read word by word. */
const MAX_ROW_CHARACTERS = 20_000
/**
 * How much is read before yielding to the event loop: at most a few milliseconds of words that may be domains, or of
 * empty lines.
 */
const WORK_PER_TURN = 2_000
const WORK_OF_WORD = 10

/** The names of columns of domains, best first, without case, spaces and punctuation. */
const COLUMN_NAMES = [
  ['domain', 'companydomain', 'companydomainname', 'websitedomain', 'accountdomain', 'domainname', 'domains'],
  ['website', 'companywebsite', 'websiteurl', 'accountwebsite', 'web', 'homepage', 'url', 'companyurl', 'site'],
  ['email', 'emailaddress', 'mail', 'workemail', 'contactemail', 'emails'],
]
const DELIMITERS = ['\t', ';', ',', '|']
const NO_DOMAIN = 'it has no domain, URL or email address'

/**
 * Reads a part at a time, however long the lines are: 20,000 domains take a quarter of a second, during which other
 * requests are answered.
 */
export async function readAccounts(text: string): Promise<ReadAccounts> {
  if (text.length > MAX_ACCOUNTS_LENGTH) {
    throw new AppError('invalid', `The text is longer than ${MAX_ACCOUNTS_LENGTH.toLocaleString('en')} characters.`)
  }
  const domains = new Set<string>()
  const unreadableLines: UnreadableLine[] = []
  let unreadable = 0
  let words = 0
  const turn = new Turn()
  for (const row of rowsOf(await linesOf(text.replace(/^\uFEFF/, ''), turn))) {
    if (turn.isOver(1)) await nextTick()
    if (!row) continue
    let isRead = false
    let reason: string | undefined
    for (const word of row.words) {
      if (turn.isOver(WORK_OF_WORD)) await nextTick()
      if (++words > MAX_WORDS) throw tooManyWords()
      const read = readAccount(word)
      if (read && 'refused' in read) reason ??= read.refused
      if (!read || !('domain' in read)) continue
      isRead = true
      domains.add(read.domain)
      if (domains.size > MAX_LIST_ENTRIES) {
        throw new AppError('invalid', `A list can have at most ${MAX_LIST_ENTRIES.toLocaleString('en')} companies.`)
      }
    }
    if (isRead || ++unreadable > MAX_REPORTED) continue
    unreadableLines.push({ line: row.line, text: shortened(row.text), reason: reason ?? NO_DOMAIN })
  }
  return { domains: [...domains], unreadable, unreadableLines }
}

/** Counts the work since the last yield to the event loop. */
class Turn {
  #work = 0

  isOver(more: number): boolean {
    this.#work += more
    if (this.#work < WORK_PER_TURN) return false
    this.#work = 0
    return true
  }
}

function tooManyWords(): AppError {
  const most = MAX_WORDS.toLocaleString('en')
  return new AppError('invalid', `The text has more than ${most} words. Upload only the domains of the companies.`)
}

/** The text to search for in domains: a pasted account, or a part of a domain. */
export function readSearchText(text: string): string {
  const read = readAccount(text)
  return read && 'domain' in read ? read.domain : text.trim()
}

interface Row {
  /** From 1. */
  readonly line: number
  readonly text: string
  /** Words that may be domains. */
  readonly words: Iterable<string>
}

/** Splitting two million empty lines in one go would take 100 ms. */
async function linesOf(text: string, turn: Turn): Promise<string[]> {
  const lines: string[] = []
  let start = 0
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push(text.slice(start, index))
    start = index + end.length
    if (turn.isOver(1)) await nextTick()
  }
  lines.push(text.slice(start))
  return lines
}

/** Undefined for an empty line and for the heading of a table. */
function* rowsOf(lines: readonly string[]): Generator<Row | undefined> {
  let heading: ReturnType<typeof headingOf>
  let isFirst = true
  for (let at = 0; at < lines.length; ) {
    const text = lines[at] ?? ''
    const line = at + 1
    if (isFirst && !isBlank(text)) {
      isFirst = false
      heading = headingOf(text)
      if (heading) {
        at++
        yield undefined
        continue
      }
    }
    const row = heading && text.length <= MAX_ROW_CHARACTERS ? csvRowAt(lines, at, heading.delimiter) : undefined
    at += row?.lines ?? 1
    // A malformed row is read like a line of text.
    const cell = heading && row ? (row.fields[heading.column] ?? '') : text
    yield isBlank(text) ? undefined : { line, text, words: wordsIn(cell) }
  }
}

const isBlank = (text: string) => !/\S/.test(text)

/** One at a time, because a line can have a million. */
function* wordsIn(text: string): Generator<string> {
  for (const [word] of text.matchAll(/[^\s,;|"]+/g)) yield word
}

function headingOf(line: string): { readonly column: number; readonly delimiter: string } | undefined {
  if (line.length > MAX_ROW_CHARACTERS) return undefined
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
