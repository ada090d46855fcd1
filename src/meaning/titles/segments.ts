import { fold } from '../../platform/text/normalise-text.ts'

/**
 * (m/w/d), (f/m/x), (H/F), (all genders), (d/f/m/x), m/w/d at the end, and the like. After the first word each step of the
 * loop is one separator or one word, and no text can be taken in two ways.
 */
const GENDERS =
  /[([]\s{0,5}(?:[mwfdxhikgn*]|div(?:erse)?|alle?|genders?|geschlechter|(?:fe)?male|toda?os?|any)(?:[/|,.*:\s-]|[mwfdxhikgn]|div(?:erse)?|alle?|genders?|geschlechter|(?:fe)?male|toda?os?|any){0,40}[)\]]|(?<=\s|^)[mwfdhxk](?:\s?[/|]\s?[mwfdhxk*]){1,3}(?=\s|$|[,-])/giu

/** Forms of both genders in one word: Entwickler:in, Entwickler*in, Entwickler/-in, développeur·se, chargé(e), desarrollador/a. */
const BOTH_GENDERS =
  /(?<=\p{L})(?:[:*_·•.]|\/-?|\()(?:innen|in|euse|rice|trice|sse|se|ne|le|ère|re|fe|e|a|o|as|os|es|r|n)(?:\)|(?![\p{L}]))/giu

/**
 * A dash separates only next to a space, or "Front-End" would be two segments. A dot only after a long word: "ds.", "Sr.".
 * What follows "for" is not the job: "Director of Sales for AI Products". Further spaces and dashes stay in the segments,
 * where only words are read.
 */
const SEPARATORS = /\s[-–—~]+\s?|[-–—]\s|[,;:|•·()[\]{}\n\t]|\s\/\s|\s@\s|(?<=\p{L}{5})\.\s|\sfor\s/iu

/** The parts of a title, each as words without case and accents. Empty parts are dropped. */
export function segmentsOf(title: string): string[][] {
  return title
    .replace(GENDERS, ' ')
    .replace(BOTH_GENDERS, '')
    .split(SEPARATORS)
    .map((part) => fold(part).match(WORD)?.map(withoutGender) ?? [])
    .filter((words) => words.length > 0)
}

/** `c++`, `c#` and `.net` aren't words of the dictionary, but their letters on their own would be other words. */
const WORD = /[\p{L}\p{N}]+(?:\+\+|#)?/gu

/** German: Entwicklerin, Managerinnen, Referentin. */
function withoutGender(word: string): string {
  return word.replace(/(?<=\p{L}{3}(?:er|or|ist|ent|ant|eur|ekt|at|iker))(?:in|innen)$/u, '')
}
