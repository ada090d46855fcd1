import { createHash } from 'node:crypto'
import type { Queryable } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { raiseLevel, readLevel } from './attempt-queries.ts'

/** A level that drains over time. The database stores it, so all nodes count together. */
export interface LeakyBucket {
  readonly capacity: number
  readonly drainsPerSecond: number
}

/** Takes a place in a bucket, or throws `too_many_attempts` with the time until one is free. */
export async function fillBucket(
  db: Queryable,
  subject: Buffer,
  { capacity, drainsPerSecond }: LeakyBucket,
): Promise<void> {
  if ((await raiseLevel(db, subject, capacity, drainsPerSecond)) !== undefined) return
  const level = await readLevel(db, subject, drainsPerSecond)
  throw tooManyAttempts(Math.max(1, Math.ceil((level + 1 - capacity) / drainsPerSecond)))
}

const tooManyAttempts = (seconds: number) =>
  new AppError('throttled', `Too many attempts: try again in ${durationOf(seconds)}.`, {
    code: 'too_many_attempts',
    retryAfterSeconds: seconds,
  })

function durationOf(seconds: number): string {
  if (seconds <= 120) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  return `${Math.ceil(seconds / 60)} minutes`
}

/** A hash, so that the table doesn't reveal who tried what. */
export function subjectOf(...parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}
