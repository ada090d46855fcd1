// Links by which people join a team: made by an owner, handed over by them, good for one use within seven days. The
// token stands behind the # of the link, so that no server and no log between sees it, and is kept as a hash.

import { type Database, errorCodeIs, type Queryable, UNIQUE_VIOLATION } from '../../db/index.ts'
import { HttpError, type SettingsSession, validationFailed } from '../../http/index.ts'
import type { Role } from '../../settings-contract/index.ts'
import {
  asOwner,
  findAccountByEmail,
  hashPassword,
  hashToken,
  insertAccount,
  linkNotValid,
  makeToken,
  normaliseEmail,
  openSession,
  provePassword,
  type visitOf,
  wrongPassword,
} from '../accounts/index.ts'
import { recordDeed } from '../audit/index.ts'
import {
  findInvitationByToken,
  type Invitation,
  insertMember,
  listInvitations,
  listMembers,
  takeInvitation,
  upsertInvitation,
} from './queries.ts'

const LASTS_SECONDS = 7 * 86_400
const OPEN_MOST = 50
const MEMBERS_MOST = 500

const alreadyMember = (email: string) =>
  new HttpError(409, 'already_member', `${email} belongs to the team already: change the role in the list of members.`)

const tooManyInvitations = () =>
  new HttpError(
    409,
    'too_many_invitations',
    `A team has at most ${OPEN_MOST} open invitations and ${MEMBERS_MOST} members: take one back first.`,
  )

export async function invite(
  db: Database,
  session: SettingsSession,
  given: { email: string; role: Role },
): Promise<{ invitation: Invitation; linkPath: string }> {
  const email = normaliseEmail(given.email)
  const token = makeToken()
  return asOwner(db, session, async (tx) => {
    const members = await listMembers(tx, session.teamId)
    if (members.some((member) => member.email === email)) throw alreadyMember(email)
    const others = (await listInvitations(tx, session.teamId)).filter((open) => open.email !== email)
    if (others.length >= OPEN_MOST || members.length >= MEMBERS_MOST) throw tooManyInvitations()
    const invitation = await upsertInvitation(tx, session.teamId, {
      email,
      role: given.role,
      invitedBy: session.accountId,
      tokenHash: hashToken(token),
      lastsSeconds: LASTS_SECONDS,
    })
    const target = { id: invitation.id, name: email }
    const details = { role: given.role }
    await recordDeed(tx, session.teamId, session, { action: 'invitation.created', target, details })
    return { invitation, linkPath: `/join#${token}` }
  })
}

export async function lookAtInvitation(db: Queryable, token: string): Promise<Invitation & { teamName: string }> {
  const found = await findInvitationByToken(db, hashToken(token))
  if (!found) throw linkNotValid()
  return found
}

/**
 * Joins by a link. Who is signed in as the invited one needs no password; else an account that exists is entered by its
 * own password, and where there is none the password makes one.
 */
export async function acceptInvitation(
  db: Database,
  { token, password }: { token: string; password?: string | undefined },
  visit: ReturnType<typeof visitOf>,
  session: SettingsSession | undefined,
): Promise<{ sessionId: string; token: string }> {
  const { email } = await lookAtInvitation(db.pool('settings'), token)
  const proved = await proveInvited(db, email, password, visit.address, session)
  try {
    return await db.transaction('settings', async (tx) => {
      const invitation = await takeInvitation(tx, hashToken(token))
      if (!invitation) throw linkNotValid()
      const { teamId, role } = invitation
      const accountId = proved.accountId ?? (await insertAccount(tx, email, proved.passwordHash ?? ''))
      await insertMember(tx, teamId, accountId, role)
      const actor = { accountId, email, address: visit.address }
      await recordDeed(tx, teamId, actor, {
        action: 'member.joined',
        target: { id: accountId, name: email },
        details: { role },
      })
      const opened = await openSession(
        tx,
        { accountId, teamId, provedHash: proved.passwordHash, before: session },
        visit,
      )
      if (!opened) throw wrongPassword()
      return opened
    })
  } catch (error) {
    // Two invitations of one new person, accepted at once: now there is an account.
    if (errorCodeIs(error, UNIQUE_VIOLATION)) throw wrongPassword()
    throw error
  }
}

/** The account of the invited one, or a hash to make it with. */
async function proveInvited(
  db: Database,
  email: string,
  password: string | undefined,
  address: string,
  session: SettingsSession | undefined,
): Promise<{ accountId: string | undefined; passwordHash: string | null }> {
  if (session?.email === email) return { accountId: session.accountId, passwordHash: null }
  if (password === undefined) {
    throw validationFailed([{ field: 'password', message: `Give a password for ${email}.` }])
  }
  if (!(await findAccountByEmail(db.pool('settings'), email))) {
    return { accountId: undefined, passwordHash: await hashPassword(password) }
  }
  const account = await provePassword(db.pool('settings'), email, password, address)
  if (!account) throw wrongPassword()
  return { accountId: account.id, passwordHash: account.passwordHash }
}
