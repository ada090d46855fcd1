import type { Grace } from '../../closed-sets/keys.ts'
import { errorCodeIs, type Queryable } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { isName } from '../../platform/names.ts'
import { describeKey, hashKey, makeKey } from './format.ts'
import { type ApiKey, findKey, insertKey, replaceKey } from './queries.ts'

/** A key at the one moment at which it can be seen. */
export type IssuedKey = ApiKey & { readonly key: string }

export interface KeyRequest {
  readonly name: string
  readonly expiresAt?: Date | undefined
  readonly createdBy?: string | undefined
}

const MOST_YEARS = 20

export async function createKey(db: Queryable, teamId: string, request: KeyRequest): Promise<IssuedKey> {
  const name = request.name.trim()
  if (!isName(name)) throw new AppError('invalid', "A key's name has 1 to 100 characters, none of them invisible.")
  const livesMs = (request.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now()
  if (livesMs <= 0) throw new AppError('invalid', 'A key must expire in the future.')
  if (livesMs !== Number.POSITIVE_INFINITY && livesMs > MOST_YEARS * 365 * 86_400_000) {
    throw new AppError('invalid', `A key expires within ${MOST_YEARS} years, or never.`)
  }
  const key = makeKey()
  try {
    return { key, ...(await insertKey(db, teamId, { ...request, name, hash: hashKey(key), ...describeKey(key) })) }
  } catch (error) {
    if (errorCodeIs(error, FOREIGN_KEY_VIOLATION)) throw new AppError('not_found', `There is no team ${teamId}.`)
    throw error
  }
}

/** How long an old key may go on beside its successor. */
export const GRACES = { now: 0, '15m': 900, '1h': 3_600, '24h': 86_400, '7d': 604_800 } as const satisfies Record<
  Grace,
  number
>

export async function rotateKey(
  db: Queryable,
  teamId: string,
  keyId: string,
  grace: Grace,
  createdBy?: string,
): Promise<IssuedKey> {
  const key = makeKey()
  const successor = { hash: hashKey(key), ...describeKey(key), createdBy }
  const issued = await replaceKey(db, teamId, keyId, successor, GRACES[grace])
  if (issued) return { key, ...issued }
  const found = await findKey(db, teamId, keyId)
  if (!found) throw new AppError('not_found', `The team has no key ${keyId}.`)
  if (found.replacedBy)
    throw new AppError('conflict', `The key ${keyId} was rotated already: rotate its successor ${found.replacedBy}.`)
  throw new AppError('conflict', `The key ${keyId} is ${found.state}: create a new one instead.`)
}

const FOREIGN_KEY_VIOLATION = '23503'
