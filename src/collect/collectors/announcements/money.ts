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

/** A sign or code, a number, a scale, a name of a currency: of the two currencies one may be missing. Takes folded text. */
const MONEY =
  /(?<![\p{L}\d.,$])(?:([mk])?(us ?\$|(?:usd|au|a|ca|c|nz|s|hk|r|mx|nt)?\$|[€£₹₩₪₺]|usd|eur|gbp|chf|sek|nok|dkk|pln|czk|inr|cad|aud|sgd|nzd|hkd|brl|ils|jpy|rs\.?) ?)?(\d{1,3}(?:[.,'’ ]\d{3}){1,3}(?:[.,]\d{1,2})?(?![\d])|\d{1,4}(?:[.,]\d{1,2})?(?![\d]))(?:[ -]{0,2}(thousand|tsd|tausend|mila|mille|mil|k|millions?|millionen|millones|millon|milioni|milione|miljoen|milhoes|milhao|mln|mio|mn|mm|m|billions?|milliarden|milliarde|milliards?|miliardi|miliardo|mrd|mld|md|bn|bln|b|crores?|cr|lakhs?)(?=[^\p{L}]|$|eur|usd|gbp|sek|nok|dkk|chf|pln)\.?)?(?:[ -]{0,2}(?:d['’] ?|de |di |of |in |en )?(us[ -]?dollars?|us ?\$|american dollars|usd|euros?|eur|€|\$|£|dollars?|dolares|dollari|pounds?|pfund|libras|sterline|gbp|chf|franken|swiss francs|francs suisses|sek|nok|dkk|pln|zlotych|zloty|zl|inr|rupees|cad|aud|sgd|nzd|brl|reais|ils|shekels|czk|jpy|yen)(?![\p{L}\d]))?/gu

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
    if (named === undefined && (scale === '' || scale === 'k' || scale.length === 1)) continue
    const currency = named === undefined ? '' : (NAMES.get(named) ?? named.replace(/^us[ -]dollars?$/, 'usd'))
    const read = readAmount(`${plainNumber(number, scale !== '')} ${scale} ${currency.replace('us $', 'us$')}`)
    if (!read || read.amount === 0) continue
    const at = match.index + whole.length - whole.trimStart().length
    found.push({ ...read, at, end: match.index + whole.length })
    if (found.length === MAX_AMOUNTS) break
  }
  return found
}

/** Groups of three digits are thousands: next to a currency nobody writes three decimals. */
function plainNumber(number: string, isScaled: boolean): string {
  const [, groups, decimals] = /^(\d{1,3}(?:[.,'’ ]\d{3}){1,3})([.,]\d{1,2})?$/.exec(number) ?? []
  if (groups === undefined) return number
  const isDecimal = isScaled && /^\d{1,3}\.\d{3}$/.test(groups)
  return isDecimal ? groups.replace(/0$/, '') : groups.replaceAll(/[.,'’ ]/g, '') + (decimals ?? '')
}
