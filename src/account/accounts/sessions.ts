// Sessions: an opaque random token in a cookie, its SHA-256 in the database. A session ends seven days after its last
// use, and thirty days after the sign-in in any case. Role, plan and membership are read with every request, so a
// change applies from the next request on.

import type { FastifyRequest } from 'fastify'
import type { Database, Queryable, Transaction } from '../../db/index.ts'
import { notSignedIn, ownersOnly, readSessionCookie, type SettingsSession } from '../../http/index.ts'
import type { Role, SessionReply, SignInMethod } from '../../settings-contract/index.ts'
import { PLANS } from '../plans/index.ts'
import { addressOf, type ClientInfo, signInNetworkOf } from './client-info.ts'
import {
  deleteOldestSessions,
  deleteSession,
  findRole,
  findSession,
  findSessionByToken,
  insertSession,
  listTeamsOf,
  lockTeam,
  rememberNetwork,
  type SessionRow,
  touchSession,
} from './queries.ts'
import { hashToken, makeToken } from './tokens.ts'

export const SESSION_IDLE_SECONDS = 7 * 86_400
export const SESSION_MAX_SECONDS = 30 * 86_400
const MAX_SESSIONS_PER_ACCOUNT = 50

export interface OpenedSession {
  readonly sessionId: string
  /** For the cookie only. It is never stored. */
  readonly token: string
}

/**
 * Opens a session in the transaction of the sign-in or the accepted invitation, and ends the previous session of the
 * same browser. Undefined: the password was changed after it was verified, or the account no longer belongs to the
 * team, or the team has begun to require sign-on.
 */
export async function openSession(
  tx: Queryable,
  holder: {
    accountId: string
    teamId: string
    signedInBy: SignInMethod
    /** The hash that the password was verified against; null: no password was. */
    verifiedHash: string | null
    /** The provider's session, if it names one. Without it, that of the previous session is kept. */
    providerSid?: string | undefined
    previous?: SettingsSession | undefined
  },
  client: ClientInfo,
): Promise<OpenedSession | undefined> {
  const token = makeToken()
  const { accountId, teamId, signedInBy, verifiedHash, providerSid, previous } = holder
  const of = { accountId, teamId, signedInBy, providerSid, previousId: previous?.sessionId }
  const session = { tokenHash: hashToken(token), ...of, ...client, maxSeconds: SESSION_MAX_SECONDS }
  const sessionId = await insertSession(tx, session, verifiedHash)
  if (sessionId === undefined) return undefined
  if (previous) await deleteSession(tx, previous.accountId, previous.sessionId)
  await deleteOldestSessions(tx, accountId, MAX_SESSIONS_PER_ACCOUNT)
  await rememberNetwork(tx, accountId, signInNetworkOf(client.address))
  return { sessionId, token }
}

/** The session of the request's cookie. */
export async function sessionOf(db: Queryable, request: FastifyRequest): Promise<SettingsSession | undefined> {
  const token = readSessionCookie(request)
  const row = token && (await findSessionByToken(db, hashToken(token), SESSION_IDLE_SECONDS))
  if (!row) return undefined
  const address = addressOf(request)
  if (row.stale) await touchSession(db, row.sessionId, address)
  const { sessionId, accountId, email, teamId, role, plan, signedInBy } = row
  return { sessionId, accountId, email, teamId, role, plan, signedInBy, apiAccess: PLANS[plan].apiAccess, address }
}

/**
 * Runs work that requires an owner, in one transaction under the team's lock. A person who was demoted, removed or
 * signed out before the lock was taken commits nothing, and counts read under the lock stay valid until the commit.
 */
export function asOwner<T>(db: Database, session: SettingsSession, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return underTeamLock(db, session, (tx, role) => {
    if (role !== 'owner') throw ownersOnly()
    return work(tx)
  })
}

/** The same for work that every member may do. The role is that under the lock. */
export function asMember<T>(
  db: Database,
  session: SettingsSession,
  work: (tx: Transaction, role: Role) => Promise<T>,
): Promise<T> {
  return underTeamLock(db, session, work)
}

function underTeamLock<T>(
  db: Database,
  { teamId, accountId, sessionId }: SettingsSession,
  work: (tx: Transaction, role: Role) => Promise<T>,
): Promise<T> {
  return db.transaction('settings', async (tx) => {
    await lockTeam(tx, teamId)
    const role = await findRole(tx, teamId, accountId, sessionId)
    if (role === undefined) throw notSignedIn()
    return work(tx, role)
  })
}

/** A session as the screen receives it. */
export async function describeSession(db: Queryable, sessionId: string): Promise<SessionReply> {
  const row = await findSession(db, sessionId, SESSION_IDLE_SECONDS)
  if (!row) throw notSignedIn()
  return replyOf(row, await listTeamsOf(db, row.accountId))
}

function replyOf(row: SessionRow, teams: SessionReply['teams']): SessionReply {
  return {
    account: { id: row.accountId, email: row.email },
    team: {
      id: row.teamId,
      name: row.teamName,
      plan: row.plan,
      apiAccess: PLANS[row.plan].apiAccess,
      demo: row.demo,
    },
    role: row.role,
    signedInBy: row.signedInBy,
    teams,
    idleEndsAt: new Date(Math.min(row.idleEndsAt.getTime(), row.endsAt.getTime())).toISOString(),
    endsAt: row.endsAt.toISOString(),
  }
}
