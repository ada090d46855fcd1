import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/index.ts'
import { clearSessionCookie, setSessionCookie, settingsRoute } from '../../http/index.ts'
import { type Mailer, noMail } from '../../mail/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { contract } from '../../settings-contract/index.ts'
import { changePassword, readPasswordReset, resetPassword } from './change-password.ts'
import { addressOf, clientInfoOf } from './client-info.ts'
import { endSession, signOut, signOutEverywhere } from './end-sessions.ts'
import { verifyDummyPassword } from './passwords.ts'
import { listSessionsOf, moveSession, needsSignOn } from './queries.ts'
import { requestReset } from './request-reset.ts'
import { describeSession, SESSION_IDLE_SECONDS, SESSION_MAX_SECONDS } from './sessions.ts'
import { type SecondFactor, signIn } from './sign-in.ts'
import { signOnRequired } from './sign-on-required.ts'

/** `signOutUrl`: where people can sign out at the provider of sign-on too. */
export function accountSettings(
  app: FastifyInstance,
  db: Database,
  mailer: Mailer | undefined,
  { signOutUrl, secondFactor }: { signOutUrl: () => string | undefined; secondFactor: SecondFactor },
): void {
  const pool = db.pool('settings')
  // Prepares the dummy hash. Otherwise the first unknown address would be recognisable by its response time.
  void verifyDummyPassword('')

  settingsRoute(app, contract.whoAmI, async ({ session }) => ({
    session: session ? await describeSession(pool, session.sessionId) : null,
  }))

  settingsRoute(app, contract.getMail, async () => ({ available: mailer !== undefined }))

  settingsRoute(app, contract.getSession, async ({ session }) => describeSession(pool, session.sessionId))

  settingsRoute(app, contract.signIn, async ({ session, body, request, reply }) => {
    const { sessionId, token } = await signIn(db, body, clientInfoOf(request), secondFactor, session)
    setSessionCookie(request, reply, token, SESSION_MAX_SECONDS)
    return describeSession(pool, sessionId)
  })

  settingsRoute(app, contract.signOut, async ({ session, request, reply }) => {
    clearSessionCookie(request, reply)
    if (session) await db.transaction('settings', (tx) => signOut(tx, session))
    return { providerUrl: (session?.signedInBy === 'provider' ? signOutUrl() : undefined) ?? null }
  })

  settingsRoute(app, contract.switchTeam, async ({ session, body: { teamId } }) => {
    if (!(await moveSession(pool, session.accountId, session.sessionId, teamId))) {
      if (await needsSignOn(pool, session.accountId, teamId)) throw signOnRequired()
      throw new AppError('not_found', 'There is no such team, or you no longer belong to it.')
    }
    return describeSession(pool, session.sessionId)
  })

  settingsRoute(app, contract.changePassword, async ({ session, body }) => ({
    sessionsEnded: await changePassword(db, session, body.currentPassword, body.newPassword, mailer),
  }))

  settingsRoute(app, contract.listSessions, async ({ session }) => {
    const rows = await listSessionsOf(pool, session.accountId, SESSION_IDLE_SECONDS)
    const sessions = rows.map((row) => ({
      ...row,
      current: row.id === session.sessionId,
      signedInAt: row.signedInAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
    }))
    return { sessions }
  })

  settingsRoute(app, contract.endSession, async ({ session, params: { sessionId }, request, reply }) => {
    await db.transaction('settings', (tx) => endSession(tx, session, sessionId))
    if (sessionId === session.sessionId) clearSessionCookie(request, reply)
    return {}
  })

  settingsRoute(app, contract.signOutEverywhere, async ({ session, body: { keepThisSession }, request, reply }) => {
    const sessionsEnded = await db.transaction('settings', (tx) => signOutEverywhere(tx, session, { keepThisSession }))
    if (!keepThisSession) clearSessionCookie(request, reply)
    return { sessionsEnded }
  })

  settingsRoute(app, contract.requestPasswordReset, async ({ body: { email }, request }) => {
    if (!mailer) throw noMail('ask an operator for a reset link')
    await requestReset(pool, email, addressOf(request))
    return {}
  })

  settingsRoute(app, contract.getPasswordReset, async ({ body: { token } }) => {
    const { email, expiresAt } = await readPasswordReset(pool, token)
    return { email, expiresAt: expiresAt.toISOString() }
  })

  settingsRoute(app, contract.resetPassword, async ({ body: { token, newPassword }, request }) => ({
    email: await resetPassword(db, token, newPassword, addressOf(request), mailer),
  }))
}
