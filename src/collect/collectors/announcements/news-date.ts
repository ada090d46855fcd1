// When something was published, as feeds, pages and people write it.

import { fold } from '../../../platform/text/normalise-text.ts'
import { boardTime } from '../job-boards/board-time.ts'

const MONTHS: ReadonlyMap<string, number> = new Map(
  [
    'january jan januar janner janvier enero gennaio januari janeiro gen ene',
    'february feb februar fevrier febrero febbraio februari fevereiro fev fevr',
    'march mar marz mars marzo maart marco mrz',
    'april apr avril abril aprile avr abr',
    'may mai mayo maggio mei maio mag',
    'june jun juni juin junio giugno junho giu',
    'july jul juli juillet julio luglio julho lug juil',
    'august aug aout agosto augustus ago',
    'september sep sept septembre septiembre settembre setembro set',
    'october oct oktober octobre octubre ottobre outubro okt ott out',
    'november nov novembre noviembre novembro',
    'december dec dezember decembre diciembre dicembre dezembro dez dic',
  ].flatMap((names, month) => names.split(' ').map((name): [string, number] => [name, month])),
)

const DAY_MONTH_YEAR = /\b(\d{1,2})(?:st|nd|rd|th|er|o)?\.? (?:de |of )?([a-z]{3,10})\.?,? (?:de |del )?(20\d\d)\b/
const MONTH_DAY_YEAR = /\b([a-z]{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? (20\d\d)\b/
const ISO_DAY = /\b(20\d\d)-(\d\d)-(\d\d)\b/
const DOTTED = /\b(\d{1,2})\.(\d{1,2})\.(20\d\d)\b/

/** A feed's or a page's own time. Unix seconds. */
export function statedTime(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim().slice(0, 60)
  const known = boardTime(text)
  if (known !== undefined) return known
  // `Mon, 01 Jun 2026 09:00:00 EST`: the zone matters less than the day.
  const read = Date.parse(text.replace(/ [A-Z]{3,4}$/, ' GMT'))
  return read > 0 ? Math.floor(read / 1_000) : undefined
}

/** The first day in a text for people, in the supported languages. Unix seconds. `6/1/2026` may be two days. */
export function dayIn(text: string): number | undefined {
  const folded = fold(text.slice(0, 400)).replace(/\s+/g, ' ')
  const iso = ISO_DAY.exec(folded)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]))
  const dotted = DOTTED.exec(folded)
  if (dotted) return dayOf(Number(dotted[3]), Number(dotted[2]) - 1, Number(dotted[1]))
  const [, day, month = '', year] = DAY_MONTH_YEAR.exec(folded) ?? []
  if (MONTHS.has(month)) return dayOf(Number(year), MONTHS.get(month) ?? 0, Number(day))
  const [, first = '', second, third] = MONTH_DAY_YEAR.exec(folded) ?? []
  return MONTHS.has(first) ? dayOf(Number(third), MONTHS.get(first) ?? 0, Number(second)) : undefined
}

function dayOf(year: number, month: number, day: number): number | undefined {
  if (month < 0 || month > 11 || day < 1 || day > 31) return undefined
  return Date.UTC(year, month, day) / 1_000
}
