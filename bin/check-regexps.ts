// Part of `npm run check`: every regular expression of the product takes linear time on every text. Text from outside that
// takes quadratic time or more would hold the event loop. See bin/regexps/analyse.ts.
//
// Two thirds of the time go to a few expressions, so that those proven before are listed and not proven again. `npm run
// check:regexps` proves all of them, and writes that list: run it after a change of the analysis or of its libraries.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../src/platform/config/config.ts'
import { findSuperlinear } from './regexps/analyse.ts'
import { EXCEPTIONS } from './regexps/exceptions.ts'
import { readRegexps, type SourceRegexp } from './regexps/read-sources.ts'
import { sourceFiles } from './regexps/source-files.ts'

const PROVEN_FILE = join(packageRoot, 'bin/regexps/proven.json')
/** One whose proof takes this much processor time is listed. */
const LISTED_FROM_MS = 200

const isWhole = process.argv.includes('--all')
const proven = new Set(isWhole ? [] : (JSON.parse(readFileSync(PROVEN_FILE, 'utf8')) as string[]))
const slow = new Set<string>()
const sources = sourceFiles().map((file) => readRegexps(file, readFileSync(join(packageRoot, file), 'utf8')))
const unused = new Set(EXCEPTIONS)
const problems = [
  ...sources.flatMap(({ built }) => built).map(({ file, line }) => `${file}:${line} builds a RegExp: write a literal`),
  ...sources.flatMap(({ regexps }) => regexps).flatMap(problemOf),
  ...[...unused].map(({ file, source }) => `bin/regexps/exceptions.ts: /${source}/ of ${file} doesn't exist any more`),
]
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0
if (isWhole && problems.length === 0) writeFileSync(PROVEN_FILE, `${JSON.stringify([...slow].sort(), null, 2)}\n`)

function problemOf({ file, line, source, flags }: SourceRegexp): string[] {
  const exception = EXCEPTIONS.find((each) => each.file === file && each.source === source)
  if (exception) unused.delete(exception)
  const literal = `/${source}/${flags}`
  if (exception || proven.has(literal)) return []
  const before = process.cpuUsage()
  const finding = findSuperlinear(source, flags)
  const { user, system } = process.cpuUsage(before)
  if ((user + system) / 1_000 >= LISTED_FROM_MS) slow.add(literal)
  return finding ? [`${file}:${line} ${literal}\n  is ${finding.complexity}, for example on ${finding.attack}`] : []
}
