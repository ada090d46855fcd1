/** A name that a person gave: 1 to 100 characters, without control characters, which could manipulate a terminal. */
export function isName(text: string): boolean {
  return text.length >= 1 && text.length <= 100 && !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)
}
