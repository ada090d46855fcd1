import { randomBytes } from 'node:crypto'
import { createTeam } from '../../src/account/teams/index.ts'
import type { Database } from '../../src/db/index.ts'
import {
  type CreatedWebhook,
  createWebhook,
  Engine,
  type EngineOptions,
  type WebhookRequest,
} from '../../src/deliver/firehose/index.ts'
import { Sender } from '../../src/deliver/sending/index.ts'
import { SecretBox } from '../../src/platform/config/secret-box.ts'
import { parseSecretKeys } from '../../src/platform/config/secret-keys.ts'
import type { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { cleanup } from './cleanup.ts'
import { silentLog } from './log.ts'
import { SECRET_KEYS } from './secret-keys.ts'
import { signal } from './signals.ts'

export { SECRET_KEYS }

export const box = new SecretBox(parseSecretKeys(SECRET_KEYS) ?? [])

export async function newTeam(db: Database, plan: 'pro' | 'free' = 'pro'): Promise<string> {
  const email = `${randomBytes(6).toString('hex')}@team.example`
  return (await createTeam(db, { name: 'Team', plan }, { email, password: 'a long password' })).id
}

export function saveWebhook(
  db: Database,
  teamId: string,
  request: Partial<WebhookRequest> & { url: string },
): Promise<CreatedWebhook> {
  const webhook = { types: ['hiring'], ...request }
  return db.transaction('settings', (tx) =>
    createWebhook(tx, 'operator', teamId, webhook, { box, allowLoopback: true }),
  )
}

export async function startEngine(db: Database, options: Partial<EngineOptions> = {}): Promise<Engine> {
  const sender = new Sender({ allowLoopback: true })
  const engine = new Engine({
    db,
    log: silentLog,
    send: (post, abort) => sender.send(post, abort),
    box: () => box,
    maxInFlight: 256,
    ...options,
  })
  await engine.start()
  cleanup(async () => {
    await engine.stop()
    await sender.close()
  })
  return engine
}

/** The event at position 1 is being retried, that at 2 has no attempts left, and that at 3 waits for an earlier one. */
export async function insertFailingEvents(db: Database, webhookId: string): Promise<void> {
  await db.pool('settings').query(
    `insert into webhook_retries (webhook_id, position, signal_id, type, attempts, due_at, exhausted_at)
     values ($1, 1, gen_random_uuid(), 'hiring', 4, now() + interval '1 hour', null),
            ($1, 2, gen_random_uuid(), 'hiring', 9, now(), now()),
            ($1, 3, gen_random_uuid(), 'hiring', 0, now(), null)`,
    [webhookId],
  )
}

/** Writes `count` new hiring signals, spread over up to 50 companies. */
export async function writeSignals(db: Database, stamper: Stamper, prefix: string, count: number): Promise<void> {
  const records = Array.from({ length: count }, (_, i) => signal(`${prefix}-${i % 50}.example`, `${prefix}:${i}`))
  await writeRecords(db, stamper, records)
  await stamper.stamp()
}
