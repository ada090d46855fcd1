// The keys that encrypt secrets at rest: from SECRET_KEYS, or from a key file that the service creates itself.

import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { AppError } from '../app-error.ts'
import { readOrCreateSecretFile, readSecretFile } from './secret-file.ts'

export interface SecretKey {
  /** Part of every text that was encrypted with the key. */
  readonly id: string
  /** A KeyObject prints nothing in logs and JSON. */
  readonly key: KeyObject
}

const KEY_BYTES = 32
const MAX_KEYS = 16

/** Parses a comma-separated list of `id:base64`, 32 bytes each. Returns undefined for anything else. */
export function parseSecretKeys(text: string): readonly SecretKey[] | undefined {
  const keys: SecretKey[] = []
  for (const part of text.split(',')) {
    const [, id = '', encoded = ''] = /^([a-z0-9][a-z0-9_-]{0,31}):([A-Za-z0-9+/]{43}=?)$/.exec(part.trim()) ?? []
    const bytes = Buffer.from(encoded, 'base64')
    if (bytes.length !== KEY_BYTES || keys.some((key) => key.id === id)) return undefined
    keys.push({ id, key: createSecretKey(bytes) })
  }
  return keys.length <= MAX_KEYS ? keys : undefined
}

/** The same keys as text, for a sealed backup. */
export function formatSecretKeys(keys: readonly SecretKey[]): string {
  return keys.map(({ id, key }) => `${id}:${key.export().toString('base64')}`).join(',')
}

/** Generates a new key, in the format of SECRET_KEYS. */
export function makeSecretKey(): string {
  return `${randomBytes(4).toString('hex')}:${randomBytes(KEY_BYTES).toString('base64')}`
}

interface SecretKeySettings {
  readonly SECRET_KEYS: readonly SecretKey[]
  readonly DATABASE_URL: string | undefined
  readonly DATA_DIR: string
}

/**
 * The keys of this process; the first one encrypts. SECRET_KEYS come first; the key file, if it exists, can still
 * decrypt older secrets. With DATABASE_URL no key file is created: other nodes share the database and couldn't decrypt
 * what this node's own key encrypted.
 */
export function readSecretKeys(config: SecretKeySettings): readonly SecretKey[] {
  const file = join(config.DATA_DIR, 'secret-key')
  const given = config.SECRET_KEYS
  if (given.length > 0) {
    const stored = readSecretFile(file)
    const older = stored === undefined ? [] : keyOfFile(file, stored)
    return [...given, ...older.filter(({ id }) => given.every((key) => key.id !== id))]
  }
  if (config.DATABASE_URL !== undefined) {
    throw new AppError(
      'invalid',
      `With DATABASE_URL, webhook keys are encrypted with SECRET_KEYS, which must be the same on every node and at every start: set SECRET_KEYS=k1:$(openssl rand -base64 32)${
        readSecretFile(file) === undefined ? '' : `, or use the content of ${file} to keep what it has encrypted`
      }.`,
    )
  }
  return keyOfFile(file, readOrCreateSecretFile(file, makeSecretKey))
}

/** Like the above, without creating a key file. Undefined if there is no key yet. */
export function findSecretKeys(config: SecretKeySettings): readonly SecretKey[] | undefined {
  const isMissing = config.SECRET_KEYS.length === 0 && config.DATABASE_URL === undefined
  if (isMissing && readSecretFile(join(config.DATA_DIR, 'secret-key')) === undefined) return undefined
  return readSecretKeys(config)
}

function keyOfFile(file: string, text: string): readonly SecretKey[] {
  const keys = parseSecretKeys(text)
  if (!keys) {
    throw new AppError(
      'unavailable',
      `${file} contains no key: restore it from a backup. Without it, the stored webhook keys can't be decrypted.`,
    )
  }
  return keys
}
