// `npm run gen` writes the files that are made from the code; `npm run gen:check` says which are out of step.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, openDatabase } from '../src/db/index.ts'
import { describeSchema } from '../src/db/schema.ts'
import { envExample, loadConfig, packageRoot } from '../src/platform/config.ts'
import { createLog } from '../src/platform/log.ts'

const files = { '.env.example': envExample(), 'migrations/schema.txt': await schemaOfNewDatabase() }

if (process.argv.includes('--check')) {
  const stale = Object.entries(files).filter(([file, text]) => read(file) !== text)
  for (const [file] of stale) process.stderr.write(`${file} is out of step: run npm run gen\n`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  for (const [file, text] of Object.entries(files)) writeFileSync(join(packageRoot, file), text)
}

function read(file: string): string | undefined {
  try {
    return readFileSync(join(packageRoot, file), 'utf8')
  } catch {
    return undefined
  }
}

async function schemaOfNewDatabase(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pro-signal-gen-'))
  const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const db = await openDatabase({ config, log: createLog(config) })
  try {
    await migrate(() => db.connectDirect())
    return await describeSchema(db.pool('settings'))
  } finally {
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
