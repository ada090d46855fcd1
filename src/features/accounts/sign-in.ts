import type { Database } from '../../db/index.ts'
import { HttpError, type SettingsSession } from '../../http/index.ts'
import { recordDeed } from '../audit/index.ts'
import { normaliseEmail } from './emails.ts'
import { provePassword } from './prove-password.ts'
import { findFirstTeam } from './queries.ts'
import { type OpenedSession, openSession } from './sessions.ts'
import type { Visit } from './visits.ts'

/** The same words whether the address is known or not. */
const invalidCredentials = () =>
  new HttpError(401, 'invalid_credentials', 'The email or the password is wrong.', {
    headers: { 'www-authenticate': 'Session realm="pro-signal settings"' },
  })

const noTeam = () =>
  new HttpError(403, 'no_team', 'Your account belongs to no team any more: ask an owner for an invitation.')

export async function signIn(
  db: Database,
  given: { email: string; password: string },
  visit: Visit,
  before?: SettingsSession,
): Promise<OpenedSession> {
  const email = normaliseEmail(given.email)
  const account = await provePassword(db.pool('settings'), email, given.password, visit.address)
  if (!account) throw invalidCredentials()
  return db.transaction('settings', async (tx) => {
    const teamId = await findFirstTeam(tx, account.id)
    if (teamId === undefined) throw noTeam()
    const who = { accountId: account.id, teamId, provedHash: account.passwordHash, before }
    const opened = await openSession(tx, who, visit)
    if (!opened) throw invalidCredentials()
    const actor = { accountId: account.id, email, address: visit.address }
    await recordDeed(tx, teamId, actor, { action: 'session.signed_in' })
    return opened
  })
}
