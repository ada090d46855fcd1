// The kernel in WebAssembly. Its source is assembly/kernel.ts; `npm run gen` compiles it to kernel.wasm.

import { readFileSync } from 'node:fs'
import { AppError } from '../../../platform/app-error.ts'
import { BOUND_COLUMNS } from '../layout/kernel-constants.ts'
import type { IndexMemory } from '../layout/memory.ts'
import type { Kernel } from './kernel.ts'

let module: WebAssembly.Module | undefined

/** Throws if this machine can't run the kernel. The service calls it at startup, before any thread needs the kernel. */
export function requireKernel(): void {
  module ??= compileKernel(readFileSync(new URL('./kernel.wasm', import.meta.url)))
}

export function compileKernel(bytes: Uint8Array<ArrayBuffer>): WebAssembly.Module {
  try {
    return new WebAssembly.Module(bytes)
  } catch (cause) {
    throw new AppError(
      'unavailable',
      'Search needs WebAssembly with SIMD, which this machine lacks: use an arm64 processor or an x64 processor with SSE4.1, and start Node without --jitless.',
      { cause },
    )
  }
}

export function wasmKernel(index: IndexMemory): Kernel {
  requireKernel()
  const { exports } = new WebAssembly.Instance(module as WebAssembly.Module, { env: { memory: index.memory } })
  const { bind, ...functions } = exports as unknown as { bind: (...offsets: number[]) => void } & Kernel
  bind(...BOUND_COLUMNS.map((name) => index.at[name]), index.layout.sizes.rows)
  index.columns.packings.set(PACKINGS)
  return { ...functions, andCount: unsigned(functions.andCount), linkedRows: unsigned(functions.linkedRows) }
}

/** By mask of four words: the bytes of those whose bits are set. The rest of the sixteen bytes doesn't matter. */
const PACKINGS = Uint8Array.from({ length: 256 }, (_, i) => {
  const chosen = [0, 1, 2, 3].filter((word) => ((i >>> 4) >>> word) & 1)
  return 4 * (chosen[(i & 15) >>> 2] ?? 0) + (i & 3)
})

/** WebAssembly returns signed numbers. */
function unsigned<Arguments extends number[]>(call: (...given: Arguments) => number) {
  return (...given: Arguments) => call(...given) >>> 0
}
