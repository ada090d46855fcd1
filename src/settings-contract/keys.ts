import { Type } from 'typebox'
import { GRACES, KEY_SCOPES, KEY_STATES } from '../closed-sets/keys.ts'
import { route } from './route.ts'
import { EmptyBody, Id, Name, nullable, STRICT, Time } from './schemas.ts'

/** Rotations with a grace period may exceed it, up to twice: the old key works alongside the new one. */
export const MAX_WORKING_KEYS = 50

export const MAX_KEY_NETWORKS = 20

/** Groups of endpoints; null: all. Every key may call health and stats. */
const Scopes = nullable(Type.Array(Type.Enum(KEY_SCOPES), { minItems: 1, maxItems: KEY_SCOPES.length }))
/** In CIDR notation; null: every network. */
const Networks = nullable(Type.Array(Type.String({ maxLength: 60 }), { minItems: 1, maxItems: MAX_KEY_NETWORKS }))

export const Key = Type.Object({
  id: Id,
  name: Type.String(),
  /** `psk_` and four characters. Shown with lastFour as psk_a1B2…x9Yz. */
  prefix: Type.String(),
  lastFour: Type.String(),
  /** The creator's email; null: an operator, or an account that was deleted. */
  createdBy: nullable(Type.String()),
  createdAt: Time,
  /** To the minute. */
  lastUsedAt: nullable(Time),
  expiresAt: nullable(Time),
  revokedAt: nullable(Time),
  /** The successor, once the key was rotated. A replaced key works until expiresAt. */
  replacedBy: nullable(Id),
  state: Type.Enum(KEY_STATES),
  scopes: Scopes,
  networks: Networks,
})

/** The only reply that contains the key itself. */
export const IssuedKey = Type.Object({ key: Key, secret: Type.String() })

const params = Type.Object({ keyId: Id })

export const keyRoutes = {
  /** Newest first: every working key, and the newest 200 of the others. */
  listKeys: route({ method: 'GET', path: '/keys', reply: Type.Object({ keys: Type.Array(Key) }) }),
  /** A team has at most MAX_WORKING_KEYS. Errors: 409 too_many_keys, 422 for a network that is none. */
  createKey: route({
    method: 'POST',
    path: '/keys',
    /** expiresAt: within the next 20 years; null: the key doesn't expire. */
    body: Type.Object(
      { name: Name, expiresAt: nullable(Time), scopes: Type.Optional(Scopes), networks: Type.Optional(Networks) },
      STRICT,
    ),
    reply: IssuedKey,
  }),
  /**
   * Replaces what the key may call and from where. Takes effect on every node within a second. Error: 409 key_not_active (revoked or
   * expired).
   */
  restrictKey: route({
    method: 'PUT',
    path: '/keys/:keyId/access',
    params,
    body: Type.Object({ scopes: Scopes, networks: Networks }, STRICT),
    reply: Type.Object({ key: Key }),
  }),
  /** The successor has the same name, expiry, scopes and networks. Error: 409 key_not_active (revoked, expired or already rotated). */
  rotateKey: route({
    method: 'POST',
    path: '/keys/:keyId/rotate',
    params,
    body: Type.Object({ grace: Type.Enum(GRACES) }, STRICT),
    reply: IssuedKey,
  }),
  /** Takes effect on every node within a second. Idempotent. */
  revokeKey: route({
    method: 'POST',
    path: '/keys/:keyId/revoke',
    params,
    body: EmptyBody,
    reply: Type.Object({ key: Key }),
  }),
}
