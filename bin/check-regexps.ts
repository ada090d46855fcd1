// Part of `npm run check`: every regular expression of the product takes linear time on every text. Text from outside that
// takes quadratic time or more would hold the event loop. See bin/regexps/analyse.ts.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../src/platform/config/config.ts'
import { findSuperlinear } from './regexps/analyse.ts'
import { EXCEPTIONS } from './regexps/exceptions.ts'
import { readRegexps, type SourceRegexp } from './regexps/read-sources.ts'
import { sourceFiles } from './regexps/source-files.ts'

const sources = sourceFiles().map((file) => readRegexps(file, readFileSync(join(packageRoot, file), 'utf8')))
const unused = new Set(EXCEPTIONS)
const problems = [
  ...sources.flatMap(({ built }) => built).map(({ file, line }) => `${file}:${line} builds a RegExp: write a literal`),
  ...sources.flatMap(({ regexps }) => regexps).flatMap(problemOf),
  ...[...unused].map(({ file, source }) => `bin/regexps/exceptions.ts: /${source}/ of ${file} doesn't exist any more`),
]
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0

function problemOf({ file, line, source, flags }: SourceRegexp): string[] {
  const exception = EXCEPTIONS.find((each) => each.file === file && each.source === source)
  if (exception) unused.delete(exception)
  const finding = exception ? undefined : findSuperlinear(source, flags)
  if (!finding) return []
  return [`${file}:${line} /${source}/${flags}\n  is ${finding.complexity}, for example on ${finding.attack}`]
}
