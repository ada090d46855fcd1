import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, findUnreadable, type Manifest, migrate, restoreBackup } from '../../db/index.ts'
import { markAsRestored } from '../../deliver/firehose/index.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Config } from '../../platform/config/config.ts'
import { SecretBox } from '../../platform/config/secret-box.ts'
import { readSecretFile, writeSecretFile } from '../../platform/config/secret-file.ts'
import { parseSecretKeys, type SecretKey } from '../../platform/config/secret-keys.ts'
import { createProgressLine, progressBar, timeLeft } from '../../platform/text/progress-line.ts'
import { forgetNodes } from '../../service/nodes.ts'
import { command } from '../command.ts'
import { readSecretOption } from '../read-secret.ts'
import { withDatabaseAsItIs } from '../with-database.ts'
import { fileOf, PASSPHRASE_OPTION, verifyWithProgress } from './backup.ts'
import { SEALED_COLUMNS } from './secrets.ts'

export const restoreCommand = command({
  name: 'restore',
  words: '<file>',
  summary: 'Restore a backup into an empty data folder or database: all of it, or nothing.',
  maxWords: 1,
  options: { 'passphrase-file': PASSPHRASE_OPTION },
  examples: [
    'restore pro-signal.backup',
    'restore pro-signal.backup --passphrase-file passphrase.txt',
    'restore pro-signal.backup --json',
  ],
  async run(input) {
    const { config, stderr } = input
    const file = fileOf(input, 'restore')
    const passphrase = await readSecretOption(input, 'passphrase-file', 'passphrase')
    const started = performance.now()
    // Reads all of it first, so that a damaged file has no effect.
    const { manifest } = await verifyWithProgress(input, file, passphrase)
    const keys = missingKeys(config, manifest)
    const progress = createProgressLine(stderr)
    const { rows, tables, leftOut, applied, lacksKeys } = await withDatabaseAsItIs(input, async (db) => {
      try {
        const restored = await restoreBackup(db, {
          ...{ file, passphrase },
          onProgress: ({ table, share }) =>
            progress.show((seconds) => `${progressBar(share)}  ${table}${timeLeft(share, seconds)}`),
          async afterLoad(tx) {
            await markAsRestored(tx)
            if (keys) writeSecretFile(keys.file, keys.text)
          },
        })
        progress.end()
        const migrated = await migrate(() => db.connectDirect())
        await forgetNodes(db.pool('settings'))
        const client = await db.connectDirect()
        try {
          await client.query('analyze')
        } finally {
          await client.end()
        }
        return { ...restored, applied: migrated.applied, lacksKeys: await lacksKeysOf(db, config) }
      } finally {
        progress.end()
      }
    })
    const seconds = Math.round((performance.now() - started) / 100) / 10
    const text = [
      `Restored ${rows.toLocaleString('en')} rows in ${tables} tables, in ${seconds} s: the database as it was at ${manifest.createdAt}.`,
      applied.length > 0 ? `It was made by version ${manifest.version}; applied ${applied.join(', ')}.` : '',
      leftOut.length > 0 ? `Left out, because they don't belong to Pro Signal: ${leftOut.join(', ')}.` : '',
      keysInWords(config, lacksKeys, keys?.file),
      'Webhooks, alerts, mail and collecting are on hold. When the original has stopped for good: bin/pro-signal resume',
    ]
    return {
      text: text.filter(Boolean).join('\n'),
      json: {
        ...{ file, bytes: statSync(file).size, seconds, rows, tables, leftOut, applied },
        ...{ createdAt: manifest.createdAt, version: manifest.version, postgres: manifest.postgres },
        keysFile: keys?.file ?? null,
      },
    }
  },
})

interface KeysToWrite {
  readonly file: string
  readonly text: string
}

/** The keys of the backup that this node lacks, and the file that gets them. Undefined if it has them all, or there are none. */
function missingKeys(config: Config, { secretKeys }: Manifest): KeysToWrite | undefined {
  if (secretKeys === null) return undefined
  const restored = parseSecretKeys(secretKeys) ?? []
  if (hasAll(config.SECRET_KEYS, restored)) return undefined
  const file = join(config.DATA_DIR, 'secret-key')
  const stored = readSecretFile(file)
  if (stored === undefined) return { file, text: secretKeys }
  if (hasAll(parseSecretKeys(stored) ?? [], restored)) return undefined
  throw new AppError(
    'conflict',
    `${file} has other keys than the backup: move that file away first, or choose another DATA_DIR.`,
  )
}

function hasAll(keys: readonly SecretKey[], needed: readonly SecretKey[]): boolean {
  return needed.every(({ id, key }) => keys.some((own) => own.id === id && own.key.equals(key)))
}

/** Whether anything in the restored database can't be decrypted with the current keys. */
async function lacksKeysOf(db: Database, config: Config): Promise<boolean> {
  const stored = readSecretFile(join(config.DATA_DIR, 'secret-key'))
  const keys = [...config.SECRET_KEYS, ...((stored && parseSecretKeys(stored)) || [])]
  const box = keys.length > 0 ? new SecretBox(keys) : undefined
  return (await findUnreadable(db.pool('settings'), SEALED_COLUMNS, box)).length > 0
}

function keysInWords({ DATABASE_URL, DATA_DIR }: Config, lacksKeys: boolean, written: string | undefined): string {
  if (written !== undefined) {
    const rest = DATABASE_URL === undefined ? '' : ': set SECRET_KEYS to its content on every node'
    return `The encryption keys are in ${written}${rest}.`
  }
  if (!lacksKeys) return ''
  const where = DATABASE_URL === undefined ? join(DATA_DIR, 'secret-key') : 'SECRET_KEYS'
  return `Encryption keys are missing here: put those of the original into ${where}, or webhooks and other secrets can't be used.`
}
