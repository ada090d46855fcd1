// The inputs from the command line as streams of bytes: files, folders and standard input, gzipped or not.

import { fstatSync, type Stats } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '../../platform/app-error.ts'
import { CHUNK_BYTES, readChunks, unreadableSource } from './chunks.ts'
import { UnreadableFile } from './unreadable-file.ts'

export const FORMATS = ['ndjson', 'csv'] as const
export type Format = (typeof FORMATS)[number]

export interface Source {
  /** The name in rejects and messages: the path, or `-`. */
  readonly name: string
  readonly format: Format
  /** The size on disk, gzipped or not. Unknown for standard input. */
  readonly bytes?: number
  /** The decompressed bytes in chunks. `onRead` receives the number of bytes read from disk. */
  open(onRead: (bytes: number) => void, signal?: AbortSignal): AsyncIterable<Buffer>
}

interface FindOptions {
  /** The format of all inputs. Without it, the file name decides. In a folder it also selects the files. */
  readonly format?: Format | undefined
  /** A file that must not be an input, wherever it is: the rejects file. */
  readonly except?: string | undefined
  readonly stdin?: Readable
}

/** In the order of `names`. The files of a folder are sorted by name. */
export async function findSources(names: readonly string[], options: FindOptions = {}): Promise<Source[]> {
  if (names.filter((name) => name === '-').length > 1) {
    throw new AppError('invalid', 'Standard input (-) can be read only once.')
  }
  const sources: Source[] = []
  for (const name of names) sources.push(...(await sourcesOf(name, options)))
  return sources
}

async function sourcesOf(name: string, options: FindOptions): Promise<Source[]> {
  const { format, except, stdin = process.stdin } = options
  if (name === '-') {
    if (except !== undefined && stdin === process.stdin && isSameFile(fstatSync(0), await statOf(except)))
      throw rejectsFileIsInput(name)
    return [{ name, format: format ?? 'ndjson', open: (onRead, signal) => readChunks(stdin, name, onRead, signal) }]
  }
  const stats = await stat(name).catch((error) => {
    throw unreadableSource(name, error)
  })
  if (!stats.isDirectory()) {
    if (except !== undefined && isSameFile(stats, await statOf(except))) throw rejectsFileIsInput(name)
    return [fileSource(name, format ?? formatOf(name) ?? 'ndjson', stats.size)]
  }
  const files = await filesIn(name, options)
  if (files.length > 0) return files
  const endings = (format === undefined ? FORMATS.flatMap((each) => ENDINGS[each]) : ENDINGS[format]).join(', ')
  throw new AppError('unavailable', `${name} has no files that end in one of ${endings}, gzipped or not.`)
}

const ENDINGS: Readonly<Record<Format, readonly string[]>> = {
  ndjson: ['.ndjson', '.jsonl', '.json'],
  csv: ['.csv', '.tsv'],
}

function formatOf(name: string): Format | undefined {
  const plain = name.toLowerCase().replace(/\.gz$/, '')
  return FORMATS.find((format) => ENDINGS[format].some((ending) => plain.endsWith(ending)))
}

/**
 * Hidden files are skipped. Symbolic links to folders are not followed, because they can form a cycle. An unreadable
 * file is a source that fails when its turn comes, so that the others are read.
 */
async function filesIn(folder: string, options: FindOptions): Promise<Source[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    throw unreadableSource(folder, error)
  })
  const sources: Source[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    const format = formatOf(entry.name)
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) sources.push(...(await filesIn(path, options).catch((error) => [failing(path, error)])))
    else if (format !== undefined && format === (options.format ?? format)) {
      const stats = await stat(path).catch((error) => unreadableSource(path, error))
      if (stats instanceof UnreadableFile) {
        sources.push(failing(path, stats))
        continue
      }
      if (options.except !== undefined && isSameFile(stats, await statOf(options.except))) continue
      if (!stats.isDirectory()) sources.push(fileSource(path, format, stats.size))
    }
  }
  return sources
}

/** Compares files, not names: a hard link to an input is that input, and writing the rejects would truncate it. */
function isSameFile(a: Stats, b: Stats | undefined): boolean {
  return a.isFile() && a.dev === b?.dev && a.ino === b.ino
}

async function statOf(path: string): Promise<Stats | undefined> {
  return stat(path).catch(() => undefined)
}

function rejectsFileIsInput(name: string): AppError {
  return new AppError('invalid', `${name} cannot be the rejects file: it is an input.`)
}

function fileSource(name: string, format: Format, bytes: number): Source {
  return { name, format, bytes, open: (onRead, signal) => readFile(name, bytes, onRead, signal) }
}

/** A file that is truncated while it is read, or before its turn comes, ends early without an error. */
async function* readFile(
  name: string,
  bytes: number,
  onRead: (bytes: number) => void,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  const handle = await open(name).catch((error) => {
    throw unreadableSource(name, error)
  })
  try {
    const stored = handle.createReadStream({ highWaterMark: CHUNK_BYTES, autoClose: false })
    yield* readChunks(stored, name, onRead, signal)
    const { size } = await handle.stat()
    if (size < bytes && !signal?.aborted) {
      const [now, before] = [size, bytes].map((count) => count.toLocaleString('en'))
      throw new UnreadableFile(`${name} has shrunk while it was read, from ${before} to ${now} bytes.`)
    }
  } finally {
    await handle.close()
  }
}

function failing(name: string, error: Error): Source {
  return {
    name,
    format: 'ndjson',
    // biome-ignore lint/correctness/useYield: it fails before the first chunk
    async *open() {
      throw error
    },
  }
}
