// Dates as pages write them. An ambiguous date is ignored: 03/05/2026.

import { fold } from '../../../platform/text/normalise-text.ts'

/** By month: beginnings of its names in English, German, French, Spanish, Italian, Dutch, Portuguese, Swedish and Polish. */
const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'ene', 'gen', 'sty'],
  ['feb', 'fev', 'lut'],
  ['mar', 'maart', 'maerz', 'mrz', 'mrt'],
  ['apr', 'avr', 'abr', 'kwi'],
  ['may', 'mai', 'mei', 'mag', 'maj'],
  ['jun', 'juin', 'giu', 'cze'],
  ['jul', 'juil', 'lug', 'lip'],
  ['aug', 'aou', 'ago', 'sie'],
  ['sep', 'set', 'wrz'],
  ['oct', 'okt', 'ott', 'out', 'paz'],
  ['nov', 'lis'],
  ['dec', 'dez', 'dic', 'gru'],
]
const ISO = /\b((?:19|20)\d{2})[-/.](\d{1,2})[-/.](\d{1,2})\b/
const DAY_FIRST =
  /\b(\d{1,2})(?:st|nd|rd|th|er|º|°|\.)?\s{0,2}[-\s]?(?:de\s|of\s)?\s?([a-z]{3,12})\.?,?[-\s]\s?(?:de\s)?((?:19|20)\d{2})\b/
const MONTH_FIRST = /\b([a-z]{3,12})\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s((?:19|20)\d{2})\b/
const MONTH_ONLY = /\b([a-z]{3,12})\.?,?\s(?:de\s)?((?:19|20)\d{2})\b/
const NUMBERS = /\b(\d{1,2})([./-])(\d{1,2})\2((?:19|20)\d{2})\b/

/** The first date of a text, as YYYY-MM-DD. */
export function dateIn(text: string): string | undefined {
  const plain = fold(text.slice(0, 2_000))
  const iso = ISO.exec(plain)
  if (iso) return dateOf(iso[1], iso[2], iso[3])
  const [, day, named, year] = DAY_FIRST.exec(plain) ?? []
  if (monthOf(named) !== undefined) return dateOf(year, monthOf(named), day)
  const [, american, dayOfMonth, americanYear] = MONTH_FIRST.exec(plain) ?? []
  if (monthOf(american) !== undefined) return dateOf(americanYear, monthOf(american), dayOfMonth)
  const numbers = NUMBERS.exec(plain)
  if (numbers) return byNumbers(numbers)
  const month = MONTH_ONLY.exec(plain)
  return month ? dateOf(month[2], monthOf(month[1]), '1') : undefined
}

/** With dots the day comes first. Otherwise only a number above 12 decides. */
function byNumbers([, first, separator, second, year]: RegExpExecArray): string | undefined {
  if (separator === '.' || Number(first) > 12 || first === second) return dateOf(year, second, first)
  return Number(second) > 12 ? dateOf(year, first, second) : undefined
}

function monthOf(name = ''): string | undefined {
  const month = MONTHS.findIndex((beginnings) => beginnings.some((beginning) => name.startsWith(beginning)))
  return month < 0 ? undefined : String(month + 1)
}

function dateOf(year?: string, month?: string, day?: string): string | undefined {
  if (year === undefined || month === undefined || day === undefined) return undefined
  const time = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return time.getUTCMonth() + 1 === Number(month) && time.getUTCDate() === Number(day)
    ? time.toISOString().slice(0, 10)
    : undefined
}

const UPDATED =
  /\b(?:last (?:updated?|modified|revised|changed|reviewed)|updated(?: on)?|effective(?: date| as of)?|as of|version(?: of)?|date|stand|zuletzt (?:aktualisiert|geandert)|letzte (?:aktualisierung|anderung)|aktualisiert am|derniere (?:mise a jour|modification)|mise? a jour|en date du|ultima (?:actualizacion|modificacion|modifica|atualizacao)|actualizado|ultimo aggiornamento|aggiornato|laatst (?:bijgewerkt|gewijzigd)|laatste (?:update|wijziging)|atualizado|senast (?:uppdaterad|andrad)|ostatnia (?:aktualizacja|zmiana)|data aktualizacji)\b/

/** The date of the page's last change, if a text states it. */
export function updatedOn(text: string): string | undefined {
  if (text.length > 300) return undefined
  const plain = fold(text)
  const said = UPDATED.exec(plain)
  return said ? dateIn(plain.slice(said.index)) : undefined
}
