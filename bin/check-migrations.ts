// Part of `npm run check`: migrations that nodes of the version before would notice. See bin/migrations/lint.ts.

import { readMigrations } from '../src/db/migrations/read.ts'
import { VERSION } from '../src/platform/config/version.ts'
import { FIRST_CHECKED, lint } from './migrations/lint.ts'

const problems = readMigrations()
  .filter(({ number }) => number >= FIRST_CHECKED)
  .flatMap((migration) => lint(migration, VERSION))
for (const problem of problems) process.stderr.write(`migrations/${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0
