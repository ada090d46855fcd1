// What was named on the command line, as streams of bytes: files, folders of them, standard input, each of them gzipped
// or not.

import { createReadStream, fstatSync, type Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '../../platform/app-error.ts'
import { BLOCK_BYTES, plainBlocks, unreadable } from './blocks.ts'

export const FORMATS = ['ndjson', 'csv'] as const
export type Format = (typeof FORMATS)[number]

export interface Source {
  /** As rejects and messages name it: the path, or `-`. */
  readonly name: string
  readonly format: Format
  /** As stored, gzipped or not; unknown for standard input. */
  readonly bytes?: number
  /** The plain bytes in blocks. `onRead` is told how many stored bytes have been taken. */
  open(onRead: (bytes: number) => void, signal?: AbortSignal): AsyncIterable<Buffer>
}

export interface FindOptions {
  /** How everything is to be read; without it a file's name says. In a folder it chooses the files. */
  readonly format?: Format | undefined
  /** A file that is no input, wherever it lies. */
  readonly except?: string | undefined
  readonly stdin?: Readable
}

/** In the order in which they were named; a folder's files in the order of their names. */
export async function findSources(names: readonly string[], options: FindOptions = {}): Promise<Source[]> {
  if (names.filter((name) => name === '-').length > 1) {
    throw new AppError('invalid', 'standard input (-) can be read only once.')
  }
  const sources: Source[] = []
  for (const name of names) sources.push(...(await sourcesOf(name, options)))
  return sources
}

async function sourcesOf(name: string, options: FindOptions): Promise<Source[]> {
  const { format, except, stdin = process.stdin } = options
  if (name === '-') {
    if (except !== undefined && stdin === process.stdin && isSameFile(fstatSync(0), await statOf(except)))
      throw bothWays(name)
    return [{ name, format: format ?? 'ndjson', open: (onRead, signal) => plainBlocks(stdin, name, onRead, signal) }]
  }
  const found = await stat(name).catch((error) => {
    throw unreadable(name, error)
  })
  if (!found.isDirectory()) {
    if (except !== undefined && isSameFile(found, await statOf(except))) throw bothWays(name)
    return [fileSource(name, format ?? formatOf(name) ?? 'ndjson', found.size)]
  }
  const files = await filesIn(name, options)
  if (files.length > 0) return files
  const endings = format === undefined ? '.ndjson, .jsonl or .csv' : ENDINGS[format].join(' or ')
  throw new AppError('unavailable', `${name} holds no file that ends in ${endings}, gzipped or not.`)
}

const ENDINGS: Readonly<Record<Format, readonly string[]>> = { ndjson: ['.ndjson', '.jsonl'], csv: ['.csv'] }

function formatOf(name: string): Format | undefined {
  const plain = name.toLowerCase().replace(/\.gz$/, '')
  return FORMATS.find((format) => ENDINGS[format].some((ending) => plain.endsWith(ending)))
}

/** Hidden files are left out, and folders behind links are not entered, because they may lead back here. */
async function filesIn(folder: string, options: FindOptions): Promise<Source[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    throw unreadable(folder, error)
  })
  const sources: Source[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    const format = formatOf(entry.name)
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) sources.push(...(await filesIn(path, options)))
    else if (format !== undefined && format === (options.format ?? format)) {
      const found = await stat(path).catch((error) => {
        throw unreadable(path, error)
      })
      if (options.except !== undefined && isSameFile(found, await statOf(options.except))) continue
      if (!found.isDirectory()) sources.push(fileSource(path, format, found.size))
    }
  }
  return sources
}

/** The same file by whatever name: a hard link of an input is that input, and writing to it would empty it. */
function isSameFile(a: Stats, b: Stats | undefined): boolean {
  return a.isFile() && a.dev === b?.dev && a.ino === b.ino
}

async function statOf(path: string): Promise<Stats | undefined> {
  return stat(path).catch(() => undefined)
}

function bothWays(name: string): AppError {
  return new AppError('invalid', `${name} cannot take the rejects: it is read.`)
}

function fileSource(name: string, format: Format, bytes: number): Source {
  return {
    name,
    format,
    bytes,
    open: (onRead, signal) => plainBlocks(createReadStream(name, { highWaterMark: BLOCK_BYTES }), name, onRead, signal),
  }
}
