// Parses cells of other programs' exports. Undefined: the cell is not understood, and left out.

import { countryCode, readDomain } from '../../meaning/companies/index.ts'
import { quoted } from '../../meaning/signals/index.ts'

const MAX_SLUG = 100

/** Of a domain or the address of a website. */
export function companyDomain(text: string): { readonly domain: string } | { readonly problem: string } {
  if (text === '') return { problem: 'the row has no website' }
  const read = readDomain(text)
  if (read === undefined) return { problem: `${quoted(text)} is no domain` }
  return 'domain' in read ? read : { problem: read.refused }
}

/** `1,234`, and the lower end of `51-100`, `10001+`. */
export function headcount(text: string): number | undefined {
  const [lower = '', upper = '', ...rest] = text.trim().split(/[-–+]| to /)
  const number = /^(\d{1,3}(?:[,.' ]\d{3})+|\d{1,8})(?:\.0+)?$/.exec(lower.trim())?.[1]
  if (number === undefined || rest.length > 0 || !/^[\d,.' ]*$/.test(upper)) return undefined
  return Number(number.replace(/\D/g, ''))
}

/** A code or a name, also at the end of a place: `Munich, Bavaria, Germany`. */
export function country(text: string): string | undefined {
  return text === '' ? undefined : countryCode(text.split(',').at(-1)?.trim() ?? '')
}

/** The first of a list. */
export function slug(text: string): string | undefined {
  const [first = ''] = text.split(/[,;]/, 1)
  const letters = first.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = (letters.match(/[a-z0-9]+/g) ?? []).join('_')
  return words === '' || words.length > MAX_SLUG ? undefined : words
}

/** A number if it is one; otherwise the words, which the import parses or rejects. */
export function money(text: string): number | string | undefined {
  if (text === '') return undefined
  const plain = text.replace(/^\$|,(?=\d{3}(?:\D|$))/g, '')
  return /^\d+(?:\.\d+)?$/.test(plain) ? Math.round(Number(plain)) : text
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `05-Mar-2024`, as Excel writes it: the name of the month shows which number is the day. */
export function isoOfNamedMonth(text: string): string | undefined {
  const [, day = '', name = '', year = ''] = /^(\d{1,2})[- ]([A-Za-z]{3})[- ](\d{4})$/.exec(text) ?? []
  const month = MONTHS.indexOf(name.toLowerCase()) + 1
  return month === 0 ? undefined : `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
}

export function isTrue(text: string): boolean {
  return /^(?:true|yes|1)$/i.test(text)
}

/** Without the fields that are not known. */
export function known(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''))
}
