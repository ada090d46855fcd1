// The kernel in WebAssembly. Its source is assembly/kernel.ts, its bytes are made by `npm run gen`.

import { readFileSync } from 'node:fs'
import { BOUND, type Kernel, plainKernel } from './kernel.ts'
import type { IndexMemory } from './memory.ts'

let module: WebAssembly.Module | undefined

/** The plain kernel where this machine's WebAssembly lacks what ours needs. */
export function fastestKernel(index: IndexMemory): Kernel {
  try {
    return wasmKernel(index)
  } catch {
    return plainKernel(index)
  }
}

export function wasmKernel(index: IndexMemory): Kernel {
  module ??= new WebAssembly.Module(readFileSync(new URL('./kernel.wasm', import.meta.url)))
  const { exports } = new WebAssembly.Instance(module, { env: { memory: index.memory } })
  const { bind, ...functions } = exports as { bind: (...columns: number[]) => void } & Omit<Kernel, 'name'>
  bind(...BOUND.map((name) => index.at[name]), index.layout.sizes.rows, index.at.scratch, index.at.gathered)
  return {
    name: 'wasm',
    ...functions,
    andCount: unsigned(functions.andCount),
    linkedRows: unsigned(functions.linkedRows),
  }
}

/** WebAssembly gives its numbers back with a sign. */
function unsigned<Arguments extends number[]>(call: (...given: Arguments) => number) {
  return (...given: Arguments) => call(...given) >>> 0
}
