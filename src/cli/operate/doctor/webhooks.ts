// The webhooks of all teams: whether they deliver.

import type { Database } from '../../../db/index.ts'
import { surveyWebhooks } from '../../../deliver/firehose/index.ts'
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
    hold === 'restored' ? 'all delivery is held, because this is a restored copy (bin/pro-signal resume)' : '',
    hold === 'operator' ? 'all delivery is held: bin/pro-signal webhooks resume --all ends it' : '',
    held > 0 ? `${held} held by failing endpoints` : '',
    pausedForFailing > 0 ? `${pausedForFailing} paused after endpoints were gone or failed for days` : '',
    withFailedEvents > 0
      ? `${withFailedEvents} with events that all attempts failed for: bin/pro-signal webhooks replay sends them`
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
