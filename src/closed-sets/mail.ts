// The closed sets of mail.

/** What a mail is about. The first three are about an account: they are sent before the others. */
export const MAIL_KINDS = [
  'password_reset',
  'password_changed',
  'invitation',
  'alert',
  'budget',
  'webhook_paused',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

export const MAIL_STATES = ['waiting', 'sent', 'failed'] as const
export type MailState = (typeof MAIL_STATES)[number]
