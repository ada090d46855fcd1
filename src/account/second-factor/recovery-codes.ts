// Recovery codes: 80 random bits each, so that a fast hash is enough. In letters and digits that can't be confused.

import { createHash, randomBytes } from 'node:crypto'

export const RECOVERY_CODES = 10
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 16

export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte & 31]).join('')
    return (code.match(/.{4}/g) ?? []).join('-')
  })
}

/** As people type them: in any case, with or without dashes and spaces. Undefined: it can't be one. */
export function hashRecoveryCode(text: string): Buffer | undefined {
  const code = text.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')
  if (code.length !== LENGTH || [...code].some((each) => !ALPHABET.includes(each))) return undefined
  return createHash('sha256').update(code).digest()
}
