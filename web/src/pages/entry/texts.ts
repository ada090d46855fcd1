import type { ReactNode } from 'react'
import type { Role } from '../../contract.ts'
import { rich } from '../../parts/words/rich-text.ts'

const roles: Readonly<Record<Role, string>> = {
  owner: 'an owner, who can see and change everything',
  member: 'a member, who can see everything, explore and edit lists',
}

export const texts = {
  linkIncomplete: 'This link is incomplete. Open it exactly as you received it, including the part after the #.',
  signOn: {
    title: (label: string | null) => (label === null ? 'Sign in' : `Sign in with ${label}`),
    returned: 'Signing in…',
    failed: 'You weren’t signed in',
  },
  signInLink: {
    title: 'Sign in with a link',
    lead: 'An operator of this service made this link for you. It works once.',
    submit: 'Sign in',
    busy: 'Signing in…',
  },
  forgot: {
    title: 'Forgot your password?',
    lead: 'Enter the address that you sign in with. You get a link to set a new password.',
    email: 'Email',
    emailInvalid: 'Enter your email address.',
    submit: 'Email me a link',
    busy: 'Sending…',
    back: 'Back to sign-in',
    noMail: 'This service can’t send email. Its operator can create a reset link for you.',
    doneTitle: 'Check your email',
    doneLead: (email: string) => `If ${email} has an account, a link to set a new password is on its way.`,
    doneHint:
      'It works once, within an hour. If nothing arrives within a few minutes, check your spam folder, or ask the operator of this service.',
  },
  join: {
    title: 'Join a team',
    titleWithTeam: (team: string) => `Join ${team}`,
    lead: (invitedBy: string | null, email: string, role: Role) =>
      `${invitedBy ?? 'An owner'} invited ${email} as ${roles[role]}.`,
    submit: 'Accept invitation',
    withProvider: (label: string) => `Accept with ${label}`,
    noPasswords: 'This team accepts no passwords.',
    busy: 'Joining…',
    password: 'Password',
    passwordDescription: 'Already have an account? Use its password. If not, choose one with at least 8 characters.',
    passwordMissing: 'Enter a password.',
    newAccount: 'I didn’t create that account. Start a new one with this password.',
    newAccountDescription: 'Its current user loses this address and is signed out.',
    expiry: (time: ReactNode) => rich`The invitation works once and expires ${time}.`,
  },
  reset: {
    title: 'Set a new password',
    lead: (email: string) => `For ${email}.`,
    submit: 'Set password',
    busy: 'Setting password…',
    newPassword: 'New password',
    expiry: (time: ReactNode) => rich`The link works once and expires ${time}.`,
    doneTitle: 'Password changed',
    doneLead: (email: string) => `For ${email}. All open sessions of the account were ended.`,
    signIn: 'Sign in',
  },
}
