import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { HttpError } from '../../http/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { randomBase62 } from '../../platform/ids.ts'
import { PASSWORD_LENGTH } from '../../settings-contract/index.ts'

// The enum is a const enum of the library's types, which type stripping cannot see.
const ARGON2ID = 2 as Algorithm.Argon2id

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. The hash carries them, so they can be raised. */
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes that run or wait. The thread pool runs four; beyond this a flood is turned away instead of queued. */
const AT_ONCE_MOST = 100
let atOnce = 0

export async function hashPassword(password: string): Promise<string> {
  const length = [...password].length
  if (length < PASSWORD_LENGTH.least || length > PASSWORD_LENGTH.most) {
    throw new AppError(
      'invalid',
      `A password has ${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.most} characters, and this one has ${length}.`,
    )
  }
  return bounded(() => hash(password.normalize('NFKC'), COST))
}

export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  if (password.length > PASSWORD_LENGTH.most * 2) return false
  return bounded(() => verify(passwordHash, password.normalize('NFKC')))
}

let nobodysHash: Promise<string> | undefined

/** As much work as for an account that exists, and always false: the time of an answer does not tell who has one. */
export async function verifyNobodysPassword(password: string): Promise<false> {
  nobodysHash ??= hash(randomBase62(32), COST)
  await verifyPassword(await nobodysHash, password)
  return false
}

async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (atOnce >= AT_ONCE_MOST) {
    throw new HttpError(
      503,
      'service_unavailable',
      'Too many people sign in at this moment: try again in a few seconds.',
      {
        headers: { 'retry-after': '5' },
      },
    )
  }
  atOnce++
  try {
    return await work()
  } finally {
    atOnce--
  }
}
