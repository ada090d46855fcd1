// Trims by hand: `/x+$/` is tried at each x of a long run that doesn't end the text, which takes quadratic time.

/** The text without the given characters at its end. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** The text without the given characters at its beginning and end. */
export function trim(text: string, characters: string): string {
  let start = 0
  while (start < text.length && characters.includes(text.charAt(start))) start++
  return trimEnd(text.slice(start), characters)
}
