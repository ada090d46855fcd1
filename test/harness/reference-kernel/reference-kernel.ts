import type { Kernel } from '../../../src/search/index-engine/kernel/kernel.ts'
import type { IndexMemory } from '../../../src/search/index-engine/layout/memory.ts'
import { bitsetLoops } from './bitsets.ts'
import { chainLoops } from './chains.ts'
import { viewsOf } from './memory-views.ts'
import { rangeLoops } from './ranges.ts'
import { scanLoops } from './scans.ts'
import { topLoops } from './top.ts'

/** The functions of the kernel in TypeScript, written for clarity. The tests compare the WebAssembly with them. */
export function referenceKernel(index: IndexMemory): Kernel {
  const views = viewsOf(index)
  return {
    ...bitsetLoops(views),
    ...rangeLoops(views),
    ...scanLoops(views),
    ...topLoops(views),
    ...chainLoops(views),
  }
}
