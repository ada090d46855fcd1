import type { Database } from '../../db/index.ts'
import { HttpError, type SettingsSession } from '../../http/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../audit/index.ts'
import { type ClientInfo, signInNetworkOf } from './client-info.ts'
import { normaliseEmail } from './emails.ts'
import { findFirstTeam, listFamiliarNetworks } from './queries.ts'
import { type OpenedSession, openSession } from './sessions.ts'
import { signOnRequired } from './sign-on-required.ts'
import { verifyCredentials } from './verify-credentials.ts'

/** The same text whether or not the address is known. An HttpError, because a 401 carries a WWW-Authenticate header. */
const invalidCredentials = () =>
  new HttpError(401, 'invalid_credentials', 'The email or the password is wrong.', {
    headers: { 'www-authenticate': 'Session realm="pro-signal settings"' },
  })

export const noTeamLeft = () =>
  new AppError('forbidden', 'Your account no longer belongs to a team: ask an owner for an invitation.', {
    code: 'no_team',
  })

/**
 * What signing in with a password requires in addition. Declared here, because the feature that implements it needs
 * accounts.
 */
export interface SecondFactor {
  /**
   * Throws unless the account has no second factor, or this is its code. Guesses from one `network` are counted
   * together; it is evaluated only if there is a code to check.
   */
  check(accountId: string, code: string | undefined, network: () => Promise<string>): Promise<void>
  isSet(accountId: string): Promise<boolean>
}

/** `previous` is the browser's previous session, which ends. */
export async function signIn(
  db: Database,
  given: { email: string; password: string; code?: string | undefined },
  client: ClientInfo,
  secondFactor: SecondFactor,
  previous?: SettingsSession,
): Promise<OpenedSession> {
  const email = normaliseEmail(given.email)
  // Outside the transaction: a failed attempt must be counted.
  const account = await verifyCredentials(db.pool('settings'), email, given.password, client.address)
  if (!account) throw invalidCredentials()
  await secondFactor.check(account.id, given.code, async () => {
    const network = signInNetworkOf(client.address)
    const familiar = await listFamiliarNetworks(db.pool('settings'), account.id)
    return familiar.includes(network) ? network : 'unfamiliar'
  })
  return db.transaction('settings', async (tx) => {
    const { teamId, onlyBySignOn } = await findFirstTeam(tx, account.id, 'password')
    if (teamId === undefined) throw onlyBySignOn ? signOnRequired() : noTeamLeft()
    const holder = {
      accountId: account.id,
      teamId,
      signedInBy: 'password',
      verifiedHash: account.passwordHash,
      previous,
    } as const
    const opened = await openSession(tx, holder, client)
    if (!opened) throw invalidCredentials()
    const actor = { accountId: account.id, email, address: client.address }
    await recordAudit(tx, actor, teamId, { action: 'session.signed_in' })
    return opened
  })
}
