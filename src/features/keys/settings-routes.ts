import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/index.ts'
import { HttpError, noSuch, settingsRoute } from '../../http/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { contract, type IssuedKeyReply, type KeyReply } from '../../settings-contract/index.ts'
import { asOwner } from '../accounts/index.ts'
import { recordDeed } from '../audit/index.ts'
import { createKey, type IssuedKey, rotateKey } from './issue-key.ts'
import { type ApiKey, countWorkingKeys, findKey, listKeysToShow, revokeKey } from './queries.ts'

const WORKING_MOST = 50
const ENDED_SHOWN = 200

const tooManyKeys = () =>
  new HttpError(409, 'too_many_keys', `A team has at most ${WORKING_MOST} keys that work: revoke one first.`)

const keyNotActive = (state: string) =>
  new HttpError(409, 'key_not_active', `The key is ${state}, so it cannot be rotated: create a new one instead.`)

export function keySettings(app: FastifyInstance, db: Database): void {
  settingsRoute(app, contract.listKeys, async ({ session }) => ({
    keys: (await listKeysToShow(db.pool('settings'), session.teamId, ENDED_SHOWN)).map(replyOf),
  }))

  settingsRoute(app, contract.createKey, async ({ session, body: { name, expiresAt } }) =>
    asOwner(db, session, async (tx) => {
      if ((await countWorkingKeys(tx, session.teamId)) >= WORKING_MOST) throw tooManyKeys()
      const issued = await createKey(tx, session.teamId, {
        name,
        expiresAt: expiresAt === null ? undefined : new Date(expiresAt),
        createdBy: session.accountId,
      })
      await recordDeed(tx, session.teamId, session, { action: 'key.created', target: issued })
      return issuedReplyOf(issued)
    }),
  )

  settingsRoute(app, contract.rotateKey, async ({ session, params: { keyId }, body: { grace } }) =>
    asOwner(db, session, async (tx) => {
      const key = await findKey(tx, session.teamId, keyId)
      if (!key) throw noSuch('key')
      if (key.state !== 'active') throw keyNotActive(key.state)
      // A leaked key can be replaced at once, always. Chains of rotations with a grace have a bound of their own.
      if (grace !== 'now' && (await countWorkingKeys(tx, session.teamId)) >= 2 * WORKING_MOST) throw tooManyKeys()
      const issued = await rotateKey(tx, session.teamId, keyId, grace, session.accountId).catch(gone)
      await recordDeed(tx, session.teamId, session, { action: 'key.rotated', target: key, details: { grace } })
      return issuedReplyOf(issued)
    }),
  )

  settingsRoute(app, contract.revokeKey, async ({ session, params: { keyId } }) =>
    asOwner(db, session, async (tx) => {
      const before = await findKey(tx, session.teamId, keyId)
      const key = await revokeKey(tx, session.teamId, keyId)
      if (!before || !key) throw noSuch('key')
      if (!before.revokedAt) await recordDeed(tx, session.teamId, session, { action: 'key.revoked', target: key })
      return { key: replyOf(key) }
    }),
  )
}

/** An operator rotated or revoked it at this very moment. */
function gone(error: unknown): never {
  throw error instanceof AppError ? keyNotActive('not active any more') : error
}

function replyOf({ teamId: _, createdAt, expiresAt, revokedAt, lastUsedAt, ...key }: ApiKey): KeyReply {
  return {
    ...key,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

function issuedReplyOf({ key: secret, ...key }: IssuedKey): IssuedKeyReply {
  return { key: replyOf(key), secret }
}
