// Where a saved search sends its alerts: `webhook:URL`, `slack:URL` or `mail:ADDRESS`. With `today` it sends none: its entries
// are shown on Today, as those of all searches are.

import { type AlertDestination, MESSAGE_DESTINATIONS } from '../../../closed-sets/alerts.ts'
import type { SealedColumn } from '../../../db/index.ts'
import { type Mailer, noMail } from '../../../mail/index.ts'
import { checkEndpointUrl } from '../../../outbound/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { SecretBox } from '../../../platform/config/secret-box.ts'
import { maskSecretUrl } from '../../../platform/text/mask-url.ts'

export interface DestinationOptions {
  readonly box: () => SecretBox
  readonly allowLoopback: boolean
  /** Undefined: mail can't be sent. */
  readonly mailer: Mailer | undefined
}

export interface Destination {
  readonly kind: AlertDestination
  readonly target: string
}

export function readDestination(text: string, { allowLoopback, mailer }: DestinationOptions): Destination {
  if (text.trim() === 'today') return { kind: 'today', target: '' }
  const [, kind, target = ''] = /^([a-z]+):(.*)$/s.exec(text.trim()) ?? []
  if (!MESSAGE_DESTINATIONS.some((each) => each === kind)) {
    throw invalid('Write the destination as webhook:URL, slack:URL, mail:ADDRESS or today.')
  }
  if (kind === 'mail' && !mailer) throw noMail(INSTEAD_OF_MAIL)
  if (kind === 'mail') return { kind, target: mailAddress(target) }
  // Copied from a page that shortens it. Slack answers 404 to it, and no alert would arrive.
  if (kind === 'slack' && /…|\.\.\.|%E2%80%A6/i.test(target)) {
    throw invalid('The Slack URL is shortened ("…"): copy the whole URL from Slack.')
  }
  return { kind: kind as AlertDestination, target: checkEndpointUrl(target, { allowLoopback }) }
}

export const INSTEAD_OF_MAIL = 'use webhook:URL or slack:URL, or ask the operator to set SMTP_URL and MAIL_FROM'

const SIMPLE_ADDRESS = /^[^\s@<>(),;:"\\]{1,64}@([^\s@<>(),;:"\\]{3,})$/

function mailAddress(text: string): string {
  const address = text.trim()
  const [, domain = ''] = SIMPLE_ADDRESS.exec(address) ?? []
  // A dot with something before and after it.
  if (address.length > 254 || !domain.slice(1, -1).includes('.'))
    throw invalid(`"${address.slice(0, 60)}" is not an email address.`)
  return address
}

export const SEARCH_SECRETS: readonly SealedColumn[] = [
  { table: 'saved_searches', column: 'target', noun: 'saved search', where: `destination = 'slack'` },
  { table: 'saved_searches', column: 'signing_secret', noun: 'saved search' },
  {
    table: 'saved_searches',
    column: 'previous_secret',
    noun: 'saved search',
    where: `previous_secret_until > now()`,
  },
]

/** The stored form. The URL of a Slack webhook is a secret: anyone who knows it can post to the channel. */
export function sealTarget({ kind, target }: Destination, searchId: string, box: () => SecretBox): string {
  return kind === 'slack' ? box().seal(target, searchId) : target
}

export function openTarget(kind: AlertDestination, stored: string, searchId: string, box: () => SecretBox): string {
  return kind === 'slack' ? box().open(stored, searchId) : stored
}

/** What people may see of it: of a Slack URL the host and the end, to distinguish them. */
export function shownTarget(kind: AlertDestination, stored: string, searchId: string, box: () => SecretBox): string {
  if (kind !== 'slack') return stored
  const url = openTargetIfPossible(stored, searchId, box)
  return url === '' ? 'a Slack channel' : maskSecretUrl(url)
}

/** A node without the key still shows the search. */
function openTargetIfPossible(stored: string, searchId: string, box: () => SecretBox): string {
  try {
    return openTarget('slack', stored, searchId, box)
  } catch (error) {
    if (error instanceof AppError) return ''
    throw error
  }
}

const invalid = (message: string) => new AppError('invalid', message, { field: 'to' })
