import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/index.ts'
import { clearSessionCookie, noSuch, setSessionCookie, settingsRoute } from '../../http/index.ts'
import { contract } from '../../settings-contract/index.ts'
import { recordDeed, recordDeedOnAccount } from '../audit/index.ts'
import { changePassword, lookAtReset, resetPassword } from './change-password.ts'
import { verifyNobodysPassword } from './passwords.ts'
import { deleteSession, deleteSessionsOf, listSessionsOf, moveSession } from './queries.ts'
import { describeSession, IDLE_SECONDS, LASTS_SECONDS } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { addressOf, visitOf } from './visits.ts'

export function accountSettings(app: FastifyInstance, db: Database): void {
  const pool = db.pool('settings')
  // Or the first unknown address would be told by the time that this takes.
  void verifyNobodysPassword('')

  settingsRoute(app, contract.whoAmI, async ({ session }) => ({
    session: session ? await describeSession(pool, session.sessionId) : null,
  }))

  settingsRoute(app, contract.getSession, async ({ session }) => describeSession(pool, session.sessionId))

  settingsRoute(app, contract.signIn, async ({ session, body, request, reply }) => {
    const { sessionId, token } = await signIn(db, body, visitOf(request), session)
    setSessionCookie(request, reply, token, LASTS_SECONDS)
    return describeSession(pool, sessionId)
  })

  settingsRoute(app, contract.signOut, async ({ session, request, reply }) => {
    clearSessionCookie(request, reply)
    if (!session) return {}
    await db.transaction('settings', async (tx) => {
      const teamId = await deleteSession(tx, session.accountId, session.sessionId)
      if (teamId !== undefined) await recordDeed(tx, teamId, session, { action: 'session.signed_out' })
    })
    return {}
  })

  settingsRoute(app, contract.switchTeam, async ({ session, body: { teamId } }) => {
    if (!(await moveSession(pool, session.accountId, session.sessionId, teamId))) throw noSuch('team')
    return describeSession(pool, session.sessionId)
  })

  settingsRoute(app, contract.changePassword, async ({ session, body }) => ({
    sessionsEnded: await changePassword(db, session, body.currentPassword, body.newPassword),
  }))

  settingsRoute(app, contract.listSessions, async ({ session }) => {
    const rows = await listSessionsOf(pool, session.accountId, IDLE_SECONDS)
    const sessions = rows.map((row) => ({
      ...row,
      current: row.id === session.sessionId,
      signedInAt: row.signedInAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
    }))
    return { sessions }
  })

  settingsRoute(app, contract.endSession, async ({ session, params: { sessionId }, request, reply }) => {
    await db.transaction('settings', async (tx) => {
      const teamId = await deleteSession(tx, session.accountId, sessionId)
      if (teamId === undefined) throw noSuch('session')
      await recordDeed(tx, teamId, session, { action: 'session.ended' })
    })
    if (sessionId === session.sessionId) clearSessionCookie(request, reply)
    return {}
  })

  settingsRoute(app, contract.signOutEverywhere, async ({ session, body: { keepThisSession }, request, reply }) => {
    const sessionsEnded = await db.transaction('settings', async (tx) => {
      const ended = await deleteSessionsOf(tx, session.accountId, keepThisSession ? session.sessionId : undefined)
      const details = { sessions: ended }
      await recordDeedOnAccount(tx, session.accountId, session, { action: 'session.all_ended', details })
      return ended
    })
    if (!keepThisSession) clearSessionCookie(request, reply)
    return { sessionsEnded }
  })

  settingsRoute(app, contract.lookAtPasswordReset, async ({ body: { token } }) => {
    const { email, expiresAt } = await lookAtReset(pool, token)
    return { email, expiresAt: expiresAt.toISOString() }
  })

  settingsRoute(app, contract.resetPassword, async ({ body: { token, newPassword }, request }) => ({
    email: await resetPassword(db, token, newPassword, addressOf(request)),
  }))
}
