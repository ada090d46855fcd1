import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

interface Catalogue {
  readonly filters: readonly { readonly id: string; readonly frequent?: readonly unknown[] }[]
}

/** Waits until the catalogue lists values of a filter: they come from a view that is made in the background. */
export async function untilValuesAreKnown(read: () => Promise<Catalogue>, filter = 'industries', values = 1) {
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(100)) {
    const { filters } = await read()
    if (filters.some(({ id, frequent = [] }) => id === filter && frequent.length >= values)) return
  }
  assert.fail('no view of the values')
}
