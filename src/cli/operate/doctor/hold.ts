// A restored copy, which has no effect on the outside yet.

import type { Database } from '../../../db/index.ts'
import { readHold } from '../../../deliver/firehose/index.ts'
import type { Finding } from './finding.ts'

/** No finding for any other database. */
export async function checkHold(db: Database): Promise<Finding[]> {
  if ((await readHold(db.pool('settings'))) !== 'restored') return []
  const message =
    'this is a restored copy: webhooks, alerts, mail and collecting are on hold. When the original has stopped for good: bin/pro-signal resume'
  return [{ check: 'restored', verdict: 'warning', message }]
}
