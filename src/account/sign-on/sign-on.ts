// Signing in with the provider. No transaction is open while the provider answers: the attempt is consumed, then the
// provider is queried, then the rest is one transaction.

import { type Database, errorCodeIs, type Queryable, type Transaction, UNIQUE_VIOLATION } from '../../db/index.ts'
import type { SettingsSession } from '../../http/index.ts'
import { MAX_MEMBERS } from '../../settings-contract/index.ts'
import {
  type ClientInfo,
  fillBucket,
  findFirstTeam,
  lockTeam,
  normaliseEmail,
  noTeamLeft,
  type OpenedSession,
  openSession,
  signInNetworkOf,
  subjectOf,
} from '../accounts/index.ts'
import { recordAccountAudit, recordAudit } from '../audit/index.ts'
import { joinByInvitation, joinTeam, readInvitation } from '../teams/index.ts'
import { startAttempt, takeAttempt } from './attempts.ts'
import { addressNotVerified, addressReassigned, invitationOfAnother } from './errors.ts'
import { domainOf, findPerson } from './find-person.ts'
import type { Provider, ProviderPerson } from './provider.ts'
import { findDomain } from './queries.ts'

/** A whole office signs in at nine. */
const NETWORK_BUCKET = { capacity: 100, drainsPerSecond: 1 / 3 }

/** Returns the token for the browser's cookie, and where to send the browser. */
export async function startSignOn(
  db: Queryable,
  provider: Provider,
  address: string,
): Promise<{ token: string; url: string }> {
  await fillBucket(db, subjectOf('sign-on', signInNetworkOf(address)), NETWORK_BUCKET)
  const { token, challenge } = await startAttempt(db)
  return { token, url: await provider.urlFor(challenge) }
}

/** `token` is that of the browser's cookie, `previous` the browser's session, which ends. */
export async function finishSignOn(
  db: Database,
  provider: Provider,
  given: { token: string | undefined; query: string; invitation?: string | undefined },
  client: ClientInfo,
  previous: SettingsSession | undefined,
): Promise<OpenedSession> {
  const state = new URLSearchParams(given.query).get('state') ?? ''
  const challenge = await takeAttempt(db.pool('settings'), given.token, state)
  const asked = await provider.personOf(given.query, challenge)
  const person = { ...asked, email: normaliseEmail(asked.email) }
  if (!person.isVerified) throw addressNotVerified(provider.label, person.email)
  try {
    return await db.transaction('settings', (tx) => signOnPerson(tx, person, given.invitation, client, previous))
  } catch (error) {
    // An account with the address was created at the same moment, by an invitation to another team.
    if (errorCodeIs(error, UNIQUE_VIOLATION)) throw addressReassigned(person.email)
    throw error
  }
}

async function signOnPerson(
  tx: Transaction,
  person: ProviderPerson,
  token: string | undefined,
  client: ClientInfo,
  previous: SettingsSession | undefined,
): Promise<OpenedSession> {
  const mapped = await findDomain(tx, domainOf(person.email))
  const invitation = token === undefined ? undefined : await readInvitation(tx, token)
  if (invitation && invitation.email !== person.email) throw invitationOfAnother(invitation.email, person.email)
  // In one order, so that two sign-ins can't deadlock.
  const joined = [mapped?.teamId, invitation?.teamId].filter((id) => id !== undefined)
  for (const teamId of [...new Set(joined)].sort()) await lockTeam(tx, teamId)
  const ways = { mapped, isInvited: invitation !== undefined, signedInTo: previous?.accountId }
  const { accountId, email, isNew } = await findPerson(tx, person, ways)
  const actor = { accountId, email, address: client.address }
  if (invitation && token !== undefined) await joinByInvitation(tx, actor, invitation.teamId, token)
  if (mapped) await joinTeam(tx, actor, mapped.teamId, mapped.defaultRole, MAX_MEMBERS)
  if (isNew) {
    const target = { id: accountId, name: email }
    await recordAccountAudit(tx, actor, accountId, { action: 'identity.linked', target })
  }
  const teamId = invitation?.teamId ?? (await findFirstTeam(tx, accountId, 'provider')).teamId
  if (teamId === undefined) throw noTeamLeft()
  const opened = await openSession(
    tx,
    { accountId, teamId, signedInBy: 'provider', verifiedHash: null, providerSid: person.sid, previous },
    client,
  )
  if (!opened) throw noTeamLeft()
  await recordAudit(tx, actor, teamId, { action: 'session.signed_in', details: { with: 'provider' } })
  return opened
}
