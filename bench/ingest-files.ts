// Part of `bench ingest`: writes the lines of a demo world in three orders. A process of its own, so that what it leaves in
// memory is not measured.
//
//   node bench/ingest-files.ts GROUPED RANDOM TIME SIGNALS COMPANIES

import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { demoWorld } from '../src/demo/index.ts'
import { lineOf } from '../test/harness/lines.ts'

const [grouped = '', random = '', time = '', signals, companies] = process.argv.slice(2)

function* worldLines(): Generator<string> {
  const world = {
    signals: Number(signals),
    companies: Number(companies),
    seed: 'bench',
    until: Math.floor(Date.now() / 1_000),
  }
  for (const record of demoWorld(world)) yield `${JSON.stringify(lineOf(record))}\n`
}

/** A file of the same lines: companies first, then signals by chance or in the order of time. */
function reorder(file: string, path: string, order: 'random' | 'time'): void {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const isCompany = (line: string) => line.startsWith('{"record":"company"')
  const signals = lines.filter((line) => !isCompany(line))
  const keys = new Map(signals.map((line, n) => [line, order === 'time' ? occurredAt(line) : scattered(n)]))
  signals.sort((a, b) => ((keys.get(a) ?? 0) < (keys.get(b) ?? 0) ? -1 : 1))
  writeFileSync(path, `${[...lines.filter(isCompany), ...signals].join('\n')}\n`)
}

function occurredAt(line: string): string {
  return /"occurredAt":"([^"]+)"/.exec(line)?.[1] ?? ''
}

/** A number by chance that is the same in every run. */
function scattered(n: number): number {
  return Math.imul(n + 1, 2_654_435_761) >>> 0
}

await pipeline(Readable.from(worldLines()), createWriteStream(grouped))
reorder(grouped, random, 'random')
reorder(grouped, time, 'time')
