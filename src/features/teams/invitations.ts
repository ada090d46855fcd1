// Invitations are links for joining a team. An owner creates a link and hands it over. It works once, within
// seven days. The token is in the URL fragment, so no server or proxy on the way sees or logs it, and only its hash is
// stored.

import { type Database, errorCodeIs, type Queryable, type Transaction, UNIQUE_VIOLATION } from '../../db/index.ts'
import type { SettingsSession } from '../../http/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { MAX_MEMBERS, MAX_OPEN_INVITATIONS, type Role } from '../../settings-contract/index.ts'
import {
  type ClientInfo,
  findAccountByEmail,
  hashPassword,
  hashToken,
  insertAccount,
  linkNotValid,
  makeToken,
  normaliseEmail,
  type OpenedSession,
  openSession,
  verifyCredentials,
  wrongPassword,
} from '../accounts/index.ts'
import { type Actor, recordAudit } from '../audit/index.ts'
import {
  deleteInvitation,
  findInvitationByToken,
  type Invitation,
  insertMember,
  listInvitations,
  listMembers,
  takeInvitation,
  upsertInvitation,
} from './queries.ts'

const INVITATION_SECONDS = 7 * 86_400

const alreadyMember = (email: string) =>
  new AppError('conflict', `${email} already belongs to the team: change their role in the list of members.`, {
    code: 'already_member',
  })

const tooManyInvitations = () =>
  new AppError(
    'conflict',
    `A team can have at most ${MAX_OPEN_INVITATIONS} open invitations and ${MAX_MEMBERS} members: revoke or remove one first.`,
    { code: 'too_many_invitations' },
  )

/** Call it under the team's lock: the limits are counted here. */
export async function createInvitation(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  given: { email: string; role: Role },
): Promise<{ invitation: Invitation; linkPath: string }> {
  const { role } = given
  const email = normaliseEmail(given.email)
  const token = makeToken()
  const members = await listMembers(tx, teamId)
  if (members.some((member) => member.email === email)) throw alreadyMember(email)
  const others = (await listInvitations(tx, teamId)).filter((open) => open.email !== email)
  if (others.length >= MAX_OPEN_INVITATIONS || members.length >= MAX_MEMBERS) throw tooManyInvitations()
  const invitation = await upsertInvitation(tx, teamId, {
    email,
    role,
    invitedBy: actor === 'operator' ? null : actor.accountId,
    tokenHash: hashToken(token),
    validSeconds: INVITATION_SECONDS,
  })
  const target = { id: invitation.id, name: email }
  await recordAudit(tx, actor, teamId, { action: 'invitation.created', target, details: { role } })
  return { invitation, linkPath: `/join#${token}` }
}

export async function revokeInvitation(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  invitationId: string,
): Promise<void> {
  const revoked = await deleteInvitation(tx, teamId, invitationId)
  if (!revoked)
    throw new AppError('not_found', 'There is no such invitation. It was used or revoked, or it has expired.')
  const target = { id: invitationId, name: revoked.email }
  await recordAudit(tx, actor, teamId, { action: 'invitation.revoked', target })
}

export async function readInvitation(db: Queryable, token: string): Promise<Invitation & { teamName: string }> {
  const invitation = await findInvitationByToken(db, hashToken(token))
  if (!invitation) throw linkNotValid()
  return invitation
}

/**
 * Joins the team of a link. A person who is signed in with the invited address needs no password. Otherwise the
 * password must be that of the existing account, or becomes the password of a new one.
 *
 * The password is checked and hashed before the transaction: a failed attempt must be counted.
 */
export async function acceptInvitation(
  db: Database,
  { token, password }: { token: string; password?: string | undefined },
  client: ClientInfo,
  session: SettingsSession | undefined,
): Promise<OpenedSession> {
  const { email } = await readInvitation(db.pool('settings'), token)
  const invited = await identifyInvited(db, email, password, client.address, session)
  try {
    return await db.transaction('settings', async (tx) => {
      const invitation = await takeInvitation(tx, hashToken(token))
      if (!invitation) throw linkNotValid()
      const { teamId, role } = invitation
      const accountId = invited.accountId ?? (await insertAccount(tx, email, invited.passwordHash ?? ''))
      await insertMember(tx, teamId, accountId, role)
      const actor = { accountId, email, address: client.address }
      const target = { id: accountId, name: email }
      await recordAudit(tx, actor, teamId, { action: 'member.joined', target, details: { role } })
      const holder = { accountId, teamId, verifiedHash: invited.passwordHash, previous: session }
      const opened = await openSession(tx, holder, client)
      if (!opened) throw wrongPassword()
      return opened
    })
  } catch (error) {
    // Two invitations of the same new person were accepted concurrently: the account exists by now.
    if (errorCodeIs(error, UNIQUE_VIOLATION)) throw wrongPassword()
    throw error
  }
}

/** The account of the invited person, or the hash to create it with. */
async function identifyInvited(
  db: Database,
  email: string,
  password: string | undefined,
  address: string,
  session: SettingsSession | undefined,
): Promise<{ accountId: string | undefined; passwordHash: string | null }> {
  if (session?.email === email) return { accountId: session.accountId, passwordHash: null }
  if (password === undefined) throw new AppError('invalid', `Enter a password for ${email}.`, { field: 'password' })
  if (!(await findAccountByEmail(db.pool('settings'), email))) {
    return { accountId: undefined, passwordHash: await hashPassword(password) }
  }
  const account = await verifyCredentials(db.pool('settings'), email, password, address)
  if (!account) throw wrongPassword()
  return { accountId: account.id, passwordHash: account.passwordHash }
}
