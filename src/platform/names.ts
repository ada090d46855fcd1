/** What people call things: 1 to 100 characters, without control characters, which could dress up a terminal. */
export function isName(text: string): boolean {
  return text.length >= 1 && text.length <= 100 && !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)
}
