import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { EXIT, Fault } from '../../platform/fault.ts'

// The enum is a const enum of the library's types, which type stripping cannot see.
const ARGON2ID = 2 as Algorithm.Argon2id

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. The hash carries them, so they can be raised. */
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const PASSWORD_LENGTH = { least: 8, most: 200 }

export async function hashPassword(password: string): Promise<string> {
  const length = [...password].length
  if (length < PASSWORD_LENGTH.least || length > PASSWORD_LENGTH.most) {
    throw new Fault(
      `A password has ${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.most} characters, and this one has ${length}.`,
      { exitCode: EXIT.usage },
    )
  }
  return hash(password.normalize('NFKC'), COST)
}

export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  if (password.length > PASSWORD_LENGTH.most * 2) return false
  return verify(passwordHash, password.normalize('NFKC'))
}
