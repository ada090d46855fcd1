// A sign-in link that an operator creates while the provider is down, or for a person who has lost access to it. It
// works like a reset link: once, within an hour, with the token in the URL fragment, which is never sent to a server.

import type { Database, Transaction } from '../../db/index.ts'
import type { SettingsSession } from '../../http/index.ts'
import {
  type ClientInfo,
  findFirstTeam,
  hashToken,
  linkNotValid,
  makeToken,
  normaliseEmail,
  noTeamLeft,
  type OpenedSession,
  openSession,
  requireAccount,
} from '../accounts/index.ts'
import { type Actor, recordAccountAudit, recordAudit } from '../audit/index.ts'
import { takeSignInLink, upsertSignInLink } from './queries.ts'

const LINK_SECONDS = 3_600

export async function createSignInLink(
  tx: Transaction,
  actor: Actor,
  givenEmail: string,
): Promise<{ email: string; linkPath: string; expiresAt: Date }> {
  const token = makeToken()
  const { id, email } = await requireAccount(tx, normaliseEmail(givenEmail))
  if ((await findFirstTeam(tx, id, 'link')).teamId === undefined) throw noTeamLeft()
  const expiresAt = await upsertSignInLink(tx, id, hashToken(token), LINK_SECONDS)
  await recordAccountAudit(tx, actor, id, { action: 'session.link_made', target: { id, name: email } })
  return { email, linkPath: `/sign-in-link#${token}`, expiresAt }
}

export function useSignInLink(
  db: Database,
  token: string,
  client: ClientInfo,
  previous: SettingsSession | undefined,
): Promise<OpenedSession> {
  return db.transaction('settings', async (tx) => {
    const account = await takeSignInLink(tx, hashToken(token))
    if (!account) throw linkNotValid()
    const { accountId, email } = account
    const { teamId } = await findFirstTeam(tx, accountId, 'link')
    if (teamId === undefined) throw noTeamLeft()
    const opened = await openSession(
      tx,
      { accountId, teamId, signedInBy: 'link', verifiedHash: null, previous },
      client,
    )
    if (!opened) throw noTeamLeft()
    const actor = { accountId, email, address: client.address }
    await recordAudit(tx, actor, teamId, { action: 'session.signed_in', details: { with: 'link' } })
    return opened
  })
}
