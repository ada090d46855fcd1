import { createHash } from 'node:crypto'
import { HttpError } from '../../http/index.ts'
import { randomBase62 } from '../../platform/ids.ts'

/** 43 base62 characters are 256 bits. For cookies and for links; only the hash is kept. */
export function makeToken(): string {
  return randomBase62(43)
}

/** Nothing to guess, so nothing to slow down: a fast hash will do. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export const linkNotValid = () =>
  new HttpError(
    404,
    'link_not_valid',
    'This link does not work any more: it was used, replaced or has expired. Ask for a new one.',
  )
