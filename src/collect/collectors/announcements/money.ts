// Amounts of money in a running text: `$12.5M`, `12,5 Millionen Euro`, `€ 8 Mio.`, `10 millions d'euros`, `50 MSEK`.

import { readAmount } from '../../../meaning/signals/index.ts'

export interface Money {
  /** In units of the currency. */
  readonly amount: number
  /** ISO 4217. Absent if the text leaves it out: "raises 12 million". */
  readonly currency?: string
  /** Where it begins and ends in the text. */
  readonly at: number
  readonly end: number
}

/**
 * A sign or code, a number, a scale, a name of a currency: one of the two currencies may be missing. Takes folded text.
 */
const MONEY =
  /(?<![\p{L}\d.,$])(?:([mk])?(us ?\$|(?:usd|au|a|ca|c|nz|s|hk|r|mx|nt)?\$|[€£₹₩₪₺]|usd|eur|gbp|chf|sek|nok|dkk|pln|czk|inr|cad|aud|sgd|nzd|hkd|brl|ils|jpy|rs\.?) ?)?(\d{1,3}(?:[.,'’ ]\d{3}){1,3}(?:[.,]\d{1,2})?(?![\d])|\d{1,4}(?:[.,]\d{1,2})?(?![\d])|(?:half an?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eine halbe|eine?|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|une?|deux|trois|quatre|cinq|sept|huit|neuf|dix|medio|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|mezzo|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|een|half|twee|vijf|zes|zeven|negen|tien)(?= (?:mil[li]|mio|mln)))(?:[ -]{0,2}(thousand|tsd|tausend|mila|mille|mil|k|millions?|millionen|millones|millon|milioni|milione|miljoen|milhoes|milhao|mln|mio|mn|mm|m|billions?|milliarden|milliarde|milliards?|miliardi|miliardo|mrd|mld|md|bn|bln|b|crores?|cr|lakhs?)(?=[^\p{L}]|$|eur|usd|gbp|sek|nok|dkk|chf|pln)\.?)?(?:[ -]{0,2}(?:d['’] ?|de |di |of |in |en )?(us[ -]?dollars?|us ?\$|american dollars|usd|euros?|eur|€|\$|£|dollars?|dolares|dollari|pounds?|pfund|libras|sterline|gbp|chf|franken|swiss francs|francs suisses|sek|nok|dkk|pln|zlotych|zloty|zl|inr|rupees|cad|aud|sgd|nzd|brl|reais|ils|shekels|czk|jpy|yen)(?![\p{L}\d]))?/gu

const THOUSANDS: ReadonlySet<string> = new Set(['tausend', 'mila', 'mille', 'mil'])
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    dollari: 'usd',
    'american dollars': 'usd',
    pound: 'gbp',
    pfund: 'gbp',
    libras: 'gbp',
    sterline: 'gbp',
    'francs suisses': 'chf',
    yen: 'jpy',
  }),
)
/** Numbers in words, before a scale and with a currency: "a million reasons" is not money. */
const WORDS: ReadonlyMap<string, string> = new Map(
  [
    ['0.5', 'half a|half an|half|eine halbe|medio|mezzo'],
    ['1', 'a|an|one|ein|eine|un|une|uno|een'],
    ['2', 'two|zwei|deux|dos|due|twee'],
    ['3', 'three|drei|trois|tres|tre'],
    ['4', 'four|vier|quatre|cuatro|quattro'],
    ['5', 'five|funf|cinq|cinco|cinque|vijf'],
    ['6', 'six|sechs|seis|sei|zes'],
    ['7', 'seven|sieben|sept|siete|sette|zeven'],
    ['8', 'eight|acht|huit|ocho|otto'],
    ['9', 'nine|neun|neuf|nueve|nove|negen'],
    ['10', 'ten|zehn|dix|diez|dieci|tien'],
  ].flatMap(([number = '', words = '']) => words.split('|').map((word) => [word, number] as const)),
)
/** More amounts in one sentence are a table. */
const MAX_AMOUNTS = 20

/** In the order of the text. A number without a currency counts only in millions. */
export function amountsIn(folded: string): readonly Money[] {
  const found: Money[] = []
  for (const match of folded.matchAll(MONEY)) {
    const [whole, prefixScale, before, number = '', scaleWord, after] = match
    const written = scaleWord ?? prefixScale ?? ''
    const scale = THOUSANDS.has(written) ? 'k' : written
    // "$5 million CAD" is in Canadian dollars.
    const named = before === undefined || (before === '$' && after !== undefined) ? after : before
    const inWords = WORDS.get(number)
    if (named === undefined && (inWords !== undefined || scale === '' || scale === 'k' || scale.length === 1)) continue
    const currency = named === undefined ? '' : (NAMES.get(named) ?? named.replace(/^us[ -]dollars?$/, 'usd'))
    const read = readAmount(
      `${inWords ?? plainNumber(number, scale !== '')} ${scale} ${currency.replace('us $', 'us$')}`,
    )
    if (!read || read.amount === 0) continue
    const at = match.index + whole.length - whole.trimStart().length
    found.push({ ...read, at, end: match.index + whole.length })
    if (found.length === MAX_AMOUNTS) break
  }
  return found
}

/** Groups of three digits are thousands: amounts of money don't have three decimals. */
function plainNumber(number: string, isScaled: boolean): string {
  const [, groups, decimals] = /^(\d{1,3}(?:[.,'’ ]\d{3}){1,3})([.,]\d{1,2})?$/.exec(number) ?? []
  if (groups === undefined) return number
  const isDecimal = isScaled && /^\d{1,3}\.\d{3}$/.test(groups)
  return isDecimal ? groups.replace(/0$/, '') : groups.replaceAll(/[.,'’ ]/g, '') + (decimals ?? '')
}
