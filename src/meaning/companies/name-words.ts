import { wordsOf } from '../../platform/text/normalise-text.ts'

const LEGAL_FORMS = new Set(
  `inc incorporated ltd limited llc llp gmbh mbh ag se sa sas sarl bv nv ab oy asa aps kg co corp corporation company group
  holding holdings plc pty srl spa ug ev the`.split(/\s+/),
)

/** The words of a company's name without its legal form, unless there are no others. */
export function nameWords(name: string): readonly string[] {
  const words = wordsOf(name)
  const own = words.filter((word) => !LEGAL_FORMS.has(word))
  return own.length > 0 ? own : words
}
