import { setTimeout as sleep } from 'node:timers/promises'

/**
 * One read shared by concurrent callers, such as the metrics of a scrape. Resolves to whether it succeeded in time, so
 * that callers don't hang if it does.
 */
export function sharedReading(read: () => Promise<void>, timeoutMs: number): () => Promise<boolean> {
  let reading: Promise<boolean> | undefined
  return () => {
    reading ??= read()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        reading = undefined
      })
    return Promise.race([reading, sleep(timeoutMs, false, { ref: false })])
  }
}
