import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type CheckedBackup, countByKey, type Database, verifyBackup, writeBackup } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { findSecretKeys, formatSecretKeys } from '../../platform/config/secret-keys.ts'
import { createProgressLine, progressBar, timeLeft } from '../../platform/text/progress-line.ts'
import { command, type Input } from '../command.ts'
import { readSecretOption } from '../read-secret.ts'
import { onSignal } from '../stop-on-signal.ts'
import { withDatabaseAsItIs } from '../with-database.ts'
import { SEALED_COLUMNS } from './secrets.ts'

export const PASSPHRASE_OPTION = {
  value: 'FILE',
  description: 'A file with the passphrase in its first line, or - for standard input.',
}

export const backupCommands = [
  command({
    name: 'backup',
    words: '<file>',
    summary: 'Write a backup of the whole database to a file, also while the service runs.',
    maxWords: 1,
    options: {
      'passphrase-file': {
        ...PASSPHRASE_OPTION,
        description: `Seals the whole backup. ${PASSPHRASE_OPTION.description} Only a sealed backup has the encryption keys.`,
      },
      'no-keys': { description: 'Leave the encryption keys out of a sealed backup.' },
    },
    examples: [
      'backup pro-signal.backup',
      'backup pro-signal.backup --passphrase-file passphrase.txt',
      'backup pro-signal.backup --passphrase-file passphrase.txt --no-keys --json',
    ],
    async run(input) {
      const file = fileOf(input, 'backup')
      const passphrase = await readSecretOption(input, 'passphrase-file', 'passphrase')
      const secretKeys = passphrase === undefined || input.on('no-keys') ? undefined : keysOf(input)
      const stopping = new AbortController()
      const progress = createProgressLine(input.stderr)
      const started = performance.now()
      const { bytes, manifest, needsKeys } = await withDatabaseAsItIs(input, async (db) => {
        using _ = onSignal(() => stopping.abort(new AppError('unavailable', 'stopped: there is no backup.')))
        const { signal } = stopping
        try {
          const written = await writeBackup(db, {
            ...{ file, passphrase, secretKeys, signal },
            onProgress: ({ table, share }) =>
              progress.show((seconds) => `${progressBar(share)}  ${table}${timeLeft(share, seconds)}`),
          })
          return { ...written, needsKeys: await needsKeysOf(db, input) }
        } finally {
          progress.end()
        }
      })
      const seconds = Math.round((performance.now() - started) / 100) / 10
      const has = { sealed: passphrase !== undefined, keys: secretKeys !== undefined }
      const { migrations, tables, sequences: _, ...about } = manifest
      const text = [
        `${file}: the database as it was at ${about.createdAt}, ${inWords(bytes)}, in ${seconds} s.`,
        needsKeys || has.keys ? keysInWords(has, input) : NO_KEYS_NEEDED,
        `Check it with: bin/pro-signal backup verify ${file}${passphrase === undefined ? '' : ` --passphrase-file ${input.text('passphrase-file')}`}`,
      ]
      return {
        text: text.join('\n'),
        json: { file, bytes, seconds, ...has, ...about, migrations: migrations.length, tables: tables.length },
      }
    },
  }),
  command({
    name: 'backup verify',
    words: '<file>',
    summary: 'Read all of a backup and check that it is complete and unchanged.',
    maxWords: 1,
    options: { 'passphrase-file': PASSPHRASE_OPTION },
    examples: ['backup verify pro-signal.backup', 'backup verify pro-signal.backup --passphrase-file passphrase.txt'],
    async run(input) {
      const file = fileOf(input, 'backup verify')
      const passphrase = await readSecretOption(input, 'passphrase-file', 'passphrase')
      const checked = await verifyWithProgress(input, file, passphrase)
      const { manifest, tables } = checked
      const { secretKeys, migrations, sequences: _, tables: __, ...about } = manifest
      const rows = [...tables.values()].reduce((sum, table) => sum + table.rows, 0)
      const keys = secretKeys === null ? 'without encryption keys' : 'with encryption keys'
      return {
        text: `${file} is complete: the database as it was at ${about.createdAt}, ${rows.toLocaleString('en')} rows in ${tables.size} tables, ${keys}. It was made by version ${about.version}, with ${migrations.length} migrations, on PostgreSQL ${about.postgres}.`,
        json: {
          ...{
            file,
            bytes: statSync(file).size,
            sealed: passphrase !== undefined,
            keys: secretKeys !== null,
            ...about,
          },
          migrations: migrations.length,
          tables: Object.fromEntries([...tables].map(([name, table]) => [name, table.rows])),
        },
      }
    },
  }),
]

export async function verifyWithProgress(
  input: Pick<Input, 'stderr'>,
  file: string,
  passphrase: string | undefined,
): Promise<CheckedBackup> {
  const total = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const progress = createProgressLine(input.stderr)
  let read = 0
  try {
    return await verifyBackup(file, passphrase, (bytes) => {
      read += bytes
      const share = Math.min(1, read / total)
      progress.show((seconds) => `${progressBar(share)}  checking${timeLeft(share, seconds)}`)
    })
  } finally {
    progress.end()
  }
}

export function fileOf({ words: [file] }: Input, name: string): string {
  if (file === undefined)
    throw new AppError('invalid', `${name} needs the name of a file (see bin/pro-signal ${name} --help)`)
  return resolve(file)
}

function keysOf({ config }: Input): string | undefined {
  if (config.SECRET_KEYS.length === 0 && config.DATABASE_URL !== undefined) {
    throw new AppError(
      'invalid',
      'SECRET_KEYS is not set here, so the backup would lack the encryption keys: set it, or pass --no-keys.',
    )
  }
  const keys = findSecretKeys(config)
  return keys && formatSecretKeys(keys)
}

const NO_KEYS_NEEDED = 'Nothing in it is encrypted with a key of SECRET_KEYS: there is none to keep.'

/** A generated key may also be used by links in mails. */
async function needsKeysOf(db: Database, { config }: Input): Promise<boolean> {
  if (config.SECRET_KEYS.length > 0 || existsSync(join(config.DATA_DIR, 'secret-key'))) return true
  // A database of an older version may lack a column.
  const byKey = await countByKey(db.pool('settings'), SEALED_COLUMNS).catch(() => undefined)
  return byKey === undefined || byKey.size > 0
}

function keysInWords({ sealed, keys }: { sealed: boolean; keys: boolean }, { config }: Input): string {
  if (keys)
    return 'It is sealed, and has the encryption keys. Without the passphrase it can’t be read by anyone, including you.'
  const isSetting = config.SECRET_KEYS.length > 0 || config.DATABASE_URL !== undefined
  const where = isSetting ? 'SECRET_KEYS' : join(config.DATA_DIR, 'secret-key')
  return `It ${sealed ? 'is sealed and ' : ''}has no encryption keys: keep ${where} elsewhere, or webhooks and secrets can't be used after a restore.`
}

function inWords(bytes: number): string {
  return bytes < 2 ** 20 ? `${Math.ceil(bytes / 1_024)} KB` : `${(bytes / 2 ** 20).toFixed(1)} MB`
}
