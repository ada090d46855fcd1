import type { ReactNode } from 'react'
import type { AuditAction, AuditSubject, InvitationReply, Role } from '../../contract.ts'
import { formatNumber, pluralize } from '../../parts/words/format.ts'
import { rich } from '../../parts/words/rich-text.ts'

const roles: Readonly<Record<Role, string>> = { owner: 'Owner', member: 'Member' }

const withArticle: Readonly<Record<Role, string>> = { owner: 'an owner', member: 'a member' }

const subjects: Readonly<Record<AuditSubject, string>> = {
  keys: 'Keys',
  webhooks: 'Webhooks',
  searches: 'Alerts',
  crm: 'CRM',
  lists: 'Lists',
  imports: 'Imports',
  members: 'Members and invitations',
  sessions: 'Sign-ins and passwords',
  team: 'Plan, limits and sign-on',
  billing: 'Billing',
}

const auditActions: Readonly<Record<AuditAction, string>> = {
  'key.created': 'Created a key',
  'key.rotated': 'Rotated a key',
  'key.restricted': 'Changed what a key may do',
  'key.revoked': 'Revoked a key',
  'webhook.created': 'Created a webhook',
  'webhook.changed': 'Changed a webhook',
  'webhook.paused': 'Paused a webhook',
  'webhook.resumed': 'Resumed a webhook',
  'webhook.deleted': 'Deleted a webhook',
  'webhook.tested': 'Tested a webhook',
  'webhook.key_revealed': 'Revealed a webhook’s key',
  'webhook.key_rotated': 'Rotated a webhook’s key',
  'webhook.secret_revealed': 'Revealed a webhook’s signing secret',
  'webhook.secret_rotated': 'Rotated a webhook’s signing secret',
  'webhook.replayed': 'Replayed a webhook’s past events',
  'webhook.retried': 'Retried a webhook event',
  'webhook.replay_requested': 'Requested a replay of a webhook event',
  'search.created': 'Saved a search with alerts',
  'search.changed': 'Changed a saved search',
  'search.paused': 'Paused a saved search',
  'search.resumed': 'Resumed a saved search',
  'search.deleted': 'Deleted a saved search',
  'search.muted': 'Muted a company in a saved search',
  'search.unmuted': 'Unmuted a company in a saved search',
  'search.secret_revealed': 'Revealed the signing secret of a saved search',
  'search.secret_rotated': 'Rotated the signing secret of a saved search',
  'search.address_asked': 'Asked an address to confirm alerts',
  'search.matches_sent': 'Sent what matched a saved search',
  'search.tested': 'Sent a test message of a saved search',
  'crm.connected': 'Connected a CRM',
  'crm.changed': 'Changed what is written to the CRM',
  'crm.tested': 'Tested the connection to a CRM',
  'crm.matches_written': 'Sent what matches a saved search to the CRM',
  'crm.disconnected': 'Disconnected the CRM',
  'list.created': 'Created a list',
  'list.renamed': 'Renamed a list',
  'list.changed': 'Changed the companies on a list',
  'list.monitored': 'Started monitoring a list',
  'list.unmonitored': 'Stopped monitoring a list',
  'list.board_accepted': 'Accepted a job board',
  'list.board_rejected': 'Rejected a job board',
  'list.deleted': 'Deleted a list',
  'import.started': 'Started to import a file',
  'import.cancelled': 'Cancelled importing a file',
  'import.mapping_saved': 'Saved a mapping of columns',
  'import.mapping_deleted': 'Deleted a mapping of columns',
  'member.joined': 'Joined the team',
  'member.role_changed': 'Changed a role',
  'member.removed': 'Removed a member',
  'member.address_lost': 'Gave a member’s unverified address to its owner',
  'invitation.created': 'Invited a person',
  'invitation.revoked': 'Revoked an invitation',
  'session.signed_in': 'Signed in',
  'session.signed_out': 'Signed out',
  'session.link_made': 'Made a link to sign in',
  'identity.linked': 'Connected the account with the sign-on provider',
  'session.ended': 'Ended a session',
  'session.all_ended': 'Ended all sessions',
  'password.changed': 'Changed the password',
  'password.reset_link_made': 'Requested a password reset link',
  'password.reset': 'Reset the password with a link',
  'factor.set': 'Set up a second factor',
  'factor.removed': 'Removed a second factor',
  'factor.codes_renewed': 'Made new recovery codes',
  'team.created': 'Created the team',
  'team.plan_changed': 'Changed the plan',
  'team.limits_changed': 'Changed the limits',
  'team.domains_changed': 'Changed the domains whose people join',
  'team.sign_on_required': 'Stopped accepting passwords',
  'team.sign_on_optional': 'Accepted passwords again',
  'billing.connected': 'Connected a Stripe customer',
  'billing.disconnected': 'Disconnected the Stripe customer',
}

