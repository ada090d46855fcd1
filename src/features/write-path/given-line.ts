// What it takes to recognise a line of JSON, found without reading it: a look at its text costs a tenth of parsing and
// validating it.
//
// It is only a guess which report a line is about, and a wrong one does no harm: the hash of the complete line is stored with
// one report only, by whoever read the line properly.

import type { GivenLine } from '../signals/index.ts'
import { lineHash } from './given-hash.ts'
import { signalId } from './identity.ts'

/** Undefined for a line that can't be a signal. */
export function readGivenLine(text: string): GivenLine | undefined {
  const source = valueAfter(text, '"source":')
  const key = source === undefined ? undefined : valueAfter(text, '"key":')
  if (source === undefined || key === undefined) return undefined
  const company = text.includes('\\') ? undefined : companyOf(text)
  // An empty id is not looked for. The line is read, and its record is recognised by the same hash.
  const id = company === undefined || source === '' || key === '' ? undefined : signalId(source, key)
  return { hash: lineHash(text), id, source, company: company ?? '' }
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
 * Exact for a line without a backslash that was accepted once: its company is the only object in it, and a quote in it begins
 * or ends a text. Undefined if it can't be told.
 */
function companyOf(text: string): string | undefined {
  const at = text.indexOf('"company":')
  if (at === -1 || text.includes('"company"', at + 10)) return undefined
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
