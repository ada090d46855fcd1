// A round that adds to another one. "Extension", "top-up" and "second close" mean the same in the words of different
// sources; a third close and an "A2" are different.

import { labelText } from './label-text.ts'

export interface RoundVariant {
  readonly kind: 'extension' | 'third_close' | 'numbered'
  /** Of a numbered one: the 2 of "A2". */
  readonly number?: string
  /** The round that it adds to, if the source names it: `series_a`. */
  readonly of: string
}

const EXTENSION_OF_ROUND =
  /(?:^|_)(?:extension|ext|extended|top_?up|(?:second|2nd|follow_up)_(?:clos(?:e|ing)|tranche)|tranche_2|add_on)(?=_|$)/
const THIRD_OF_ROUND = /(?:^|_)(?:third|3rd)_clos(?:e|ing)(?=_|$)/
const NUMBERED_OF_ROUND = /(?<=(?:^|_)[a-h])([1-9])(?=_|$)/

/** In a label it must refer to the round: "$12M for its browser extension" doesn't. */
const EXTENSION_OF_LABEL =
  /\b(?:(?:seed|series [a-h]|round|bridge|financing|funding|serie [a-h]) extension|extension (?:round|of (?:its|the|our|their|an?)|to (?:its|the|our|their)|de (?:sa|la|su) (?:serie|levee|ronda))|(?:second|2nd) clos(?:e|ing)|(?:second|2nd) tranche|top up|tops up|topped up|topping up|extend(?:s|ed|ing)? (?:(?:its|the|their|our|an?|previous|recent|latest|existing|oversubscribed|N|\w{1,20} s) ){0,4}(?:series [a-h]|(?:pre )?seed|round|fundraise|financing|raise|(?:funding|investment)(?! (?:platform|service|product|app|tool|software)))|(?:reopen|upsize|expand)(?:s|ed|ing)? (?:(?:its|the|their|our|previous|recent|latest|N) ){0,3}(?:series [a-h]|(?:pre )?seed|round|fundraise|financing)|add(?:s|ed|ing)? (?:an? )?(?:another|additional|extra|further|more) N|add(?:s|ed|ing)? N (?:more )?(?:in (?:\S{1,20} ){1,3})?to (?:\S{1,20} ){0,4}(?:series [a-h]|seed|round|raise|funding|financing|fundraise|total)|stockt (?:\S{1,30} ){0,6}auf|aufstockung|(?:erweitert|verlangert) (?:\S{1,30} ){0,4}\w{0,20}(?:runde|seri(?:es|e) [a-h]|seed)|(?:etend|prolonge|complete|rallonge|elargit) (?:sa|son|la|le) (?:\S{1,20} )?(?:serie|tour|levee|seed)|amplia (?:su|la|sua|a) (?:ronda|rodada|serie|seed)|ampliacion de (?:su|la) ronda|breidt (?:\S{1,30} ){0,4}(?:ronde|series [a-h]|seed)|(?:estende|amplia) il (?:round|seed|series [a-h])|estensione del (?:round|seed|series)|extensao da rodada|rozszerza (?:\S{1,20} )?(?:runde|seed|serie))\b/
const THIRD_OF_LABEL = /\b(?:third|3rd) clos(?:e|ing)\b/
const NUMBERED_OF_LABEL = /\bseries [a-h]([1-9])\b/
const NAMED = /\b(?:seri(?:es|e|a) ([a-h])[1-9]?|(pre seed)|(seed))\b/

const UNNAMED: ReadonlySet<string> = new Set(
  `unknown undisclosed other venture venture_round vc equity equity_round funding funding_round round series_unknown
  rumour rumor`.split(/\s+/),
)

/** Whether a round has a name that distinguishes it from others. */
export function namesRound(round: string): boolean {
  return round !== '' && !UNNAMED.has(round)
}

/** Undefined for a round of its own. The round takes precedence over the label. */
export function variantOfRound(round: string, label: string): RoundVariant | undefined {
  const text = labelText(label)
  if (EXTENSION_OF_ROUND.test(round)) return { kind: 'extension', of: baseOf(round, EXTENSION_OF_ROUND, text) }
  if (THIRD_OF_ROUND.test(round)) return { kind: 'third_close', of: baseOf(round, THIRD_OF_ROUND, text) }
  if (THIRD_OF_LABEL.test(text)) return { kind: 'third_close', of: baseOf(round, THIRD_OF_ROUND, text) }
  const number = NUMBERED_OF_ROUND.exec(round)?.[1] ?? NUMBERED_OF_LABEL.exec(text)?.[1]
  if (number !== undefined) return { kind: 'numbered', number, of: baseOf(round, NUMBERED_OF_ROUND, text) }
  if (EXTENSION_OF_LABEL.test(text)) return { kind: 'extension', of: baseOf(round, EXTENSION_OF_ROUND, text) }
  return undefined
}

/** What was extended, by the round, else by the label. */
function baseOf(round: string, variant: RegExp, text: string): string {
  const base = round.replace(variant, '').replace(/^_/, '')
  if (namesRound(base)) return base
  const [, series, preSeed, seed] = NAMED.exec(text) ?? []
  return series === undefined ? (preSeed ?? seed ?? base).replace(' ', '_') : `series_${series}`
}
