import { Type } from 'typebox'
import { GRACES, KEY_STATES } from '../closed-sets/keys.ts'
import { route } from './route.ts'
import { Id, Name, NoBody, nullable, STRICT, Time } from './schemas.ts'

export const Key = Type.Object({
  id: Id,
  name: Type.String(),
  /** `psk_` and four characters, then the last four: psk_a1B2…x9Yz. */
  prefix: Type.String(),
  lastFour: Type.String(),
  /** Who made it; null: an operator, or somebody whose account is gone. */
  createdBy: nullable(Type.String()),
  createdAt: Time,
  /** Within a minute. */
  lastUsedAt: nullable(Time),
  expiresAt: nullable(Time),
  revokedAt: nullable(Time),
  /** The successor, once it was rotated. A replaced key works until expiresAt. */
  replacedBy: nullable(Id),
  state: Type.Enum(KEY_STATES),
})

/** The one moment at which the key itself can be seen. */
export const IssuedKey = Type.Object({ key: Key, secret: Type.String() })

const params = Type.Object({ keyId: Id })

export const keyRoutes = {
  /** Newest first: every key that works, and of those that do not the newest 200. */
  listKeys: route({ method: 'GET', path: '/keys', reply: Type.Object({ keys: Type.Array(Key) }) }),
  /** At most 50 keys that work: 409 too_many_keys. */
  createKey: route({
    method: 'POST',
    path: '/keys',
    /** expiresAt: in the future, within 20 years; null: never. */
    body: Type.Object({ name: Name, expiresAt: nullable(Time) }, STRICT),
    reply: IssuedKey,
  }),
  /** The successor has the same name and expiry. 409 key_not_active: revoked, expired or rotated already. */
  rotateKey: route({
    method: 'POST',
    path: '/keys/:keyId/rotate',
    params,
    body: Type.Object({ grace: Type.Enum(GRACES) }, STRICT),
    reply: IssuedKey,
  }),
  /** Holds on every node within a second. Revoking twice changes nothing. */
  revokeKey: route({
    method: 'POST',
    path: '/keys/:keyId/revoke',
    params,
    body: NoBody,
    reply: Type.Object({ key: Key }),
  }),
}
