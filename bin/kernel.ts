// The search kernel: AssemblyScript in, WebAssembly out.

import asc from 'assemblyscript/asc'
import { packageRoot } from '../src/platform/config.ts'

const FOLDER = 'src/features/search/index-engine'
export const KERNEL_FILE = `${FOLDER}/kernel.wasm`

/** The memory is the index's own, shared between threads and as large as one memory can be. */
const OPTIONS = [
  ...['-O3', '--converge', '--noAssert', '--runtime', 'stub'],
  ...['--importMemory', '--sharedMemory', '--initialMemory', '1', '--maximumMemory', '65536'],
  ...['--enable', 'simd', '--enable', 'threads'],
]

export async function compileKernel(): Promise<Buffer> {
  let bytes: Buffer | undefined
  const { error, stderr } = await asc.main(
    [`${FOLDER}/assembly/kernel.ts`, '--baseDir', packageRoot, '--outFile', 'kernel.wasm', ...OPTIONS],
    {
      writeFile(_name, contents) {
        bytes = Buffer.from(contents)
      },
    },
  )
  if (error || !bytes) throw new Error(`the kernel does not compile:\n${stderr}`)
  return bytes
}
