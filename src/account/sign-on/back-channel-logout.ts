// The provider ends the sessions of a person who has signed out there, or was disabled: a request from its server to ours.

import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/index.ts'
import { clientInfoOf, hashToken } from '../accounts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { logoutNotValid } from './errors.ts'
import type { Provider } from './provider.ts'
import { deleteProviderSessions, insertLogout } from './queries.ts'

/** It is registered with the provider, with the service's public URL before it. */
const LOGOUT_PATH = '/sign-on/backchannel-logout'
const MAX_BYTES = 16 * 1_024

export async function backChannelLogoutRoute(app: FastifyInstance, db: Database, provider: Provider): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    scope.post<{ Body: URLSearchParams | undefined }>(LOGOUT_PATH, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const token = request.body?.get('logout_token')
      if (!token) throw logoutNotValid('it has no logout_token')
      await endSessions(db, provider, token, clientInfoOf(request).address)
      return {}
    })
  })
}

/** The token's id is stored in the transaction that ends the sessions: a failed one can be sent again. */
async function endSessions(db: Database, provider: Provider, token: string, address: string): Promise<void> {
  const logout = await provider.logoutOf(token)
  await db.transaction('settings', async (tx) => {
    if (!(await insertLogout(tx, hashToken(`${logout.issuer} ${logout.tokenId}`)))) {
      throw logoutNotValid('its token was used before')
    }
    for (const { teamId, ...person } of await deleteProviderSessions(tx, logout)) {
      await recordAudit(tx, { ...person, address }, teamId, {
        action: 'session.signed_out',
        details: { with: 'provider' },
      })
    }
  })
}
