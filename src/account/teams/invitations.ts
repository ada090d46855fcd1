// Invitations are links for joining a team. They work once, within seven days. The token is in the URL fragment, so no
// server or proxy on the way sees or logs it, and only its hash is stored.
//
// With a mail server, the link is only mailed to the invited address: using it proves that the address is theirs.
// Without one, an owner gets the link and hands it over, which proves nothing.

import { randomUUID } from 'node:crypto'
import { type Database, errorCodeIs, type Queryable, type Transaction, UNIQUE_VIOLATION } from '../../db/index.ts'
import type { SettingsSession } from '../../http/index.ts'
import { type Mailer, noMail } from '../../mail/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { MAX_MEMBERS, MAX_OPEN_INVITATIONS, type Role } from '../../settings-contract/index.ts'
import {
  type Account,
  type ClientInfo,
  fillBucket,
  findAccountByEmail,
  hashPassword,
  hashToken,
  insertAccount,
  linkNotValid,
  lockTeam,
  makeToken,
  markProven,
  normaliseEmail,
  type OpenedSession,
  openSession,
  releaseAddress,
  type SecondFactor,
  signOnRequired,
  subjectOf,
  verifyCredentials,
  wrongPassword,
} from '../accounts/index.ts'
import { type Actor, recordAudit } from '../audit/index.ts'
import { invitationMail } from './invitation-mail.ts'
import {
  deleteInvitation,
  findInvitationByToken,
  forgetRemoval,
  type Invitation,
  insertMember,
  listInvitations,
  listMembers,
  requireTeam,
  takeInvitation,
  upsertInvitation,
} from './queries.ts'
import { teamIsFull } from './team-is-full.ts'

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

interface Invite {
  readonly email: string
  readonly role: Role
}

/** The subject of a mail about an invitation. */
export const mailAbout = (invitationId: string) => `invitation:${invitationId}`

/** Limits the mails to one address from one team, to one address from all teams, and from one team to all addresses. */
const MAILS_TO_ADDRESS_OF_TEAM = { capacity: 5, drainsPerSecond: 5 / 86_400 }
const MAILS_TO_ADDRESS = { capacity: 10, drainsPerSecond: 10 / 86_400 }
const MAILS_OF_TEAM = { capacity: 100, drainsPerSecond: 100 / 86_400 }

/**
 * Creates a link to hand over, for a service without mail. Call it under the team's lock, because the limits are
 * counted here.
 */
export async function createInvitation(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  given: Invite,
): Promise<{ invitation: Invitation; linkPath: string }> {
  const { invitation, linkPath } = await invite(tx, actor, teamId, given, { byMail: false })
  return { invitation, linkPath }
}

/** Mails the link. A second mail to the same address replaces the link. Call it under the team's lock, too. */
export async function sendInvitation(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  given: Invite,
  mailer: Mailer | undefined,
): Promise<Invitation> {
  if (!mailer) throw noMail('create a link and hand it over')
  const { invitation, linkPath, replaced } = await invite(tx, actor, teamId, given, { byMail: true })
  const { id, email, role, invitedBy } = invitation
  await fillBucket(tx, subjectOf('invitation', email, teamId), MAILS_TO_ADDRESS_OF_TEAM)
  await fillBucket(tx, subjectOf('invitation', email), MAILS_TO_ADDRESS)
  await fillBucket(tx, subjectOf('invitations', teamId), MAILS_OF_TEAM)
  if (replaced) await mailer.cancel(tx, mailAbout(replaced))
  const { name: teamName } = await requireTeam(tx, teamId)
  const content = invitationMail({ teamName, role, invitedBy, email, link: mailer.publicUrl() + linkPath })
  await mailer.enqueue(tx, { kind: 'invitation', to: email, teamId, about: mailAbout(id), content })
  return invitation
}

async function invite(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  given: Invite,
  { byMail }: { byMail: boolean },
): Promise<{ invitation: Invitation; linkPath: string; replaced: string | undefined }> {
  const { role } = given
  const email = normaliseEmail(given.email)
  const token = makeToken()
  const members = await listMembers(tx, teamId)
  if (members.some((member) => member.email === email)) throw alreadyMember(email)
  const open = await listInvitations(tx, teamId)
  const others = open.filter((invitation) => invitation.email !== email)
  if (others.length >= MAX_OPEN_INVITATIONS || members.length >= MAX_MEMBERS) throw tooManyInvitations()
  const invitation = await upsertInvitation(tx, teamId, {
    email,
    role,
    invitedBy: actor === 'operator' ? null : actor.accountId,
    tokenHash: hashToken(token),
    byMail,
    validSeconds: INVITATION_SECONDS,
  })
  const target = { id: invitation.id, name: email }
  await recordAudit(tx, actor, teamId, {
    action: 'invitation.created',
    target,
    details: { role, ...(byMail && { by_mail: true }) },
  })
  const replaced = open.find((invitation) => invitation.email === email)?.id
  return { invitation, linkPath: `/join#${token}`, replaced }
}

export async function revokeInvitation(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  invitationId: string,
  mailer: Mailer | undefined,
): Promise<void> {
  const revoked = await deleteInvitation(tx, teamId, invitationId)
  if (!revoked)
    throw new AppError('not_found', 'There is no such invitation. It was used or revoked, or it has expired.')
  const target = { id: invitationId, name: revoked.email }
  await recordAudit(tx, actor, teamId, { action: 'invitation.revoked', target })
  await mailer?.cancel(tx, mailAbout(invitationId))
}

export async function readInvitation(
  db: Queryable,
  token: string,
): Promise<Invitation & { teamId: string; teamName: string }> {
  const invitation = await findInvitationByToken(db, hashToken(token))
  if (!invitation) throw linkNotValid()
  return invitation
}