const oldKeyText = (time: string | number | boolean) =>
  time === 'now' ? 'the old key stopped immediately' : `the old key worked for another ${time}`

/** By the name that records have. */
const auditDetailTexts: Readonly<Record<string, (value: string | number | boolean) => string>> = {
  added: (count) => `${pluralize(Number(count), 'company', 'companies')} added`,
  removed: (count) => `${pluralize(Number(count), 'company', 'companies')} removed`,
  companies: (count) => pluralize(Number(count), 'company', 'companies'),
  from: (name) => `was ${name}`,
  by_mail: () => 'by email',
  by_domain: () => 'by domain',
  domain: (how) => String(how),
  with: (method) => (method === 'provider' ? 'with the sign-on provider' : 'with an operator’s link'),
  approved: (isApproved) => (isApproved === true ? 'approved' : 'waits for the operator'),
  role: (role) => (role === 'owner' || role === 'member' ? roles[role] : String(role)),
  plan: (plan) => `${plan === 'pro' ? 'Pro' : 'Free'} plan`,
  customer: (id) => `customer ${id}`,
  grace: oldKeyText,
  overlap: oldKeyText,
}

/** The delivery state of the mail with an invite link. Null: the link was handed over. */
function mailState(mail: InvitationReply['mail']): string {
  if (!mail) return 'Link handed over'
  if (mail.state === 'sent') return 'Sent'
  if (mail.state === 'waiting') return 'On its way'
  return mail.answer ? `Not delivered. The mail server says: ${mail.answer}` : 'Not delivered'
}

