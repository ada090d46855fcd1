// Part of `bench ingest`: files of lines in several orders, and imports in processes of their own.

import { execFileSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'

export interface Once {
  readonly rate: number
  /** Of the process, without those of the database. */
  readonly cpuSeconds: number
  readonly rssEarlyMb: number
  readonly rssMaxMb: number
}

const HERE = fileURLToPath(new URL('..', import.meta.url))

/** The same lines three times: of one company after the other, by chance, and in the order of time. */
export function writeFiles(folder: string, size: { readonly signals: number; readonly companies: number }) {
  const script = fileURLToPath(new URL('ingest-files.ts', import.meta.url))
  const files = {
    grouped: join(folder, 'world.ndjson'),
    random: join(folder, 'random.ndjson'),
    time: join(folder, 'time.ndjson'),
  }
  execFileSync(process.execPath, [
    script,
    files.grouped,
    files.random,
    files.time,
    `${size.signals}`,
    `${size.companies}`,
  ])
  return files
}

/** Imports the file into a fresh database, by the code of a checkout. */
export function ingestOnce(file: string, checkout = HERE): Once {
  const script = fileURLToPath(new URL('ingest-once.ts', import.meta.url))
  const output = execFileSync(process.execPath, [script, checkout, file], { encoding: 'utf8' })
  return JSON.parse(output.trim().split('\n').at(-1) ?? '{}') as Once
}

/** Both versions in turn, with lines of the older one's world: the newer one accepts them, but not the other way round. */
export async function compareWith(
  before: string,
  size: { readonly signals: number; readonly companies: number },
  file: string,
  rounds = 2,
): Promise<{ readonly before: number; readonly now: number }> {
  const { demoWorld } = await import(join(before, 'src/demo/index.ts'))
  const { lineOf } = await import(join(before, 'test/harness/lines.ts'))
  const until = Math.floor(Date.now() / 1_000)
  function* lines() {
    for (const record of demoWorld({ ...size, seed: 'bench', until })) yield `${JSON.stringify(lineOf(record))}\n`
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
  const rates = { before: [] as number[], now: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    rates.before.push(ingestOnce(file, before).rate)
    rates.now.push(ingestOnce(file).rate)
  }
  return { before: Math.max(...rates.before), now: Math.max(...rates.now) }
}