/**
 * Joins the team of a link. A person who is signed in with the invited address needs no password. Otherwise the
 * password must be that of the existing account, or becomes the password of a new one. A mailed link proves the
 * address. If someone else had created an account for it without proving it, the person may take the address from that
 * account (`newAccount`).
 *
 * The password is checked and hashed before the transaction, because a failed attempt must be counted.
 */
export async function acceptInvitation(
  db: Database,
  given: { token: string; password?: string | undefined; newAccount?: boolean | undefined },
  client: ClientInfo,
  secondFactor: SecondFactor,
  session: SettingsSession | undefined,
): Promise<OpenedSession> {
  const { token } = given
  const { email, byMail, teamId } = await readInvitation(db.pool('settings'), token)
  const invited = await identifyInvited(db, { ...given, email, byMail }, client.address, session)
  const isSignedIn = session?.email === email
  if (!isSignedIn && invited.accountId && (await secondFactor.isSet(invited.accountId))) throw signInFirst(email)
  try {
    return await db.transaction('settings', async (tx) => {
      // Locked before the invitation, in the same order as when one is replaced or revoked. Another order could
      // deadlock.
      await lockTeam(tx, teamId)
      const invitation = await takeInvitation(tx, hashToken(token))
      if (!invitation) throw linkNotValid()
      const { role } = invitation
      const signedInBy = isSignedIn ? session.signedInBy : 'password'
      if (signedInBy === 'password' && (await requireTeam(tx, teamId)).requiresSignOn) throw signOnRequired()
      const accountId = invited.accountId ?? (await makeAccount(tx, invited, email, byMail, client.address))
      if (byMail) await markProven(tx, accountId)
      if (!(await insertMember(tx, teamId, accountId, role, MAX_MEMBERS))) throw teamIsFull()
      const actor = { accountId, email, address: client.address }
      const target = { id: accountId, name: email }
      await recordAudit(tx, actor, teamId, { action: 'member.joined', target, details: { role } })
      await forgetRemoval(tx, teamId, accountId)
      const holder = { accountId, teamId, signedInBy, verifiedHash: invited.passwordHash, previous: session }
      const opened = await openSession(tx, holder, client)
      if (!opened) throw wrongPassword()
      return opened
    })
  } catch (error) {
    // Two invitations of the same new person were accepted concurrently: the account exists now.
    if (errorCodeIs(error, UNIQUE_VIOLATION)) throw wrongPassword()
    throw error
  }
}

/**
 * For a person whose address the sign-on provider has verified, which proves it as a mailed link does. Call it under the team's
 * lock.
 */
export async function joinByInvitation(
  tx: Transaction,
  actor: Exclude<Actor, 'operator'>,
  teamId: string,
  token: string,
): Promise<void> {
  const { accountId, email } = actor
  const invitation = await takeInvitation(tx, hashToken(token))
  if (!invitation) throw linkNotValid()
  const { role } = invitation
  if (!(await insertMember(tx, teamId, accountId, role, MAX_MEMBERS))) throw teamIsFull()
  await forgetRemoval(tx, teamId, accountId)
  await recordAudit(tx, actor, teamId, {
    action: 'member.joined',
    target: { id: accountId, name: email },
    details: { role },
  })
}

/** The password was right. The link stays valid. */
const signInFirst = (email: string) =>
  new AppError(
    'forbidden',
    `The account of ${email} has a second factor: sign in in another tab, then open this link again. It needs no password then.`,
    { code: 'sign_in_first' },
  )

/** Someone else may have created the account, with an invitation to another team. */
const wrongPasswordOfUnproven = (email: string) =>
  new AppError(
    'forbidden',
    `${email} already has an account, with another password. If you never made one, ask the operator of this service for a reset link.`,
    { code: 'wrong_password' },
  )

/** The same for a link that proves the address. */
const addressTaken = (email: string) =>
  new AppError(
    'forbidden',
    `${email} already has an account, with another password. If it is yours, enter its password, or ask for a new one. If you never made one, you can start a new account.`,
    { code: 'address_taken' },
  )

interface Invited {
  readonly accountId: string | undefined
  readonly passwordHash: string | null
  /** The account that loses the address to a new one. */
  readonly displaced?: Account
}

async function makeAccount(
  tx: Transaction,
  { passwordHash, displaced }: Invited,
  email: string,
  proven: boolean,
  address: string,
): Promise<string> {
  const id = randomUUID()
  if (displaced) await releaseAddress(tx, { accountId: id, email, address }, displaced)
  return insertAccount(tx, email, passwordHash ?? '', { proven, id })
}

/** The account of the invited person, or the hash to create it with. */
async function identifyInvited(
  db: Database,
  given: { email: string; byMail: boolean; password?: string | undefined; newAccount?: boolean | undefined },
  address: string,
  session: SettingsSession | undefined,
): Promise<Invited> {
  const { email, byMail, password, newAccount } = given
  if (session?.email === email) return { accountId: session.accountId, passwordHash: null }
  if (password === undefined) throw new AppError('invalid', `Enter a password for ${email}.`, { field: 'password' })
  const existing = await findAccountByEmail(db.pool('settings'), email)
  if (!existing) return { accountId: undefined, passwordHash: await hashPassword(password) }
  const account = await verifyCredentials(db.pool('settings'), email, password, address)
  if (!account && byMail && !existing.proven) {
    if (!newAccount) throw addressTaken(email)
    return { accountId: undefined, passwordHash: await hashPassword(password), displaced: existing }
  }
  if (!account) throw existing.proven ? wrongPassword() : wrongPasswordOfUnproven(email)
  return { accountId: account.id, passwordHash: account.passwordHash }
}
