// A sign-in with the provider, from the click on the button until the browser comes back.
//
// The browser holds one random token in a cookie. State, nonce and PKCE's code verifier are derived from it, and the
// database has its hash. So a provider's answer is accepted only from the browser that started the sign-in, for that
// sign-in, and once: the row is deleted in the statement that finds it. The rows are useless to anyone who reads the
// database.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { Queryable } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { hashToken, makeToken } from '../accounts/index.ts'
import { deleteAttempt, insertAttempt } from './queries.ts'

/** People enter a password and a second factor at the provider. */
export const ATTEMPT_SECONDS = 600

/** What is sent to the provider with the person, and expected back. */
export interface Challenge {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

export async function startAttempt(db: Queryable): Promise<{ token: string; challenge: Challenge }> {
  const token = makeToken()
  if (!(await insertAttempt(db, hashToken(token), ATTEMPT_SECONDS))) throw tooManyPeople()
  return { token, challenge: challengeOf(token) }
}

/** Throws unless the browser has started this sign-in within ten minutes and hasn't come back from it yet. */
export async function takeAttempt(db: Queryable, token: string | undefined, state: string): Promise<Challenge> {
  if (token === undefined) throw attemptNotValid()
  const challenge = challengeOf(token)
  // Before the row is taken: a forged answer doesn't end a sign-in in progress.
  if (!isSame(challenge.state, state)) throw attemptNotValid()
  if (!(await deleteAttempt(db, hashToken(token), ATTEMPT_SECONDS))) throw attemptNotValid()
  return challenge
}

function challengeOf(token: string): Challenge {
  const derive = (purpose: string) => createHash('sha256').update(`${purpose}:${token}`).digest('base64url')
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('verifier') }
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const attemptNotValid = () =>
  new AppError(
    'conflict',
    'This sign-in was already used, was started in another browser, or is older than ten minutes: start again.',
    { code: 'sign_on_expired' },
  )

const tooManyPeople = () =>
  new AppError('unavailable', 'Too many people are signing in right now: try again in a few minutes.', {
    retryAfterSeconds: 60,
  })
