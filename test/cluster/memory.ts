// Whether the memory of a node that lives all the time stays flat. Its index grows with what is written, and is left out.

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryMb, type Node } from './nodes.ts'

const EVERY_MS = 5_000
/** Smaller differences between the medians of two quarters are noise. */
const NOISE_MB = 60
const MB = 2 ** 20

interface Sample {
  /** What its process has in memory, without the index. */
  readonly ownMb: number
  /** JavaScript objects of the main thread. Those that can be collected are in it. */
  readonly heapMb: number
  /** Buffers and what else the main thread's objects keep outside of its heap. */
  readonly externalMb: number
}

/** Samples until the signal. A node that doesn't answer is asked again. */
export async function watchMemory(node: Node, signal: AbortSignal): Promise<readonly Sample[]> {
  const samples: Sample[] = []
  for (; !signal.aborted; await sleep(EVERY_MS)) {
    const sample = await takeSample(node).catch(() => undefined)
    if (sample !== undefined) samples.push(sample)
  }
  return samples
}

async function takeSample(node: Node): Promise<Sample> {
  const response = await fetch(`${node.service?.url}/metrics`, { signal: AbortSignal.timeout(2_000) })
  const metrics = await response.text()
  const megabytesOf = (name: string) => {
    const [, bytes] = new RegExp(`^${name} (\\S+)`, 'm').exec(metrics) ?? []
    if (bytes === undefined) throw new Error(`no ${name}`)
    return Number(bytes) / MB
  }
  return {
    ownMb: memoryMb(node, 'VmRSS') - megabytesOf('pro_signal_search_index_bytes'),
    heapMb: megabytesOf('nodejs_heap_size_used_bytes'),
    externalMb: megabytesOf('nodejs_external_memory_bytes'),
  }
}

/** Compares the last quarter with the second one: in the first, caches fill. Returns the medians, in words. */
export function assertFlat(samples: readonly Sample[]): string {
  const medians = (part: keyof Sample) => [0, 1, 2, 3].map((quarter) => medianOf(samples, quarter, part))
  const own = medians('ownMb')
  const inWords =
    `${own.join(', ')} MB beside the index in each quarter of ${samples.length} samples ` +
    `(heap ${medians('heapMb').join(', ')} MB, external ${medians('externalMb').join(', ')} MB)`
  assert.ok((own[3] ?? 0) < (own[1] ?? 0) + NOISE_MB, inWords)
  return inWords
}

function medianOf(samples: readonly Sample[], quarter: number, part: keyof Sample): number {
  const [from, to] = [Math.floor((samples.length * quarter) / 4), Math.ceil((samples.length * (quarter + 1)) / 4)]
  const sorted = samples
    .slice(from, to)
    .map((sample) => sample[part])
    .sort((a, b) => a - b)
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
}
