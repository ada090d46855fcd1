// The order of the test files: the longest first, so that no process is busy with a long one when all others are done.

import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { TestsStream } from 'node:test'
import { packageRoot } from '../src/platform/config/config.ts'

/** The seconds of the files that take long, as `npm run test:times` has measured them. */
const recorded = join(packageRoot, 'test/seconds.json')
const LONG_SECONDS = 2

/** Files that are not in the record come after those that are: they are short, or new. */
export function longestFirst(files: readonly string[]): string[] {
  const seconds = JSON.parse(readFileSync(recorded, 'utf8')) as Record<string, number>
  return files.toSorted((a, b) => (seconds[b] ?? 0) - (seconds[a] ?? 0))
}

/** Writes the record when the tests have ended. */
export function recordSeconds(tests: TestsStream): void {
  const milliseconds = new Map<string, number>()
  tests.on('test:complete', ({ name, file: source = '', nesting, details }) => {
    if (nesting > 0) return
    // A test with the name of a file loads it, see runInSequence.
    const file = name.endsWith('.test.ts') ? name : relative(packageRoot, source)
    if (file.endsWith('.test.ts')) milliseconds.set(file, (milliseconds.get(file) ?? 0) + details.duration_ms)
  })
  tests.on('end', () => {
    const rows = [...milliseconds]
      .map(([file, sum]) => [file, Math.round(sum / 1_000)] as const)
      .filter(([, seconds]) => seconds >= LONG_SECONDS)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    writeFileSync(recorded, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`)
  })
}
