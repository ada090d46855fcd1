import { after } from 'node:test'

const steps: (() => unknown)[] = []
// Here, at the top level of the file that imports this: inside a test it would run when that test ends.
after(runAll)

/** What was set up last is ended first; a failure to end does not keep the rest from ending. */
export function cleanup(step: () => unknown): void {
  steps.push(step)
}

async function runAll(): Promise<void> {
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
