// `npm run gen` writes the files that are made from the code; `npm run gen:check` says which are out of step.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, openDatabase } from '../src/db/index.ts'
import { describeSchema } from '../src/db/schema.ts'
import { envExample, loadConfig, packageRoot } from '../src/platform/config.ts'
import { createLog } from '../src/platform/log.ts'
import { compileKernel, KERNEL_FILE } from './kernel.ts'

const files: Record<string, Buffer> = {
  '.env.example': Buffer.from(envExample()),
  'migrations/schema.txt': Buffer.from(await schemaOfNewDatabase()),
  [KERNEL_FILE]: await compileKernel(),
}

if (process.argv.includes('--check')) {
  const stale = Object.entries(files).filter(([file, bytes]) => !read(file)?.equals(bytes))
  for (const [file] of stale) process.stderr.write(`${file} is out of step: run npm run gen\n`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(packageRoot, file), bytes)
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(join(packageRoot, file))
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
