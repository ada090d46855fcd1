import { test } from 'node:test'
import { runCleanup } from './cleanup.ts'

const root = new URL('../../', import.meta.url)

/**
 * Runs test files one after the other in this process. A test with the name of the file runs between them. It cleans up
 * after the file before, and ends when its own file is loaded: a test may use what its file declares below it.
 */
export async function runInSequence(files: readonly string[]): Promise<void> {
  let start = () => {}
  for (const file of files) {
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
