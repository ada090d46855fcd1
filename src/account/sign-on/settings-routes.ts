import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/index.ts'
import { readSignOnCookie, setSessionCookie, setSignOnCookie, settingsRoute } from '../../http/index.ts'
import { contract } from '../../settings-contract/index.ts'
import { asOwner, clientInfoOf, describeSession, SESSION_MAX_SECONDS } from '../accounts/index.ts'
import { ATTEMPT_SECONDS } from './attempts.ts'
import { noProvider } from './errors.ts'
import type { Provider } from './provider.ts'
import { useSignInLink } from './sign-in-links.ts'
import { finishSignOn, startSignOn } from './sign-on.ts'
import { describeTeamSignOn, requireSignOn } from './team-sign-on.ts'

/** Without a provider, only an operator's links work. */
export function signOnSettings(app: FastifyInstance, db: Database, provider: Provider | undefined): void {
  const pool = db.pool('settings')

  settingsRoute(app, contract.getSignOn, async () => ({ label: provider?.label ?? null }))

  settingsRoute(app, contract.startSignOn, async ({ request, reply }) => {
    if (!provider) throw noProvider()
    const { token, url } = await startSignOn(pool, provider, clientInfoOf(request).address)
    setSignOnCookie(request, reply, token, ATTEMPT_SECONDS)
    return { url }
  })

  settingsRoute(app, contract.finishSignOn, async ({ session, body, request, reply }) => {
    if (!provider) throw noProvider()
    const given = { token: readSignOnCookie(request), ...body }
    const { sessionId, token } = await finishSignOn(db, provider, given, clientInfoOf(request), session)
    setSessionCookie(request, reply, token, SESSION_MAX_SECONDS)
    setSignOnCookie(request, reply, '', 0)
    return describeSession(pool, sessionId)
  })

  settingsRoute(app, contract.useSignInLink, async ({ session, body, request, reply }) => {
    const { sessionId, token } = await useSignInLink(db, body.token, clientInfoOf(request), session)
    setSessionCookie(request, reply, token, SESSION_MAX_SECONDS)
    return describeSession(pool, sessionId)
  })

  settingsRoute(app, contract.getTeamSignOn, async ({ session }) => describeTeamSignOn(pool, session.teamId, provider))

  settingsRoute(app, contract.requireSignOn, async ({ session, body: { required } }) => {
    await asOwner(db, session, (tx) => requireSignOn(tx, session, required, provider))
    return describeTeamSignOn(pool, session.teamId, provider)
  })
}
