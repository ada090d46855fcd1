// The rules for API keys. The settings screen and the command line both call them. Each writes its own audit record.

import { type Grace, KEY_SCOPES } from '../../closed-sets/keys.ts'
import { errorCodeIs, type Transaction } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { cleanName, MAX_NAME_LENGTH, MAX_WORKING_KEYS, nameProblemOf } from '../../settings-contract/index.ts'
import { lockTeam } from '../accounts/index.ts'
import { type Actor, recordAudit } from '../audit/index.ts'
import { readNetworks } from './allowed-networks.ts'
import { describeKey, hashKey, makeKey } from './format.ts'
import {
  type ApiKey,
  countWorkingKeys,
  endKey,
  findKey,
  insertKey,
  type KeyAccess,
  replaceKey,
  updateAccess,
} from './queries.ts'

/** A new key with its secret, which is shown only once. */
export type IssuedKey = ApiKey & { readonly key: string }

interface KeyRequest extends KeyAccess {
  readonly name: string
  readonly expiresAt?: Date | undefined
}

const MAX_YEARS = 20
const FOREIGN_KEY_VIOLATION = '23503'

export async function createKey(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  request: KeyRequest,
): Promise<IssuedKey> {
  await checkCount(tx, teamId, MAX_WORKING_KEYS)
  const name = cleanName(request.name)
  if (nameProblemOf(name)) {
    throw new AppError('invalid', `A key name must have 1 to ${MAX_NAME_LENGTH} characters, all of them visible.`)
  }
  checkExpiry(request.expiresAt)
  const key = makeKey()
  const access = readAccess(request)
  const of = { name, expiresAt: request.expiresAt, ...access }
  const row = { ...of, hash: hashKey(key), ...describeKey(key), createdBy: creator(actor) }
  const created = await insertKey(tx, teamId, row).catch((error: unknown) => {
    throw errorCodeIs(error, FOREIGN_KEY_VIOLATION) ? new AppError('not_found', `There is no team ${teamId}.`) : error
  })
  await recordAudit(tx, actor, teamId, { action: 'key.created', target: created, details: accessDetails(access) })
  return { key, ...created }
}

/** Replaces what a key may call, and from where. Every node follows within a second. */
export async function restrictKey(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  keyId: string,
  request: KeyAccess,
): Promise<ApiKey> {
  const access = readAccess(request)
  const key = await updateAccess(tx, teamId, keyId, access)
  if (!key) {
    const { state } = await requireKey(tx, teamId, keyId)
    throw new AppError('conflict', `The key is ${state}: create a new one instead.`, { code: 'key_not_active' })
  }
  await recordAudit(tx, actor, teamId, { action: 'key.restricted', target: key, details: accessDetails(access) })
  return key
}

function readAccess({ scopes, networks }: KeyAccess): KeyAccess {
  const chosen = KEY_SCOPES.filter((scope) => scopes?.includes(scope))
  const isLimited = chosen.length > 0 && chosen.length < KEY_SCOPES.length
  return { scopes: isLimited ? chosen : undefined, networks: readNetworks(networks ?? []) }
}

function accessDetails({ scopes, networks }: KeyAccess): Record<string, string> {
  return { ...(scopes && { scopes: scopes.join(', ') }), ...(networks && { networks: networks.join(', ') }) }
}

/** How long an old key keeps working after its successor is created. */
const GRACE_SECONDS: Readonly<Record<Grace, number>> = {
  now: 0,
  '15m': 900,
  '1h': 3_600,
  '24h': 86_400,
  '7d': 604_800,
}

/**
 * Replaces a key with a successor. A leaked key can always be replaced immediately: only rotations with a grace period,
 * which leave two working keys, are limited.
 */
export async function rotateKey(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  keyId: string,
  grace: Grace,
): Promise<IssuedKey> {
  const old = await requireKey(tx, teamId, keyId)
  if (old.state !== 'active') throw notRotatable(old)
  if (grace !== 'now') await checkCount(tx, teamId, 2 * MAX_WORKING_KEYS)
  const key = makeKey()
  const successor = { hash: hashKey(key), ...describeKey(key), createdBy: creator(actor) }
  const issued = await replaceKey(tx, teamId, keyId, successor, GRACE_SECONDS[grace])
  // A concurrent rotation or revocation came first.
  if (!issued) throw notRotatable(await requireKey(tx, teamId, keyId))
  const target = { id: keyId, name: issued.name }
  await recordAudit(tx, actor, teamId, { action: 'key.rotated', target, details: { grace } })
  return { key, ...issued }
}

/** Idempotent: revoking a key again keeps the first time and writes no second audit record. */
export async function revokeKey(tx: Transaction, actor: Actor, teamId: string, keyId: string): Promise<ApiKey> {
  const revoked = await endKey(tx, teamId, keyId)
  if (!revoked) return requireKey(tx, teamId, keyId)
  await recordAudit(tx, actor, teamId, { action: 'key.revoked', target: revoked })
  return revoked
}

/** The message doesn't repeat the id, so that a reply never contains anything of another team's key. */
async function requireKey(tx: Transaction, teamId: string, keyId: string): Promise<ApiKey> {
  const key = await findKey(tx, teamId, keyId)
  if (!key) throw new AppError('not_found', 'The team has no such key.')
  return key
}

function notRotatable({ replacedBy, state }: ApiKey): AppError {
  const message = replacedBy
    ? `The key was already rotated: rotate its successor ${replacedBy}.`
    : `The key is ${state}, so it can't be rotated: create a new one instead.`
  return new AppError('conflict', message, { code: 'key_not_active' })
}

function checkExpiry(expiresAt: Date | undefined): void {
  if (expiresAt === undefined) return
  const lifeMs = expiresAt.getTime() - Date.now()
  if (lifeMs <= 0) throw new AppError('invalid', 'A key must expire in the future.')
  if (lifeMs > MAX_YEARS * 365 * 86_400_000) {
    throw new AppError('invalid', `A key must expire within ${MAX_YEARS} years, or never.`)
  }
}

/** Takes the team's lock: of two concurrent calls, the second counts the first one's key. */
async function checkCount(tx: Transaction, teamId: string, max: number): Promise<void> {
  await lockTeam(tx, teamId)
  if ((await countWorkingKeys(tx, teamId)) < max) return
  throw new AppError('conflict', `A team can have at most ${max} working keys: revoke one first.`, {
    code: 'too_many_keys',
  })
}

function creator(actor: Actor): string | undefined {
  return actor === 'operator' ? undefined : actor.accountId
}
