import { after, beforeEach } from 'node:test'

const steps: (() => unknown)[] = []
const beforeTests: (() => unknown)[] = []
// At the top level: inside a test, they would be for that test alone.
after(runCleanup)
beforeEach(async () => {
  for (const step of beforeTests) await step()
})

/** Steps run in reverse order after the last test of the file. A failing step does not keep the others from running. */
export function cleanup(step: () => unknown): void {
  steps.push(step)
}

/** The step runs before each test of the file. One of `beforeEach` would run for the other files of the process too. */
export function beforeEachTest(step: () => unknown): void {
  beforeTests.push(step)
}

/** Runs the steps so far, which tests that share a process do after each file. */
export async function runCleanup(): Promise<void> {
  beforeTests.length = 0
  const failures: unknown[] = []
  for (const step of steps.splice(0).reverse()) {
    try {
      await step()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'cleaning up failed')
}

/** The same while a test still runs, which may start more meanwhile. */
export async function cleanUpAll(): Promise<void> {
  while (steps.length > 0) await runCleanup().catch((error: unknown) => process.stderr.write(`${error}\n`))
}
