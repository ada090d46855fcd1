// What is needed to recognise a line of JSON, found by scanning its text, which costs a tenth of parsing and validating
// it.
//
// It only guesses which report a line is about, and a wrong guess does no harm: the hash of the complete line is stored
// with one report only, by the code that parsed the line.

import type { IncomingSignal } from '../../../meaning/signals/index.ts'
import { lineHash } from '../store/given-hash.ts'
import { signalId } from '../store/identity.ts'

/** For a parsed line. Undefined if its form is unusual. */
export function readGivenLine(text: string, { source, key }: Pick<IncomingSignal, 'source' | 'key'>) {
  const [seenSource, seenKey] = [valueAfter(text, '"source":'), valueAfter(text, '"key":')]
  if (seenSource === undefined || seenKey === undefined) return undefined
  return { hash: lineHash(text), id: seenSource === source && seenKey === key ? signalId(source, key) : undefined }
}

/** What a line seems to say. */
export interface SeenLine {
  readonly source: string
  readonly key: string
  /** See companyOf. */
  readonly company: string | undefined
}

/** Undefined if the line's report can't be determined. */
export function seeLine(text: string): SeenLine | undefined {
  const source = valueAfter(text, '"source":')
  const key = source && valueAfter(text, '"key":')
  return source && key ? { source, key, company: companyOf(text) } : undefined
}

const QUOTE = 0x22
const SPACE = 0x20
const DIGITS = /\d{1,15}/y

/** The text or the number after the name. Empty if it is something else. Undefined without the name. */
function valueAfter(text: string, name: string): string | undefined {
  const at = text.indexOf(name)
  if (at === -1) return undefined
  const from = afterSpaces(text, at + name.length)
  if (text.charCodeAt(from) === QUOTE) return text.slice(from + 1, text.indexOf('"', from + 1))
  DIGITS.lastIndex = from
  return DIGITS.exec(text)?.[0] ?? ''
}

const ONLY_DOMAIN = /^\{\s*"domain"\s*:\s*"[^"]*"\s*\}$/

/**
 * The JSON of its company, empty if that is only a domain. Exact for a line without a backslash that was accepted once: its
 * company is the only object in it, and a quote in it begins or ends a text. Undefined if that can't be determined.
 */
function companyOf(text: string): string | undefined {
  const at = text.indexOf('"company":')
  if (at === -1 || text.includes('"company"', at + 10) || text.includes('\\')) return undefined
  const from = afterSpaces(text, at + 10)
  if (text.charCodeAt(from) === QUOTE) return ''
  const company = text.slice(from, text.indexOf('}', from) + 1)
  return ONLY_DOMAIN.test(company) ? '' : company
}

function afterSpaces(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === SPACE) at++
  return at
}
