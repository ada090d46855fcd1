import { wordsOf } from '../../platform/text/normalise-text.ts'

const NUMBER = /^\d+(?:k|m|mn|mm|mio|mln|mrd|mld|b|bn|tn|cr)?$/
const CURRENCY: ReadonlySet<string> = new Set(
  'us usd eur gbp chf sek nok dkk pln inr brl cad aud sgd jpy euro euros dollars dollar pounds'.split(' '),
)
const SCALE: ReadonlySet<string> = new Set(
  `k m mn mm mio mln mrd mld b bn thousand million millions millionen milliarden billion billions crore lakh millon millones
  milioni milione miljoen miljard milhao milhoes miliona milionow zl`.split(/\s+/),
)

/** The words of a label in folded letters, with `N` for every amount: "Raises $1.5 million" is `raises N`. */
export function labelText(label: string): string {
  const text: string[] = []
  for (const word of wordsOf(label)) {
    const previous = text.at(-1)
    if (previous === 'N' && (NUMBER.test(word) || SCALE.has(word) || (word !== 'us' && CURRENCY.has(word)))) continue
    if (!NUMBER.test(word)) text.push(word)
    else if (previous !== undefined && CURRENCY.has(previous)) text[text.length - 1] = 'N'
    else text.push('N')
  }
  return text.join(' ')
}
