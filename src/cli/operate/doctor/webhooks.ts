// The webhooks of all teams: whether they deliver, and whether their keys can be decrypted.

import type { Database } from '../../../db/index.ts'
import { findUnreadableKeys, surveyWebhooks } from '../../../deliver/firehose/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Config } from '../../../platform/config/config.ts'
import { SecretBox } from '../../../platform/config/secret-box.ts'
import { findSecretKeys, type SecretKey } from '../../../platform/config/secret-keys.ts'
import { counted } from '../../counted.ts'
import { duration, type Finding } from './finding.ts'

const LAG_SECONDS = 60
const MAX_SHOWN = 3

export async function checkWebhooks(db: Database): Promise<Finding> {
  const { total, enabled, held, pausedForFailing, withFailedEvents, hold, behind } = await surveyWebhooks(
    db.pool('settings'),
    LAG_SECONDS,
  )
  const details = { total, enabled, held, pausedForFailing, withFailedEvents, hold: hold ?? null, behind }
  if (total === 0) return { check: 'webhooks', verdict: 'ok', message: 'no webhooks yet', details }
  const troubles = [
    hold === 'restored' ? 'all delivery is held, because this is a restored copy' : '',
    hold === 'operator' ? 'all delivery is held: webhooks resume --all ends it' : '',
    held > 0 ? `${held} held by failing endpoints` : '',
    pausedForFailing > 0 ? `${pausedForFailing} paused after endpoints were gone or failed for days` : '',
    withFailedEvents > 0
      ? `${withFailedEvents} with events that all attempts failed for: webhooks replay sends them`
      : '',
    behind.length > 0 ? `${behind.length} behind, ${examplesOf(behind)}` : '',
  ].filter(Boolean)
  const counts = `${counted(total, 'webhook')}, ${enabled} enabled`
  if (troubles.length === 0) {
    return { check: 'webhooks', verdict: 'ok', message: `${counts}, and none is held or behind`, details }
  }
  const message = `${counts}; ${troubles.join('; ')} (see bin/pro-signal webhooks show)`
  return { check: 'webhooks', verdict: 'warning', message, details }
}

function examplesOf(behind: readonly { id: string; seconds: number }[]): string {
  const shown = behind.slice(0, MAX_SHOWN).map(({ id, seconds }) => `${id} by ${duration(seconds)}`)
  return `${shown.join(', ')}${behind.length > MAX_SHOWN ? ', …' : ''}`
}

/** `db` is undefined if it can't be used: then only the settings are checked. */
export async function checkSecrets(config: Config, db: Database | undefined): Promise<Finding> {
  const check = 'secrets'
  let keys: readonly SecretKey[] | undefined
  try {
    keys = findSecretKeys(config)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { check, verdict: 'problem', message: error.message }
  }
  const source = config.SECRET_KEYS.length > 0 ? 'SECRET_KEYS' : 'DATA_DIR/secret-key'
  const unreadable = db ? await findUnreadableKeys(db.pool('settings'), keys && new SecretBox(keys)) : []
  const [first] = unreadable
  if (first !== undefined) {
    const example = `such as that of ${first.id} (${first.reason.replace(/\.$/, '')})`
    return {
      check,
      verdict: 'problem',
      message: `the keys of ${counted(unreadable.length, 'webhook')} can't be decrypted with ${keys ? source : 'nothing: DATA_DIR/secret-key is missing'}, ${example}`,
      details: { webhooks: unreadable.map(({ id }) => id) },
    }
  }
  if (keys === undefined) return { check, verdict: 'ok', message: 'a key is created with the first webhook' }
  return { check, verdict: 'ok', message: `${source} ${db ? 'decrypts the keys of all webhooks' : 'is set'}` }
}
