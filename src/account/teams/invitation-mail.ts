import type { MailContent } from '../../mail/index.ts'
import type { Role } from '../../settings-contract/index.ts'

const ROLES: Readonly<Record<Role, string>> = {
  owner: 'an owner, who can see and change everything',
  member: 'a member, who can see everything, explore and edit lists',
}

export function invitationMail(invitation: {
  readonly teamName: string
  readonly role: Role
  readonly invitedBy: string | null
  readonly email: string
  readonly link: string
}): MailContent {
  const { teamName, role, invitedBy, email, link } = invitation
  return {
    subject: `Join ${teamName} on Pro Signal`,
    heading: `Join ${teamName}`,
    blocks: [
      { kind: 'text', text: `${invitedBy ?? 'An operator'} invited you as ${ROLES[role]}.` },
      { kind: 'button', label: 'Accept invitation', url: link },
      {
        kind: 'note',
        text: 'The link is for you only: it works once, for seven days. A newer invitation replaces it.',
      },
      { kind: 'note', text: 'Pro Signal shows sales teams which companies are in a buying window now.' },
    ],
    footer: `You get this mail because ${email} was invited. If you don’t want to join, do nothing.`,
  }
}
