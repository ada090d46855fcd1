import { AppError } from '../../platform/app-error.ts'

/**
 * The form in which an address is kept and compared: trimmed, in lower case. Throws when it cannot be one. Plain ASCII
 * only: letters that look alike would be two addresses for one reader, and a domain of others is written as xn--….
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
