import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/index.ts'
import { noSuch, setSessionCookie, settingsRoute } from '../../http/index.ts'
import { contract, type InvitationReply, type MemberReply } from '../../settings-contract/index.ts'
import { asOwner, describeSession, LASTS_SECONDS, visitOf } from '../accounts/index.ts'
import { recordDeed } from '../audit/index.ts'
import { acceptInvitation, invite, lookAtInvitation } from './invitations.ts'
import { changeRole, removeMember } from './members.ts'
import { deleteInvitation, type Invitation, listInvitations, listMembers, type Member } from './queries.ts'

export function teamSettings(app: FastifyInstance, db: Database): void {
  const pool = db.pool('settings')

  settingsRoute(app, contract.listMembers, async ({ session }) => {
    const members = await listMembers(pool, session.teamId)
    return { members: members.map((member) => memberReplyOf(member, session.accountId)) }
  })

  settingsRoute(app, contract.changeRole, async ({ session, params: { accountId }, body: { role } }) => ({
    member: memberReplyOf(await changeRole(db, session, accountId, role), session.accountId),
  }))

  settingsRoute(app, contract.removeMember, async ({ session, params: { accountId } }) => {
    await removeMember(db, session, accountId)
    return {}
  })

  settingsRoute(app, contract.listInvitations, async ({ session }) => ({
    invitations: (await listInvitations(pool, session.teamId)).map(invitationReplyOf),
  }))

  settingsRoute(app, contract.createInvitation, async ({ session, body }) => {
    const { invitation, linkPath } = await invite(db, session, body)
    return { invitation: invitationReplyOf(invitation), linkPath }
  })

  settingsRoute(app, contract.revokeInvitation, async ({ session, params: { invitationId } }) =>
    asOwner(db, session, async (tx) => {
      const revoked = await deleteInvitation(tx, session.teamId, invitationId)
      if (!revoked) throw noSuch('invitation')
      const target = { id: invitationId, name: revoked.email }
      await recordDeed(tx, session.teamId, session, { action: 'invitation.revoked', target })
      return {}
    }),
  )

  settingsRoute(app, contract.lookAtInvitation, async ({ session, body: { token } }) => {
    const { teamName, email, role, invitedBy, expiresAt } = await lookAtInvitation(pool, token)
    const signedIn = session?.email === email
    return { teamName, email, role, invitedBy, expiresAt: expiresAt.toISOString(), signedIn }
  })

  settingsRoute(app, contract.acceptInvitation, async ({ session, body, request, reply }) => {
    const opened = await acceptInvitation(db, body, visitOf(request), session)
    setSessionCookie(request, reply, opened.token, LASTS_SECONDS)
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

function invitationReplyOf({ createdAt, expiresAt, ...invitation }: Invitation): InvitationReply {
  return { ...invitation, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }
}
