import { LruMap } from '../../platform/lru-map.ts'
import { fold, wordsOf } from '../../platform/text/normalise-text.ts'
import { cleanTitle, type JobPlace } from '../titles/index.ts'

/** `Entwickler*in`, `Entwickler:innen`, `Entwickler/in`, `Chargé(e)`, `étudiant·e`. */
const GENDER_ENDINGS = /(?<=\p{L})(?:[*:_/·•]|\()(?:-?in|-?innen|e|es|ne|trice|euse|a|o|as|os)\)?(?![\p{L}\p{N}])/gu

const cache = new LruMap<string, string>(20_000)

/**
 * The words by which titles are compared: without codes, the job's place, its workplace and marks of gender. "Account
 * Executive (m/w/d) [REQ-8812]" is "account executive".
 */
export function normaliseTitle(title: string, place: JobPlace = {}): string {
  const clean = cleanTitle(title, place)
  const cached = cache.get(clean)
  if (cached !== undefined) return cached
  // A title that consists of such endings only is compared as it is.
  const normalised = wordsOf(fold(clean).replace(GENDER_ENDINGS, '')).join(' ') || wordsOf(clean).join(' ')
  cache.set(clean, normalised)
  return normalised
}
