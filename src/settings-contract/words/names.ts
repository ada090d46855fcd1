// The rule for the names of keys and teams, shared by the screen, which checks before it sends, and the service.

import { withoutBidiControls } from '../../closed-sets/bidi-controls.ts'

export const MAX_NAME_LENGTH = 100

/**
 * Emoji that zero-width joiners combine, such as a family or a pirate flag, each with its skin tone or presentation.
 */
const JOINED_EMOJI = /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{fe0f})\u{200d}(?=\p{Extended_Pictographic})/gu
/** The flags of England, Scotland and Wales: a black flag and tag characters up to the cancel tag. */
const TAGGED_FLAG = /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,6}\u{e007f}/gu
/**
 * Scripts that write a word differently with a joiner or non-joiner in it, as Persian and Hindi do: Arabic, Syriac,
 * Devanagari, Bengali, Gurmukhi, Gujarati, Oriya, Tamil, Telugu, Kannada, Malayalam, Sinhala.
 */
const JOINED_LETTERS =
  /(?<=[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}])[\u{200c}\u{200d}](?=[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}])/gu
/** Control, format and private separators. They could manipulate a terminal or make two names look the same. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

/** In code points, as the database counts, so an emoji outside the basic plane is one character. */
const lengthOf = (name: string) => [...name].length

/** A name as it is stored. */
export function cleanName(given: string): string {
  return withoutBidiControls(given).trim()
}

/** Why a name is rejected. Undefined: it is fine. */
export function nameProblemOf(given: string): 'missing' | 'too_long' | 'invisible' | undefined {
  const name = cleanName(given)
  if (name === '') return 'missing'
  if (lengthOf(name) > MAX_NAME_LENGTH) return 'too_long'
  const withoutJoins = name.replaceAll(TAGGED_FLAG, '').replaceAll(JOINED_EMOJI, '').replaceAll(JOINED_LETTERS, '')
  return INVISIBLE.test(withoutJoins) ? 'invisible' : undefined
}
