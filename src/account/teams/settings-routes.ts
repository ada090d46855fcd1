import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/index.ts'
import { setSessionCookie, settingsRoute } from '../../http/index.ts'
import { type Mailer, type MailProgress, readProgress } from '../../mail/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { contract, type InvitationReply, type MemberReply } from '../../settings-contract/index.ts'
import { asOwner, clientInfoOf, describeSession, SESSION_MAX_SECONDS, type SecondFactor } from '../accounts/index.ts'
import {
  acceptInvitation,
  createInvitation,
  mailAbout,
  readInvitation,
  revokeInvitation,
  sendInvitation,
} from './invitations.ts'
import { changeRole, removeMember } from './members.ts'
import { type Invitation, listInvitations, listMembers, type Member, requireTeam } from './queries.ts'

const areMailed = () =>
  new AppError('conflict', 'This service mails invitations: reload the page, and send one.', {
    code: 'invitations_are_mailed',
  })

export function teamSettings(
  app: FastifyInstance,
  db: Database,
  mailer: Mailer | undefined,
  secondFactor: SecondFactor,
): void {
  const pool = db.pool('settings')

  settingsRoute(app, contract.listMembers, async ({ session }) => {
    const members = await listMembers(pool, session.teamId)
    return { members: members.map((member) => memberReplyOf(member, session.accountId)) }
  })

  settingsRoute(app, contract.changeRole, async ({ session, params: { accountId }, body: { role } }) => {
    const member = await asOwner(db, session, (tx) => changeRole(tx, session, session.teamId, accountId, role))
    return { member: memberReplyOf(member, session.accountId) }
  })

  settingsRoute(app, contract.removeMember, async ({ session, params: { accountId } }) => {
    await asOwner(db, session, (tx) => removeMember(tx, session, session.teamId, accountId))
    return {}
  })

  settingsRoute(app, contract.listInvitations, async ({ session }) => {
    const invitations = await listInvitations(pool, session.teamId)
    const progress = await readProgress(
      pool,
      invitations.map(({ id }) => mailAbout(id)),
    )
    return { invitations: invitations.map((each) => invitationReplyOf(each, progress.get(mailAbout(each.id)))) }
  })

  settingsRoute(app, contract.createInvitation, async ({ session, body }) => {
    if (mailer) throw areMailed()
    const { invitation, linkPath } = await asOwner(db, session, (tx) =>
      createInvitation(tx, session, session.teamId, body),
    )
    return { invitation: invitationReplyOf(invitation), linkPath }
  })

  settingsRoute(app, contract.sendInvitation, async ({ session, body }) => {
    const invitation = await asOwner(db, session, (tx) => sendInvitation(tx, session, session.teamId, body, mailer))
    return { invitation: invitationReplyOf(invitation) }
  })

  settingsRoute(app, contract.revokeInvitation, async ({ session, params: { invitationId } }) => {
    await asOwner(db, session, (tx) => revokeInvitation(tx, session, session.teamId, invitationId, mailer))
    return {}
  })

  settingsRoute(app, contract.getInvitation, async ({ session, body: { token } }) => {
    const { teamId, teamName, email, role, invitedBy, expiresAt, byMail } = await readInvitation(pool, token)
    const { requiresSignOn } = await requireTeam(pool, teamId)
    const signedIn = session?.email === email
    return { teamName, email, role, invitedBy, expiresAt: expiresAt.toISOString(), signedIn, byMail, requiresSignOn }
  })

  settingsRoute(app, contract.acceptInvitation, async ({ session, body, request, reply }) => {
    const opened = await acceptInvitation(db, body, clientInfoOf(request), secondFactor, session)
    setSessionCookie(request, reply, opened.token, SESSION_MAX_SECONDS)
    return describeSession(pool, opened.sessionId)
  })
}

function memberReplyOf({ joinedAt, lastSeenAt, ...member }: Member, you: string): MemberReply {
  return {
    ...member,
    joinedAt: joinedAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    you: member.accountId === you,
  }
}

function invitationReplyOf(
  { createdAt, expiresAt, byMail, ...invitation }: Invitation,
  progress?: MailProgress,
): InvitationReply {
  const mail = byMail ? mailOf(progress) : null
  return { ...invitation, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString(), mail }
}

/** A sent mail is deleted before its invitation. Answers about the mail server itself are for operators. */
function mailOf(progress: MailProgress | undefined): InvitationReply['mail'] {
  const { state, answer } = progress ?? { state: 'sent', answer: null }
  return { state, answer: state === 'failed' && /^5\d\d/.test(answer ?? '') ? answer : null }
}
