import type { Database } from '../../db/index.ts'
import { findTeamOfWebhook, type WebhookOptions } from '../../deliver/firehose/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { SecretBox } from '../../platform/config/secret-box.ts'
import { readSecretKeys } from '../../platform/config/secret-keys.ts'
import { idOf } from '../arguments.ts'
import type { Input } from '../command.ts'

export const EXAMPLE_WEBHOOK = '3d9f2b60-0000-4000-8000-000000000000'

export const webhookOption = {
  value: 'ID',
  description: 'The id of the webhook: bin/pro-signal webhooks list shows it.',
} as const

/** The webhook that the command names, with its team. */
export async function webhookOf(db: Database, input: Input): Promise<{ teamId: string; id: string }> {
  const id = idOf(input, 'webhook')
  const teamId = await findTeamOfWebhook(db.pool('settings'), id)
  if (teamId === undefined) throw new AppError('not_found', `There is no webhook ${id}.`)
  return { teamId, id }
}

/** An option that concerns all webhooks can't be combined with one of them. */
export function refuseWebhookWith(input: Input, option: 'all' | 'restored'): void {
  if (!input.on(option) || (input.maybe('webhook') ?? input.words[0]) === undefined) return
  throw new AppError('invalid', `--${option} concerns all webhooks: leave out either --${option} or the webhook id.`)
}

export function webhookOptionsOf({ config }: Input): WebhookOptions {
  return { box: new SecretBox(readSecretKeys(config)), allowLoopback: config.ALLOW_LOOPBACK_WEBHOOKS }
}
