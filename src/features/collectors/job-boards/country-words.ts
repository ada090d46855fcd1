import { slugOf } from '../../../platform/normalise-text.ts'
import { COUNTRY_NAMES, countryCode, UNKNOWN_COUNTRY } from '../../companies/index.ts'

/** Besides English: those of careers pages. */
const LANGUAGES = ['de', 'fr', 'es', 'nl', 'it', 'pt', 'sv', 'pl']
const MAX_CHARACTERS = 60

let names: ReadonlyMap<string, string> | undefined

/** The alpha-2 code for a code in any case, or for a name in English or in a language of careers pages: Deutschland. */
export function countryOfWords(text: string): string | undefined {
  if (text.length > MAX_CHARACTERS) return undefined
  const code = countryCode(text.toUpperCase()) ?? countryCode(text)
  if (code !== undefined) return code === UNKNOWN_COUNTRY ? undefined : code
  names ??= namesByLanguage()
  return names.get(slugOf(text))
}

function namesByLanguage(): Map<string, string> {
  const codes = new Map<string, string>()
  for (const language of LANGUAGES) {
    const shown = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const code of Object.keys(COUNTRY_NAMES)) codes.set(slugOf(shown.of(code) ?? code), code)
  }
  return codes
}
