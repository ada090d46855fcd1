// Part of `bench ingest`: the lines of a file in other orders, and imports in processes of their own.

import { execFileSync } from 'node:child_process'
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'

/** A file of the same lines: companies first, then signals by chance or in the order of time. */
export function reorder(file: string, order: 'random' | 'time'): string {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const isCompany = (line: string) => line.startsWith('{"record":"company"')
  const signals = lines.filter((line) => !isCompany(line))
  const keys = new Map(signals.map((line, n) => [line, order === 'time' ? occurredAt(line) : scattered(n)]))
  signals.sort((a, b) => ((keys.get(a) ?? 0) < (keys.get(b) ?? 0) ? -1 : 1))
  const path = file.replace(/\.ndjson$/, `-${order}.ndjson`)
  writeFileSync(path, `${[...lines.filter(isCompany), ...signals].join('\n')}\n`)
  return path
}

function occurredAt(line: string): string {
  return /"occurredAt":"([^"]+)"/.exec(line)?.[1] ?? ''
}

/** A number by chance that is the same in every run. */
function scattered(n: number): number {
  return Math.imul(n + 1, 2_654_435_761) >>> 0
}

export interface Once {
  readonly rate: number
  readonly rssEarlyMb: number
  readonly rssMaxMb: number
}

const HERE = fileURLToPath(new URL('..', import.meta.url))

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
  const { demoWorld } = await import(join(before, 'src/features/demo/index.ts'))
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
