/** The characters that embed, override and isolate a direction of writing: U+202A to U+202E and U+2066 to U+2069. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * A name with such a character changes the order of what is shown after it, and can look like another name. Programs
 * add them unseen to copied text, so they are removed rather than rejected.
 */
export function withoutBidiControls(text: string): string {
  return text.replaceAll(BIDI_CONTROLS, '')
}
