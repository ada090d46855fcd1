// Which kind of money a round is, by the words of its slug.

/** Besides equity. */
const INSTRUMENT_WORDS = {
  debt: /(?:^|_)(?:debt|loan|loans|credit|bond|bonds|revolver|mezzanine)(?:_|$)/,
  grant: /(?:^|_)(?:grant|grants|award|subsidy|non_equity_assistance)(?:_|$)/,
  secondary: /(?:^|_)(?:secondary|secondaries|tender_offer)(?:_|$)/,
} as const

export type Instrument = 'equity' | keyof typeof INSTRUMENT_WORDS

export const OTHER_THAN_EQUITY = Object.keys(INSTRUMENT_WORDS) as readonly (keyof typeof INSTRUMENT_WORDS)[]

/** Whatever has no word of another instrument is equity. */
export function instrumentOfRound(round: string): Instrument {
  return OTHER_THAN_EQUITY.find((instrument) => INSTRUMENT_WORDS[instrument].test(round)) ?? 'equity'
}
