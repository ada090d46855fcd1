import { wordsOf } from '../../platform/text/normalise-text.ts'

/** Words of titles for jobs that end by themselves, in eight languages, without case and accents. */
const TEMPORARY = new Set(
  `temp temporary seasonal
  aushilfe aushilfen aushilfskraft saisonal saisonkraft saisonkrafte saisonaushilfe saisonarbeiter ferienjob ferienjobber
  temporaire saisonnier saisonniere saisonniers interimaire
  temporal temporero temporera temporeros estacional
  tijdelijk tijdelijke seizoen seizoens seizoenswerk seizoenskracht seizoensmedewerker vakantiewerk vakantiewerker
  temporario temporaria sazonal
  stagionale stagionali temporaneo temporanea
  sezonowy sezonowa sezonowe sezonowo tymczasowy tymczasowa`.split(/\s+/),
)
const PHRASES = [
  ' holiday season ',
  ' summer job ',
  ' christmas casual ',
  ' maternity cover ',
  ' parental leave cover ',
]

/** Whether a title says that the job is temporary or seasonal. */
export function isTemporaryTitle(title: string): boolean {
  const words = wordsOf(title)
  if (words.some((word) => TEMPORARY.has(word))) return true
  const text = ` ${words.join(' ')} `
  return PHRASES.some((phrase) => text.includes(phrase))
}
