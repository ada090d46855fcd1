// Whether everything that is encrypted in the database can be decrypted, and which keys that takes.

import { countByKey, type Database, findUnreadable } from '../../../db/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Config } from '../../../platform/config/config.ts'
import { SecretBox } from '../../../platform/config/secret-box.ts'
import { findSecretKeys, type SecretKey } from '../../../platform/config/secret-keys.ts'
import { counted } from '../../counted.ts'
import { SEALED_COLUMNS } from '../secrets.ts'
import type { Finding } from './finding.ts'

/** `db` is undefined if it can't be used: then only the settings are checked. */
export async function checkSecrets(config: Config, db: Database | undefined): Promise<Finding> {
  const check = 'secrets'
  let keys: readonly SecretKey[] | undefined
  try {
    keys = findSecretKeys(config)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { check, verdict: 'problem', message: error.message }
  }
  const source = config.SECRET_KEYS.length > 0 ? 'SECRET_KEYS' : 'DATA_DIR/secret-key'
  if (db === undefined) return { check, verdict: 'ok', message: keys ? `${source} is set` : NO_KEY }
  const box = keys && new SecretBox(keys)
  const byKey = await countByKey(db.pool('settings'), SEALED_COLUMNS)
  const unreadable = await findUnreadable(db.pool('settings'), SEALED_COLUMNS, box)
  const details = { byKey: Object.fromEntries(byKey), unreadable: unreadable.map(({ noun, id }) => ({ noun, id })) }
  const [first] = unreadable
  if (first !== undefined) {
    const example = `such as that of the ${first.noun} ${first.id} (${first.reason.replace(/\.$/, '')})`
    const message = `${counted(unreadable.length, 'secret')} can't be decrypted with ${keys ? source : 'nothing: DATA_DIR/secret-key is missing'}, ${example}`
    return { check, verdict: 'problem', message, details }
  }
  if (box === undefined) return { check, verdict: 'ok', message: NO_KEY, details }
  return { check, verdict: 'ok', message: `${source} decrypts all stored secrets${olderKeys(byKey, box)}`, details }
}

const NO_KEY = 'a key is created with the first webhook'

/** A rotation is finished when no older key is needed. */
function olderKeys(byKey: ReadonlyMap<string, number>, { keyId }: SecretBox): string {
  const older = [...byKey]
    .filter(([key]) => key !== keyId)
    .map(([key, count]) => `${count} need the older key "${key}"`)
  return older.length === 0 ? '' : `; ${older.join(', ')}: bin/pro-signal secrets reencrypt moves them to "${keyId}"`
}
