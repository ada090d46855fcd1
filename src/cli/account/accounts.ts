import { createResetLink, endAllSessions, mailResetLink } from '../../account/accounts/index.ts'
import { removeLostFactor } from '../../account/second-factor/index.ts'
import { createSignInLink } from '../../account/sign-on/index.ts'
import { deleteAccount } from '../../account/teams/index.ts'
import { forgetAddress } from '../../deliver/alerts/index.ts'
import { ownUrl } from '../../http/index.ts'
import { deleteMailsTo, openMailer } from '../../mail/index.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Config } from '../../platform/config/config.ts'
import { command, type Input, type Output } from '../command.ts'
import { counted } from '../counted.ts'
import { time } from '../table.ts'
import { withDatabase } from '../with-database.ts'

const emailOption = {
  value: 'EMAIL',
  required: true,
  description: 'The address that the person signs in with.',
} as const

const urlOption = {
  value: 'URL',
  description: 'The public URL of the settings screen. Default: PUBLIC_URL, or HOST and PORT.',
} as const

export const accountsCommands = [
  command({
    name: 'accounts reset-password',
    summary: 'Create a link that lets a person set a new password. It works once, within an hour.',
    options: {
      email: emailOption,
      url: urlOption,
      mail: { description: 'Mail the link to the person instead of printing it. A running service sends it.' },
    },
    examples: [
      'accounts reset-password --email owner@acme.example --url https://signal.acme.example',
      'accounts reset-password --email owner@acme.example --mail',
    ],
    async run(input) {
      const base = baseOf(input.maybe('url'), input.config)
      if (input.on('mail')) return mailed(input, base)
      const { email, linkPath, expiresAt } = await withDatabase(input, (db) =>
        db.transaction('settings', (tx) => createResetLink(tx, 'operator', input.text('email'))),
      )
      const link = base + linkPath
      const text = `${link}\n\nGive this link only to ${email}. It works once, until ${time(expiresAt)}.\nA new password ends all sessions of the account. Earlier links no longer work.`
      return { text, json: { email, link, expiresAt } }
    },
  }),
  command({
    name: 'accounts sign-in-link',
    summary: 'Create a link that signs a person in, once, within an hour: for when the sign-on provider is down.',
    options: { email: emailOption, url: urlOption },
    examples: ['accounts sign-in-link --email owner@acme.example --url https://signal.acme.example'],
    async run(input) {
      const base = baseOf(input.maybe('url'), input.config)
      const { email, linkPath, expiresAt } = await withDatabase(input, (db) =>
        db.transaction('settings', (tx) => createSignInLink(tx, 'operator', input.text('email'))),
      )
      const link = base + linkPath
      const text = `${link}\n\nGive this link only to ${email}: anyone who opens it is signed in. It works once, until ${time(expiresAt)}, also in a team that requires sign-on.`
      return { text, json: { email, link, expiresAt } }
    },
  }),
  command({
    name: 'accounts remove-second-factor',
    summary: 'Remove the second factor of a person who has lost the app and the recovery codes.',
    options: { email: emailOption },
    examples: ['accounts remove-second-factor --email owner@acme.example'],
    async run(input) {
      const email = await withDatabase(input, (db) =>
        db.transaction('settings', (tx) => removeLostFactor(tx, 'operator', input.text('email'))),
      )
      const text = `The account of ${email} needs only the password again. If someone else may know it: accounts reset-password.`
      return { text, json: { email, removed: true } }
    },
  }),
  command({
    name: 'accounts sign-out',
    summary: 'End all sessions of a person, in every browser.',
    options: { email: emailOption },
    examples: ['accounts sign-out --email owner@acme.example'],
    async run(input) {
      const sessions = await withDatabase(input, (db) =>
        db.transaction('settings', (tx) => endAllSessions(tx, 'operator', input.text('email'))),
      )
      const text = `Ended ${sessions} ${sessions === 1 ? 'session' : 'sessions'}.`
      return { text, json: { email: input.text('email'), sessionsEnded: sessions } }
    },
  }),
  command({
    name: 'accounts delete',
    summary: 'Delete a person with everything stored about them. This cannot be undone.',
    options: {
      email: emailOption,
      yes: { description: 'Delete the account. Without this, the command only shows what it would delete.' },
    },
    examples: [
      'accounts delete --email leaver@acme.example',
      'accounts delete --email leaver@acme.example --yes --json',
    ],
    async run(input) {
      const { email, teams, searches } = await withDatabase(input, (db) =>
        db.transaction('settings', async (tx) => {
          const deleted = await deleteAccount(tx, 'operator', input.text('email'))
          await deleteMailsTo(tx, deleted.email)
          const mailing = await forgetAddress(tx, deleted.email)
          if (!input.on('yes')) throw notConfirmed(deleted.email, deleted.teams.length, mailing.length)
          return { ...deleted, searches: mailing }
        }),
      )
      const text = [
        `Deleted ${email}, ${teams.length === 0 ? 'who was in no team' : `who was in ${teams.map(({ name }) => name).join(', ')}`}. All sessions have ended.`,
        'The audit log keeps the address until its records are 400 days old.',
        ...searches.map(
          ({ id, name }) =>
            `The alert “${name}” has no recipient now: bin/pro-signal searches edit ${id} --to …, or searches delete ${id}`,
        ),
      ].join('\n')
      return { text, json: { deleted: email, teams, alertsWithoutAddress: searches } }
    },
  }),
]

/** Thrown inside the transaction, so that nothing is deleted. */
function notConfirmed(email: string, teams: number, searches: number): AppError {
  const alerts = searches > 0 ? ` ${counted(searches, 'alert')} would have no recipient.` : ''
  return new AppError(
    'conflict',
    `Nothing was deleted. ${email} is in ${counted(teams, 'team')}: add --yes to delete the account with its sessions, memberships and mails.${alerts}`,
  )
}

async function mailed(input: Input, base: string): Promise<Output> {
  const mailer = openMailer(input.config, () => base)
  if (!mailer) {
    throw new AppError(
      'invalid',
      'There is no mail server (SMTP_URL), so no mail can be sent: leave out --mail to get the link here.',
    )
  }
  const { email, expiresAt } = await withDatabase(input, (db) =>
    db.transaction('settings', (tx) => mailResetLink(tx, mailer, 'operator', input.text('email'))),
  )
  const text = `A mail to ${email} waits to be sent by a running service. Its link works once, until ${time(expiresAt)}.`
  return { text, json: { email, mailed: true, expiresAt } }
}

function baseOf(given: string | undefined, config: Config): string {
  if (given === undefined) return config.PUBLIC_URL ?? ownUrl(config)
  const url = URL.parse(given)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new AppError(
      'invalid',
      `--url must be like https://signal.example.com, not ${JSON.stringify(given.slice(0, 80))}.`,
    )
  }
  return url.origin
}
