// The round that a sentence names, as a slug: `pre_seed`, `seed`, `series_a`, `seed_extension`, `growth`, `bridge`.

import { variantOfRound } from '../../../meaning/rounds/index.ts'

/** Earlier rounds that the sentence mentions. */
const EARLIER =
  / (?:following|after|since|previous|earlier|last|on top of|builds on|nach|seit|vorherige[nr]?|apres|depuis|precedente?|tras|desde|anterior|dopo|dal)(?: \S{1,20}){0,3} (?:seri(?:es|e) [a-h]\d?|pre seed|seed)/g
const SERIES = / (?:(pre) )?seri(?:es|e) ([a-h])(?: ?([1-9]))?(?= |\w{0,25}runde )/
/** "A-Runde", "round A", "tour de série A". After "round", an e is a word: "il round è guidato da …". */
const LETTER =
  / (?:([a-h]) (?:runde|round|finanzierungsrunde)|(?:round|ronda|tour) ([a-df-h])) (?!(?:new|few|big|major)\b)/
const PRE_SEED =
  / (?:pre ?seed(?:\w{0,25}runde|\w{0,25}finanzierung|ronde|financiering|investering)?|pre ?amorcage|pre ?semilla|friends and family round) /
const SEED =
  / (?:seed(?:\w{0,25}runde|\w{0,25}finanzierung|ronde|financiering|investering)?|amorcage|ronda semilla|capital semilla|inversion semilla|semilla) (?!(?:camp|stage vc|investors?|fund|companies|startups|potatoes|oil)\b)/
const GROWTH =
  / (?:growth (?:round|funding|investment|equity|financing|capital)|wachstumsfinanzierung|wachstumsrunde|wachstumskapital|wachstumsinvestment|groeifinanciering|groeikapitaal|groei investering|tour de croissance|ronda de crecimiento|round di crescita) /
const BRIDGE =
  / (?:bridge(?: (?:round|funding|financing|note))|bruckenfinanzierung|financement relais|tour relais|ronda puente|prestamo puente|round ponte|round bridge) /
const ANGEL = / (?:angel round|angel funding|business angel runde|tour de business angels) /

/** Undefined if the sentence names none. Takes the text of a segment. */
export function roundNamed(segmentText: string): string | undefined {
  const text = segmentText.replace(EARLIER, ' ')
  const base = baseOf(text)
  if (base === undefined) return undefined
  const variant = variantOfRound('', text)
  return variant?.kind === 'extension' && /^(?:pre_seed|seed|series_[a-h])$/.test(base) ? `${base}_extension` : base
}

function baseOf(text: string): string | undefined {
  const [, pre, letter, number = ''] = SERIES.exec(text) ?? []
  if (letter !== undefined) return `${pre === undefined ? '' : 'pre_'}series_${letter}${number}`
  if (PRE_SEED.test(text)) return 'pre_seed'
  if (SEED.test(text)) return 'seed'
  const [, before, after] = LETTER.exec(text) ?? []
  if (before !== undefined || (after !== undefined && after !== 'a')) return `series_${before ?? after}`
  if (BRIDGE.test(text)) return 'bridge'
  if (ANGEL.test(text)) return 'angel'
  return GROWTH.test(text) ? 'growth' : undefined
}
