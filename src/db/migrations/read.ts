// The migrations of this code: the files of migrations/, in order.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../platform/app-error.ts'
import { packageRoot } from '../../platform/config/config.ts'

export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
  readonly minCodeVersion: string | undefined
  /** False: its statements run one by one, and each is safe to repeat. */
  readonly inTransaction: boolean
}

export function readMigrations(folder = join(packageRoot, 'migrations')): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  return files.map((file, index) => {
    const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1])
    if (number !== index + 1)
      throw new AppError('conflict', `migrations/${file} must have the number ${String(index + 1).padStart(4, '0')}.`)
    // A checkout with CRLF line endings has the same migration.
    const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
    return {
      number,
      name: file,
      sql,
      checksum: createHash('sha256').update(sql).digest('hex'),
      inTransaction: !/^-- no-transaction$/m.test(sql),
      minCodeVersion: /^-- least-code-version: (\d{1,5}\.\d{1,5}\.\d{1,5})$/m.exec(sql)?.[1],
    }
  })
}
