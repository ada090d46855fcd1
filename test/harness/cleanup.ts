import { after } from 'node:test'

const steps: (() => unknown)[] = []
// At the top level: inside a test, it would run when that test ends.
after(runCleanup)

/** Steps run in reverse order after the last test of the file. A failing step does not keep the others from running. */
export function cleanup(step: () => unknown): void {
  steps.push(step)
}

/** Runs the steps so far, which tests that share a process do after each file. */
export async function runCleanup(): Promise<void> {
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
