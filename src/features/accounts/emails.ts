import { EXIT, Fault } from '../../platform/fault.ts'

/** The form in which an address is kept and compared: trimmed, in lower case. Throws when it cannot be one. */
export function normaliseEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (email.length > 254 || !/^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)*$/.test(email)) {
    throw new Fault(`${JSON.stringify(text.slice(0, 80))} is not an email address: write it like owner@example.com.`, {
      exitCode: EXIT.usage,
    })
  }
  return email
}