export const texts = {
  title: 'Team',
  lead: (team: string, plan: string) => `${team}, on the ${plan === 'pro' ? 'Pro' : 'Free'} plan.`,
  memberNote: 'You can view the team. Only owners can invite people, change roles and remove members.',
  tabs: { members: 'Members', audit: 'Audit log' },
  roles,
  members: {
    title: 'Members',
    lead: 'Owners can change everything. Members can explore, edit lists and save searches for themselves, and view everything else.',
    loadFailed: 'Can’t load the members',
    columns: { email: 'Email', role: 'Role', joined: 'Joined', lastSeen: 'Last seen' },
    you: 'You',
    neverSignedIn: 'Not signed in',
    actions: {
      changeRole: (role: Role) => `Make ${withArticle[role]}…`,
      leave: 'Leave team…',
      remove: 'Remove…',
    },
  },
  changeRole: {
    title: (email: string, role: Role) => `Make ${email} ${withArticle[role]}?`,
    submit: (role: Role) => `Make ${withArticle[role]}`,
    busy: 'Changing…',
    toOwner:
      'They will be able to create and revoke keys, change webhooks, and invite and remove people, including you.',
    toMember:
      'They can explore, edit lists and save searches for themselves, and only view everything else. The change applies immediately.',
    yourself:
      'You will be able to explore, edit lists and save searches for yourself, and only view everything else. Only another owner can make you an owner again.',
    done: (email: string, role: Role) => `${email} is now ${withArticle[role]}`,
  },
  remove: {
    title: (email: string) => `Remove ${email}?`,
    submit: 'Remove from team',
    busy: 'Removing…',
    warning: 'They are signed out of this team now. Keys they created keep working: rotate any that shouldn’t.',
    done: (email: string) => `${email} was removed`,
  },
  leave: {
    title: 'Leave the team?',
    submit: 'Leave team',
    busy: 'Leaving…',
    warning: 'You are signed out of this team now. Keys you created keep working: rotate any that shouldn’t.',
    done: 'You left the team',
  },
  invitations: {
    title: 'Open invitations',
    lead: 'Each link works once, for seven days. A new link for the same address replaces the old one.',
    leadByMail: 'Each link works once, for seven days, and is mailed to the invited address only.',
    loadFailed: 'Can’t load the invitations',
    columns: {
      email: 'Email',
      role: 'Role',
      invitedBy: 'Invited by',
      mail: 'Mail',
      created: 'Created',
      expires: 'Expires',
    },
    mail: mailState,
    sendAgain: 'Send again',
    formerMember: 'A former member',
    subject: (email: string) => `the invitation for ${email}`,
    revoke: 'Revoke',
    revoked: (email: string) => `The invitation for ${email} was revoked`,
    empty: {
      title: 'No open invitations',
      owner: 'Enter someone’s email address and send them the link you get.',
      ownerByMail: 'Enter someone’s email address. They get a link to join by mail.',
      member: 'An owner can invite more people.',
    },
  },
  invite: {
    open: 'Invite member',
    limitReached: (invitations: number, members: number) =>
      `A team can have up to ${pluralize(invitations, 'open invitation')} and ${pluralize(members, 'member')}. Revoke or remove one to invite another.`,
    title: 'Invite a member',
    submit: 'Create invite link',
    busy: 'Creating…',
    send: 'Send invitation',
    sending: 'Sending…',
    sent: (email: string) => `The invitation is on its way to ${email}`,
    noMail: 'This service has no mail server, so you get a link to send yourself.',
    email: 'Email',
    emailInvalid: 'Enter an email address.',
    role: 'Role',
    memberDescription: 'Can explore, edit lists and save searches, and view everything else.',
    ownerDescription: 'Can also manage keys, webhooks and alerts, and invite and remove people.',
    resultTitle: (email: string) => `Invitation for ${email}`,
    resultWarning:
      'Copy the link now and send it yourself: you can’t see it again. Anyone who has the link can join with it.',
    link: 'Link',
    expiry: (time: ReactNode) => rich`It works once and expires ${time}.`,
  },
  audit: {
    tabTitle: 'Audit log',
    lead: 'Who did what, and from where. Entries can’t be changed and are stored for 400 days.',
    loadFailed: 'Can’t load the audit log',
    tableLabel: 'Audit log',
    filter: 'About',
    everything: 'Everything',
    allOf: (subject: string) => `${subject}: all`,
    who: 'Who',
    anyone: 'Anyone',
    day: 'Day',
    csv: 'Download CSV',
    csvBusy: 'Preparing…',
    csvCut: (rows: number) =>
      `The file has the newest ${formatNumber(rows)} entries. Choose a day or a person for older ones.`,
    csvName: 'audit-log',
    subjects,
    columns: { action: 'What', actor: 'Who', at: 'When', address: 'From' },
    actions: auditActions,
    operator: 'An operator',
    anonymous: 'Not signed in',
    commandLine: 'Command line',
    limit: (name: string, value: string | number | boolean) =>
      `${name}: ${typeof value === 'number' ? formatNumber(value) : value === 'default' ? 'as in the plan' : value}`,
    details: auditDetailTexts,
    clear: 'Clear filters',
    showOlder: 'Show older entries',
    empty: {
      title: 'No entries yet',
      filtered: 'No entries match these filters.',
      all: 'Actions by members of the team appear here.',
    },
  },
}
