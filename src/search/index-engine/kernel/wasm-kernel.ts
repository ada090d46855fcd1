// The kernel in WebAssembly. Its source is assembly/kernel.ts; `npm run gen` compiles it to kernel.wasm.

import { readFileSync } from 'node:fs'
import { BOUND_COLUMNS } from '../layout/kernel-constants.ts'
import type { IndexMemory } from '../layout/memory.ts'
import type { Kernel } from './kernel.ts'
import { typescriptKernel } from './typescript-kernel.ts'

let module: WebAssembly.Module | undefined

/** Falls back to the TypeScript kernel if this machine's WebAssembly lacks a feature that ours needs. */
export function fastestKernel(index: IndexMemory): Kernel {
  try {
    return wasmKernel(index)
  } catch {
    return typescriptKernel(index)
  }
}

export function wasmKernel(index: IndexMemory): Kernel {
  module ??= new WebAssembly.Module(readFileSync(new URL('./kernel.wasm', import.meta.url)))
  const { exports } = new WebAssembly.Instance(module, { env: { memory: index.memory } })
  const { bind, ...functions } = exports as { bind: (...offsets: number[]) => void } & Omit<Kernel, 'name'>
  bind(...BOUND_COLUMNS.map((name) => index.at[name]), index.layout.sizes.rows)
  return {
    name: 'wasm',
    ...functions,
    andCount: unsigned(functions.andCount),
    linkedRows: unsigned(functions.linkedRows),
  }
}

/** WebAssembly returns signed numbers. */
function unsigned<Arguments extends number[]>(call: (...given: Arguments) => number) {
  return (...given: Arguments) => call(...given) >>> 0
}
