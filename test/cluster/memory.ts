// Whether the memory of a node that lives all the time stays flat. Its index grows with what is written, and is left out.

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryMb, type Node } from './nodes.ts'

const EVERY_MS = 5_000
/** By less, a median differs from one quarter of a run to another by itself. */
const NOISE_MB = 60

interface Sample {
  readonly rssMb: number
  readonly indexMb: number
}

/** Samples until the signal. A node that doesn't answer is asked again. */
export async function watchMemory(node: Node, signal: AbortSignal): Promise<readonly Sample[]> {
  const samples: Sample[] = []
  for (; !signal.aborted; await sleep(EVERY_MS)) {
    const indexMb = await indexMegabytes(node).catch(() => undefined)
    if (indexMb !== undefined) samples.push({ rssMb: memoryMb(node, 'VmRSS'), indexMb })
  }
  return samples
}

async function indexMegabytes({ service }: Node): Promise<number> {
  const response = await fetch(`${service?.url}/metrics`, { signal: AbortSignal.timeout(2_000) })
  const [, bytes] = /^pro_signal_search_index_bytes (\S+)/m.exec(await response.text()) ?? []
  if (bytes === undefined) throw new Error('no size of the index')
  return Number(bytes) / 2 ** 20
}

/** Compares the last quarter with the second one: in the first, caches fill. Returns the medians, in words. */
export function assertFlat(samples: readonly Sample[]): string {
  const medianOf = (quarter: number) => {
    const part = samples.slice(
      Math.floor((samples.length * quarter) / 4),
      Math.ceil((samples.length * (quarter + 1)) / 4),
    )
    const own = part.map(({ rssMb, indexMb }) => rssMb - indexMb).sort((a, b) => a - b)
    return Math.round(own[Math.floor(own.length / 2)] ?? 0)
  }
  const medians = [0, 1, 2, 3].map(medianOf)
  const inWords = `${medians.join(', ')} MB beside the index in each quarter of ${samples.length} samples`
  assert.ok((medians[3] ?? 0) < (medians[1] ?? 0) + NOISE_MB, inWords)
  return inWords
}
