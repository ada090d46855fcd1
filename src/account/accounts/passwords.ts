import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { AppError } from '../../platform/app-error.ts'
import { randomBase62 } from '../../platform/ids.ts'
import { PASSWORD_LENGTH } from '../../settings-contract/index.ts'

// In the library's types this is a const enum, which type stripping can't resolve.
const ARGON2ID = 2 as Algorithm.Argon2id

/**
 * OWASP's first choice for argon2id: 19 MiB, two passes, one lane. The hash contains them, so they can be raised later.
 */
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashes that run or wait. The thread pool runs four at a time; beyond this limit a flood is rejected, not queued.
 */
const MAX_CONCURRENT = 100
let concurrent = 0

/** In place of a hash, for an account that signs in without a password. A link sets one. */
export const NO_PASSWORD = ''

export async function hashPassword(password: string): Promise<string> {
  const length = [...password].length
  if (length < PASSWORD_LENGTH.min || length > PASSWORD_LENGTH.max) {
    throw new AppError(
      'invalid',
      `A password must have ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters; this one has ${length}.`,
    )
  }
  return bounded(() => hash(password.normalize('NFKC'), COST))
}

export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  if (password.length > PASSWORD_LENGTH.max * 2) return false
  return bounded(() => verify(passwordHash, password.normalize('NFKC')))
}

let dummyHash: Promise<string> | undefined

/**
 * For an account that doesn't exist: does the same work as for one that does, and always returns false. So the response
 * time doesn't reveal which accounts exist.
 */
export async function verifyDummyPassword(password: string): Promise<false> {
  dummyHash ??= hash(randomBase62(32), COST)
  await verifyPassword(await dummyHash, password)
  return false
}

async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (concurrent >= MAX_CONCURRENT) {
    throw new AppError('unavailable', 'Too many people are signing in right now: try again in a few seconds.', {
      retryAfterSeconds: 5,
    })
  }
  concurrent++
  try {
    return await work()
  } finally {
    concurrent--
  }
}
