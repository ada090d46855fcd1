// The keys that secrets at rest are sealed with: from the environment, or from a file that the service makes itself.

import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { AppError } from './app-error.ts'
import type { Config } from './config.ts'
import { readOrCreateSecretFile, readSecretFile } from './secret-file.ts'

export interface SecretKey {
  /** Stands in every text sealed with the key. */
  readonly id: string
  /** Opaque to logs and to JSON. */
  readonly key: KeyObject
}

const KEY_BYTES = 32
const MOST_KEYS = 16

/** A list of `id:base64` with 32 bytes each, separated by commas; undefined for anything else. */
export function parseSecretKeys(text: string): readonly SecretKey[] | undefined {
  const keys: SecretKey[] = []
  for (const part of text.split(',')) {
    const [, id = '', encoded = ''] = /^([a-z0-9][a-z0-9_-]{0,31}):([A-Za-z0-9+/]{43}=?)$/.exec(part.trim()) ?? []
    const bytes = Buffer.from(encoded, 'base64')
    if (bytes.length !== KEY_BYTES || keys.some((key) => key.id === id)) return undefined
    keys.push({ id, key: createSecretKey(bytes) })
  }
  return keys.length <= MOST_KEYS ? keys : undefined
}

/** A new key in the form of SECRET_KEYS. */
export function makeSecretKey(): string {
  return `${randomBytes(4).toString('hex')}:${randomBytes(KEY_BYTES).toString('base64')}`
}

/**
 * The keys of this process, the one that seals first. Those of SECRET_KEYS win; the file's own key, where there is one,
 * still opens what it sealed. On a database that other nodes may share, a key of this node's own would seal what they
 * cannot open, so none is made.
 */
export function readSecretKeys(
  config: Pick<Config, 'SECRET_KEYS' | 'DATABASE_URL' | 'DATA_DIR'>,
): readonly SecretKey[] {
  const file = join(config.DATA_DIR, 'secret-key')
  const given = config.SECRET_KEYS
  if (given.length > 0) {
    const kept = readSecretFile(file)
    const older = kept === undefined ? [] : keyOfFile(file, kept)
    return [...given, ...older.filter(({ id }) => given.every((key) => key.id !== id))]
  }
  if (config.DATABASE_URL !== undefined) {
    throw new AppError(
      'invalid',
      `With DATABASE_URL, webhook keys are encrypted by SECRET_KEYS, the same on every node: set SECRET_KEYS=k1:$(openssl rand -base64 32)${
        readSecretFile(file) === undefined ? '' : `, or to the content of ${file} to keep what it has encrypted`
      }.`,
    )
  }
  return keyOfFile(file, readOrCreateSecretFile(file, makeSecretKey))
}

function keyOfFile(file: string, text: string): readonly SecretKey[] {
  const keys = parseSecretKeys(text)
  if (!keys) {
    throw new AppError(
      'unavailable',
      `${file} holds no key: restore it from a backup, without it the stored webhook keys cannot be read.`,
    )
  }
  return keys
}
