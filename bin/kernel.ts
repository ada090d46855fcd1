// The search kernel: AssemblyScript in, WebAssembly out. The numbers and column offsets that the AssemblyScript shares
// with the TypeScript are generated first, from layout/kernel-constants.ts.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import asc from 'assemblyscript/asc'
import { packageRoot } from '../src/platform/config/config.ts'
import {
  BLOCK_OVERRUN,
  BLOCK_ROWS,
  BOUND_COLUMNS,
  CHAIN,
  CHAIN_STATE_BYTES,
  FLAG,
  INTO,
  KEY_TABLE_WORDS,
  KEY_TYPE,
  LEAST_KEY,
  MAX_CHAIN_TAIL_ROWS,
  MAX_TIME,
  PAIR,
  REMOVED,
  ROW_BITS,
  ROW_MASK,
  ROW_TEST,
  SAMPLE_ROWS,
  TOP_WORDS,
} from '../src/search/index-engine/layout/kernel-constants.ts'

const FOLDER = 'src/search/index-engine/kernel'
const GENERATED_FILE = `${FOLDER}/assembly/generated.ts`

/** The memory is that of the index: shared between threads and as large as a WebAssembly memory can be. */
const OPTIONS = [
  ...['-O3', '--converge', '--noAssert', '--runtime', 'stub'],
  ...['--importMemory', '--sharedMemory', '--initialMemory', '1', '--maximumMemory', '65536'],
  ...['--enable', 'simd', '--enable', 'threads'],
]

/** The generated files of the kernel, by path. */
export async function kernelFiles(): Promise<Record<string, Buffer>> {
  const generated = generateSource()
  return { [GENERATED_FILE]: Buffer.from(generated), [`${FOLDER}/kernel.wasm`]: await compile(generated) }
}

/** `generated` takes the place of the file on disk, which may be out of date. */
async function compile(generated: string): Promise<Buffer> {
  let bytes: Buffer | undefined
  const { error, stderr } = await asc.main(
    [`${FOLDER}/assembly/kernel.ts`, '--baseDir', packageRoot, '--outFile', 'kernel.wasm', ...OPTIONS],
    {
      readFile: (name) => (name === GENERATED_FILE ? generated : read(name)),
      writeFile(_name, contents) {
        bytes = Buffer.from(contents)
      },
    },
  )
  if (error || !bytes) throw new Error(`the kernel does not compile:\n${stderr}`)
  return bytes
}

/** Null for a file that does not exist: the compiler tries several paths for one import. */
function read(name: string): string | null {
  try {
    return readFileSync(join(packageRoot, name), 'utf8')
  } catch {
    return null
  }
}

/** The shared constants, and a variable for the offset of each bound column. */
function generateSource(): string {
  const numbers = {
    BLOCK_OVERRUN,
    BLOCK_ROWS,
    KEY_TABLE_WORDS,
    LEAST_KEY,
    MAX_CHAIN_TAIL_ROWS,
    MAX_TIME,
    REMOVED,
    ROW_BITS,
    ROW_MASK,
    SAMPLE_ROWS,
    TOP_WORDS,
    ...prefixed('FLAG', FLAG),
    ...prefixed('INTO', INTO),
    ...prefixed('KEY_TYPE', KEY_TYPE),
    ...prefixed('PAIR', PAIR),
  }
  const offsets = {
    CHAIN_STATE_BYTES,
    ...inBytes(prefixed('CHAIN', CHAIN)),
    ...inBytes(prefixed('ROW_TEST', ROW_TEST)),
  }
  return [
    '// Generated from layout/kernel-constants.ts by `npm run gen`. Do not edit.',
    '',
    ...Object.entries(numbers).map(([name, value]) => `export const ${name}: u32 = ${value}`),
    '',
    '// In bytes.',
    ...Object.entries(offsets).map(([name, value]) => `export const ${name}: usize = ${value}`),
    '',
    '// The offsets of the columns, and the number of rows in the base.',
    ...BOUND_COLUMNS.map((name) => `export let ${name}: usize = 0`),
    'export let base: u32 = 0',
    '',
    'export function bind(',
    ...BOUND_COLUMNS.map((name) => `  ${name}Offset: usize,`),
    '  baseRows: u32,',
    '): void {',
    ...BOUND_COLUMNS.map((name) => `  ${name} = ${name}Offset`),
    '  base = baseRows',
    '}',
    '',
  ].join('\n')
}

/** ROW_TEST and `entryFlags` become ROW_TEST_ENTRY_FLAGS. */
function prefixed(prefix: string, members: Readonly<Record<string, number>>): Record<string, number> {
  const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [`${prefix}_${snakeCase(name)}`, value]))
}

function inBytes(words: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(words).map(([name, word]) => [name, word * 4]))
}
