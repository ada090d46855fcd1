import { AppError } from '../../platform/app-error.ts'

/**
 * The form in which an address is stored and compared: trimmed and in lower case. Throws if the text can't be an
 * address. ASCII only: with lookalike letters, two different addresses would read the same. A domain in another script
 * is written as xn--….
 */
export function normaliseEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (email.length > 254 || !/^[!-?A-~]{1,64}@[\da-z-]+(\.[\da-z-]+)*$/.test(email)) {
    throw new AppError(
      'invalid',
      `${JSON.stringify(text.slice(0, 80))} is not an email address: write it like owner@example.com.`,
    )
  }
  return email
}
