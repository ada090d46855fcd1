// The rules as the command line calls them: by an operator, each in its own transaction.

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import * as accounts from '../../src/account/accounts/index.ts'
import * as keys from '../../src/account/keys/index.ts'
import * as lists from '../../src/account/lists/index.ts'
import type { Limit, PlanName } from '../../src/account/plans/index.ts'
import * as signOn from '../../src/account/sign-on/index.ts'
import * as teams from '../../src/account/teams/index.ts'
import type { Grace } from '../../src/closed-sets/keys.ts'
import type { Overlap } from '../../src/closed-sets/webhooks.ts'
import type { Database, Transaction } from '../../src/db/index.ts'
import * as firehose from '../../src/deliver/firehose/index.ts'
import { box } from './firehose.ts'

const OPERATOR = 'operator'

async function inTransaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

export const createKey = (pool: pg.Pool, teamId: string, request: Parameters<typeof keys.createKey>[3]) =>
  inTransaction(pool, (tx) => keys.createKey(tx, OPERATOR, teamId, request))

/** A list with these accounts. Returns its id. */
export const newList = (pool: pg.Pool, teamId: string, name: string, accounts: string) =>
  inTransaction(pool, async (tx) => {
    const { id: listId } = await lists.createList(tx, OPERATOR, teamId, { name })
    await lists.addAccounts(tx, OPERATOR, teamId, { listId, accounts })
    return listId
  })

export const rotateKey = (pool: pg.Pool, teamId: string, keyId: string, grace: Grace) =>
  inTransaction(pool, (tx) => keys.rotateKey(tx, OPERATOR, teamId, keyId, grace))

export const restrictKey = (
  pool: pg.Pool,
  teamId: string,
  keyId: string,
  access: Parameters<typeof keys.restrictKey>[4],
) => inTransaction(pool, (tx) => keys.restrictKey(tx, OPERATOR, teamId, keyId, access))

export const revokeKey = (pool: pg.Pool, teamId: string, keyId: string) =>
  inTransaction(pool, (tx) => keys.revokeKey(tx, OPERATOR, teamId, keyId))

export const setPlan = (pool: pg.Pool, teamId: string, plan: PlanName) =>
  inTransaction(pool, (tx) => teams.changePlan(tx, OPERATOR, teamId, plan))

export const setLimitOverride = (pool: pg.Pool, teamId: string, bucket: Limit, limit: number | null) =>
  inTransaction(pool, (tx) => teams.changeLimits(tx, OPERATOR, teamId, [{ bucket, limit }]))

export const createResetLink = (db: Database, email: string) =>
  db.transaction('settings', (tx) => accounts.createResetLink(tx, OPERATOR, email))

export const createSignInLink = (db: Database, email: string) =>
  db.transaction('settings', (tx) => signOn.createSignInLink(tx, OPERATOR, email))

export const mapDomain = (db: Database, teamId: string, domain: string) =>
  db.transaction('settings', (tx) =>
    signOn.changeDomains(tx, OPERATOR, teamId, { add: [domain], remove: [], defaultRole: 'member' }),
  )

export const endAllSessions = (db: Database, email: string) =>
  db.transaction('settings', (tx) => accounts.endAllSessions(tx, OPERATOR, email))

export const changeWebhook = (db: Database, teamId: string, webhookId: string, changes: firehose.WebhookChanges) =>
  db.transaction('settings', (tx) =>
    firehose.changeWebhook(tx, OPERATOR, teamId, webhookId, changes, { allowLoopback: true }),
  )

export const rotateWebhookKey = (db: Database, teamId: string, webhookId: string, overlap: Overlap) =>
  db.transaction('settings', (tx) => firehose.rotateWebhookKey(tx, OPERATOR, teamId, webhookId, { overlap }, box))

export const rotateSigningSecret = (db: Database, teamId: string, webhookId: string, overlap: Overlap) =>
  db.transaction('settings', (tx) => firehose.rotateSigningSecret(tx, OPERATOR, teamId, webhookId, overlap, box))

export const revealSigningSecret = (db: Database, teamId: string, webhookId: string) =>
  db.transaction('settings', (tx) => firehose.revealSigningSecret(tx, OPERATOR, teamId, webhookId, box))

export const revealWebhookKey = (db: Database, teamId: string, webhookId: string) =>
  db.transaction('settings', (tx) => firehose.revealWebhookKey(tx, OPERATOR, teamId, webhookId, box))

/** A pause says who made it: an operator, or an owner of the team. */
export const pauseWebhook = (db: Database, teamId: string, webhookId: string, by: 'operator' | 'owner') =>
  db.transaction('settings', (tx) => {
    const owner = { accountId: randomUUID(), email: 'owner@team.example', address: null }
    return firehose.pauseWebhook(tx, by === 'owner' ? owner : OPERATOR, teamId, webhookId)
  })

export const resumeWebhook = (db: Database, teamId: string, webhookId: string) =>
  db.transaction('settings', (tx) => firehose.resumeWebhook(tx, OPERATOR, teamId, webhookId))

export const removeWebhook = (db: Database, teamId: string, webhookId: string) =>
  db.transaction('settings', (tx) => firehose.removeWebhook(tx, OPERATOR, teamId, webhookId))

export const replayWebhook = (db: Database, teamId: string, webhookId: string, since: Date, until?: Date) =>
  db.transaction('settings', (tx) => firehose.replayWebhook(tx, OPERATOR, teamId, webhookId, since, until))
