// `npm run gen` writes the generated files; `npm run gen:check` lists those that are out of date.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { summaries } from '../src/cli/commands.ts'
import { migrate, openDatabase } from '../src/db/index.ts'
import { describeSchema } from '../src/db/schema.ts'
import { createServer, descriptionText } from '../src/http/serving.ts'
import { envExample, loadConfig, packageRoot } from '../src/platform/config/config.ts'
import { createLog } from '../src/platform/logger.ts'
import { postgresEngine } from '../src/search/index.ts'
import { mountApi } from '../src/service/mount-api.ts'
import { searchParts } from '../src/service/search-parts.ts'
import { clientTypes } from './client-types.ts'
import { documentation } from './docs-parts.ts'
import { kernelFiles } from './kernel.ts'
import { postmanCollection } from './postman-collection.ts'
import { ruleEditionFiles } from './rule-editions.ts'

const files: Record<string, Buffer> = {
  '.env.example': Buffer.from(envExample()),
  'src/cli/summaries.json': Buffer.from(`${JSON.stringify(await summaries(), null, 2)}\n`),
  ...(await filesOfNewDatabase()),
  ...(await kernelFiles()),
  ...documentation((file) => readFileSync(join(packageRoot, file), 'utf8')),
  ...(await ruleEditionFiles()),
}

if (process.argv.includes('--check')) {
  const stale = Object.entries(files).filter(([file, bytes]) => !read(file)?.equals(bytes))
  for (const [file] of stale) process.stderr.write(`${file} is out of date: run npm run gen\n`)
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

async function filesOfNewDatabase(): Promise<Record<string, Buffer>> {
  const folder = mkdtempSync(join(tmpdir(), 'pro-signal-gen-'))
  const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const log = createLog(config)
  const db = await openDatabase({ config, log })
  try {
    await migrate(() => db.connectDirect())
    const app = createServer(config, log)
    await mountApi(app, db, searchParts(app, db, postgresEngine(db.pool('search'))), config, [])
    await app.ready()
    const openapi = descriptionText(app)
    return {
      'migrations/schema.txt': Buffer.from(await describeSchema(db.pool('settings'))),
      'openapi.json': Buffer.from(openapi),
      ...clientTypes(openapi),
      ...postmanCollection(openapi),
    }
  } finally {
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
