import type { IndexMemory } from '../layout/memory.ts'
import type { Kernel } from './kernel.ts'
import { bitsetLoops } from './typescript/bitsets.ts'
import { chainLoops } from './typescript/chains.ts'
import { viewsOf } from './typescript/memory-views.ts'
import { rangeLoops } from './typescript/ranges.ts'
import { scanLoops } from './typescript/scans.ts'
import { topLoops } from './typescript/top.ts'

/** The reference, written for clarity, and the fallback where WebAssembly with SIMD is not available. */
export function typescriptKernel(index: IndexMemory): Kernel {
  const views = viewsOf(index)
  return {
    name: 'typescript',
    ...bitsetLoops(views),
    ...rangeLoops(views),
    ...scanLoops(views),
    ...topLoops(views),
    ...chainLoops(views),
  }
}
