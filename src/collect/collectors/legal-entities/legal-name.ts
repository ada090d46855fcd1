// Names of companies as registers write them: "Acme, Inc." and "ACME INC /DE/" are one.

import { nameWords } from '../../../meaning/companies/index.ts'
import { wordsOf } from '../../../platform/text/normalise-text.ts'

const SAME_FORM: Readonly<Record<string, string>> = {
  incorporated: 'inc',
  corporation: 'corp',
  limited: 'ltd',
  company: 'co',
  'public benefit corporation': 'pbc',
}

/** The name with its legal form: two are equal only if a register would call them the same. */
export function legalNameKey(name: string): string {
  const words = wordsOf(plain(name)).join(' ')
  return words
    .replace('public benefit corporation', 'pbc')
    .split(' ')
    .map((word) => SAME_FORM[word] ?? word)
    .join(' ')
}

/** The name without its legal form, which two companies may share. Empty if nothing is left. */
export function bareNameKey(name: string): string {
  return nameWords(plain(name)).join('')
}

/** EDGAR adds the state to a name that two companies have; dots in "L.L.C." don't end words. */
function plain(name: string): string {
  return name
    .trim()
    .replace(/[/\\][A-Z]{2,3}[/\\]?$/i, '')
    .replace(/(?<=\b\p{L})\.(?=\p{L}\b)/gu, '')
}
