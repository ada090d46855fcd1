import type { Transaction } from '../../db/index.ts'
import type { SettingsSession } from '../../http/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { type Actor, recordAccountAudit, recordAudit } from '../audit/index.ts'
import { normaliseEmail } from './emails.ts'
import { deleteSession, deleteSessionsOf, requireAccount } from './queries.ts'

/** Idempotent: a session that has already ended is not recorded again. */
export async function signOut(tx: Transaction, session: SettingsSession): Promise<void> {
  const teamId = await deleteSession(tx, session.accountId, session.sessionId)
  if (teamId !== undefined) await recordAudit(tx, session, teamId, { action: 'session.signed_out' })
}

/** Ends one session of the person's own account. */
export async function endSession(tx: Transaction, session: SettingsSession, sessionId: string): Promise<void> {
  const teamId = await deleteSession(tx, session.accountId, sessionId)
  if (teamId === undefined) throw new AppError('not_found', 'There is no such session. It may have ended already.')
  await recordAudit(tx, session, teamId, { action: 'session.ended' })
}

/** Ends the sessions of the person's own account. Returns their number. */
export async function signOutEverywhere(
  tx: Transaction,
  session: SettingsSession,
  { keepThisSession }: { keepThisSession: boolean },
): Promise<number> {
  const ended = await deleteSessionsOf(tx, session.accountId, keepThisSession ? session.sessionId : undefined)
  const details = { sessions: ended }
  await recordAccountAudit(tx, session, session.accountId, { action: 'session.all_ended', details })
  return ended
}

/** Ends all sessions of another person's account. Returns their number. */
export async function endAllSessions(tx: Transaction, actor: Actor, givenEmail: string): Promise<number> {
  const { id, email } = await requireAccount(tx, normaliseEmail(givenEmail))
  const ended = await deleteSessionsOf(tx, id)
  const [target, details] = [{ id, name: email }, { sessions: ended }]
  await recordAccountAudit(tx, actor, id, { action: 'session.all_ended', target, details })
  return ended
}
