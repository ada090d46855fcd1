import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { errorCode } from '../../src/platform/app-error.ts'
import { cleanUpAll, runCleanup } from './cleanup.ts'

const root = new URL('../../', import.meta.url)

interface Files {
  readonly files: readonly string[]
  /** A folder with an entry for each file that a process has taken. */
  readonly claims: string
  /** A folder with an entry for each process that runs. */
  readonly running: string
  /** How many files this process takes. */
  readonly atMost: number
}

/**
 * Runs test files one after the other in this process. A test with the name of the file runs between them. It cleans up
 * after the file before, and ends when its own file is loaded: a test may use what its file declares below it.
 *
 * The processes of a run take their files from one list, so that none is idle while files are left.
 */
export async function runInSequence({ files, claims, running, atMost }: Files): Promise<void> {
  const entry = join(running, String(process.pid))
  writeFileSync(entry, '')
  process.once('exit', () => rmSync(entry, { force: true }))
  cleanUpWhenStopped()
  let start = () => {}
  for (const file of claimed(files, claims).take(atMost)) {
    const [cleaned, loaded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    void test(file, async () => {
      await runCleanup().finally(cleaned.resolve)
      await loaded.promise
    })
    // Not before the next test is waiting: Node takes a process without one for finished.
    start()
    await cleaned.promise
    const loading = import(new URL(file, root).href)
    await Promise.allSettled([loading])
    start = () => loaded.resolve(loading)
  }
  start()
}

/** A test that is stopped leaves no process, no mount and no folder behind: nothing else knows what it has started. */
function cleanUpWhenStopped(): void {
  let isStopped = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      if (isStopped) return
      isStopped = true
      await cleanUpAll().finally(() => process.exit(1))
    })
  }
}

/** A file belongs to the process that created its claim. */
function* claimed(files: readonly string[], claims: string): Generator<string> {
  for (const [at, file] of files.entries()) {
    try {
      closeSync(openSync(join(claims, String(at)), 'wx'))
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue
      throw error
    }
    yield file
  }
}
