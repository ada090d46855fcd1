import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/index.ts'
import { settingsRoute } from '../../http/index.ts'
import { contract, type IssuedKeyReply, type KeyReply } from '../../settings-contract/index.ts'
import { asOwner } from '../accounts/index.ts'
import { createKey, type IssuedKey, restrictKey, revokeKey, rotateKey } from './change-keys.ts'
import { type ApiKey, listKeysToShow } from './queries.ts'

const MAX_ENDED_KEYS_SHOWN = 200

export function keySettings(app: FastifyInstance, db: Database): void {
  settingsRoute(app, contract.listKeys, async ({ session }) => ({
    keys: (await listKeysToShow(db.pool('settings'), session.teamId, MAX_ENDED_KEYS_SHOWN)).map(replyOf),
  }))

  settingsRoute(app, contract.createKey, async ({ session, body: { name, expiresAt, scopes, networks } }) => {
    const access = { scopes: scopes ?? undefined, networks: networks ?? undefined }
    const request = { name, expiresAt: expiresAt === null ? undefined : new Date(expiresAt), ...access }
    return issuedReplyOf(await asOwner(db, session, (tx) => createKey(tx, session, session.teamId, request)))
  })

  settingsRoute(app, contract.rotateKey, async ({ session, params: { keyId }, body: { grace } }) =>
    issuedReplyOf(await asOwner(db, session, (tx) => rotateKey(tx, session, session.teamId, keyId, grace))),
  )

  settingsRoute(app, contract.restrictKey, async ({ session, params: { keyId }, body: { scopes, networks } }) => {
    const access = { scopes: scopes ?? undefined, networks: networks ?? undefined }
    return { key: replyOf(await asOwner(db, session, (tx) => restrictKey(tx, session, session.teamId, keyId, access))) }
  })

  settingsRoute(app, contract.revokeKey, async ({ session, params: { keyId } }) => ({
    key: replyOf(await asOwner(db, session, (tx) => revokeKey(tx, session, session.teamId, keyId))),
  }))
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
