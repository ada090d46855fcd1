// Sessions: opaque random tokens in a cookie, SHA-256 of them in the database. A session ends seven days after its last
// use and thirty days after the sign-in, however much it is used. Role, plan and membership are read with every request,
// so that a change holds from the next one on.

import type { FastifyRequest } from 'fastify'
import type { Database, Queryable, Transaction } from '../../db/index.ts'
import { notSignedIn, ownersOnly, readSessionCookie, type SettingsSession } from '../../http/index.ts'
import type { SessionReply } from '../../settings-contract/index.ts'
import { PLANS } from '../plans/index.ts'
import { hashToken, makeToken } from './link-tokens.ts'
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
import { addressOf, networkOf, type Visit } from './visits.ts'

export const IDLE_SECONDS = 7 * 86_400
export const LASTS_SECONDS = 30 * 86_400
const MOST_PER_ACCOUNT = 50

export interface OpenedSession {
  readonly sessionId: string
  /** For the cookie, and nowhere else. */
  readonly token: string
}

/**
 * Opens a session in the transaction of what led to it; one that the browser had before ends. Undefined: the password
 * was changed since it was proved, or the account does not belong to the team any more.
 */
export async function openSession(
  tx: Queryable,
  who: { accountId: string; teamId: string; provedHash: string | null; before?: SettingsSession | undefined },
  visit: Visit,
): Promise<OpenedSession | undefined> {
  const token = makeToken()
  const { accountId, teamId, provedHash, before } = who
  const session = { tokenHash: hashToken(token), accountId, teamId, ...visit, lastsSeconds: LASTS_SECONDS }
  const sessionId = await insertSession(tx, session, provedHash)
  if (sessionId === undefined) return undefined
  if (before) await deleteSession(tx, before.accountId, before.sessionId)
  await deleteOldestSessions(tx, accountId, MOST_PER_ACCOUNT)
  await rememberNetwork(tx, accountId, networkOf(visit.address))
  return { sessionId, token }
}

/** Who sends this request. */
export async function sessionOf(db: Queryable, request: FastifyRequest): Promise<SettingsSession | undefined> {
  const token = readSessionCookie(request)
  const row = token && (await findSessionByToken(db, hashToken(token), IDLE_SECONDS))
  if (!row) return undefined
  const address = addressOf(request)
  if (row.stale) await touchSession(db, row.sessionId, address)
  const { sessionId, accountId, email, teamId, role, plan } = row
  return { sessionId, accountId, email, teamId, role, plan, apiAccess: PLANS[plan].apiAccess, address }
}

/**
 * Does what only an owner may, in one transaction under the team's lock: whoever has been made a member, removed or
 * signed out before it commits nothing any more, and what is counted under the lock stays true until the commit.
 */
export async function asOwner<T>(
  db: Database,
  { teamId, accountId, sessionId }: SettingsSession,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction('settings', async (tx) => {
    await lockTeam(tx, teamId)
    const role = await findRole(tx, teamId, accountId, sessionId)
    if (role === undefined) throw notSignedIn()
    if (role !== 'owner') throw ownersOnly()
    return work(tx)
  })
}

/** What the screen is told about a session. */
export async function describeSession(db: Queryable, sessionId: string): Promise<SessionReply> {
  const row = await findSession(db, sessionId, IDLE_SECONDS)
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
    teams,
    idleEndsAt: new Date(Math.min(row.idleEndsAt.getTime(), row.endsAt.getTime())).toISOString(),
    endsAt: row.endsAt.toISOString(),
  }
}
