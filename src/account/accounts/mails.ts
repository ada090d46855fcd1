// The mails about an account.

import type { MailContent } from '../../mail/index.ts'

const ABOUT_ACCOUNT = 'You get this mail because there is an account with this address.'

export function resetMail(link: string): MailContent {
  return {
    subject: 'Set a new password',
    heading: 'Set a new password',
    blocks: [
      { kind: 'text', text: 'A new password was requested for your account.' },
      { kind: 'button', label: 'Set a new password', url: link },
      { kind: 'note', text: 'The link works once, within an hour of the request. A newer link replaces it.' },
      { kind: 'note', text: 'Wasn’t it you? Then do nothing: your password stays the same.' },
    ],
    footer: ABOUT_ACCOUNT,
  }
}

interface PasswordChange {
  readonly how: 'reset' | 'changed'
  readonly email: string
  readonly address: string | null
  readonly at: Date
  readonly publicUrl: string
}

export function passwordChangedMail({ how, email, address, at, publicUrl }: PasswordChange): MailContent {
  const sessions =
    how === 'reset' ? 'All open sessions of the account were ended.' : 'All other sessions of the account were ended.'
  const when = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return {
    subject: how === 'reset' ? 'Your password was reset' : 'Your password was changed',
    heading: how === 'reset' ? 'Your password was reset' : 'Your password was changed',
    blocks: [
      {
        kind: 'text',
        text: `${how === 'reset' ? 'A link that was mailed to you, or that you got from an operator, was used to set a new password. ' : ''}${sessions}`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Account', value: email },
          { label: 'When', value: when },
          ...(address === null ? [] : [{ label: 'From', value: address }]),
        ],
      },
      {
        kind: 'note',
        text: 'Wasn’t it you? Then set a new password now, and tell the operator of the service.',
      },
      { kind: 'button', label: 'Ask for a new password', url: `${publicUrl}/forgot-password` },
    ],
    footer: ABOUT_ACCOUNT,
  }
}
