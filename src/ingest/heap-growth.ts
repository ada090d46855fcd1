// Left alone, the heap of a long import grows to several times what its batches need before garbage is collected, and
// the space for young objects doubles as long as some of them survive. Both cost memory and save little time.

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Most objects of a batch being read and of two being written die within this much space. */
const YOUNG_BYTES = 64 * 1024 * 1024

export class HeapGrowth {
  #isBounded = false

  constructor() {
    setFlagsFromString('--heap-growing-percent=100')
  }

  /** Called now and then: the space for young objects only grows while it is too small for them. */
  check(): void {
    if (this.#isBounded) return
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
    if ((young?.space_size ?? 0) < YOUNG_BYTES) return
    setFlagsFromString('--semi-space-growth-factor=1')
    this.#isBounded = true
  }
}
