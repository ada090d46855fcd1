import type { TeamSignOnReply } from '../../contract.ts'
import { pluralize } from '../../parts/words/format.ts'

const domainList = (domains: TeamSignOnReply['domains']) =>
  domains
    .map(({ domain, defaultRole }) => `${domain} (join as ${defaultRole === 'owner' ? 'an owner' : 'a member'})`)
    .join(', ') || 'None'

export const texts = (label: string | null) => {
  const provider = label ?? 'the provider'
  return {
    title: 'Sign-in',
    lead: `How people of this team sign in. With ${provider}, people of a domain below join the team when they first sign in.`,
    noProvider:
      'This service has no provider any more, and the team doesn’t accept passwords. An operator can let people in with a link.',
    domains: 'Domains',
    domainList,
    passwords: 'Passwords',
    accepted: 'Accepted, too',
    refused: 'Not accepted',
    noDomain: 'The operator of this service can connect your domain. Then you can require this sign-in for the team.',
    signInFirst: `To require ${provider} for the team, sign in with it yourself first: then you know that it works.`,
    lockedOut: (members: number) => `${pluralize(members, 'member')} can’t sign in any more`,
    require: {
      open: 'Stop accepting passwords…',
      title: `Accept only ${provider}?`,
      submit: 'Stop accepting passwords',
      busy: 'Changing…',
      body: `Everybody in the team then signs in with ${provider}. Sessions that a password opened end now. API keys keep working. If the provider is down, an operator of this service can let you in with a link.`,
      done: 'Passwords are no longer accepted',
    },
    allow: {
      open: 'Accept passwords…',
      title: 'Accept passwords again?',
      submit: 'Accept passwords',
      busy: 'Changing…',
      body: 'Members who have a password can sign in with it again.',
      done: 'Passwords are accepted again',
    },
  }
}
