import { setTimeout as sleep } from 'node:timers/promises'

/**
 * One reading for all who ask at the same time, such as the metrics of a scrape. Resolves to whether it succeeded within
 * the time: whoever asks must not hang with what is read.
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
