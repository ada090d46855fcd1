import { createHash } from 'node:crypto'
import { AppError } from '../../platform/app-error.ts'
import { randomBase62 } from '../../platform/ids.ts'

/** 43 base62 characters: 256 bits. For cookies and links. Only the hash is stored. */
export function makeToken(): string {
  return randomBase62(43)
}

/** A fast hash is enough: a random token can't be guessed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export const linkNotValid = () =>
  new AppError(
    'not_found',
    'This link no longer works: it was used or replaced, or it has expired. Ask for a new one.',
    {
      code: 'link_not_valid',
    },
  )
