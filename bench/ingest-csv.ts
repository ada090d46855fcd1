// Part of `bench ingest`: the same scattered lines as CSV and as NDJSON, each several times in turn, into a fresh database.
// A spreadsheet and an export of an API have the same content: neither may take much longer.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoWorld } from '../src/demo/index.ts'
import { lineOf } from '../test/harness/lines.ts'
import { ingestOnce } from './ingest-orders.ts'
import { median } from './report.ts'

const LINES_PER_COMPANY = 10

interface Measured {
  readonly rate: number
  readonly cpuSeconds: number
  readonly rssMaxMb: number
}

/** The median of the rounds. */
export function measureCsv(
  folder: string,
  lines: number,
  rounds: number,
): { readonly csv: Measured; readonly ndjson: Measured } {
  const files = writeScattered(folder, lines)
  const runs = { csv: [] as Measured[], ndjson: [] as Measured[] }
  for (let round = 0; round < rounds; round++) {
    for (const format of round % 2 === 0 ? (['ndjson', 'csv'] as const) : (['csv', 'ndjson'] as const)) {
      const run = ingestOnce(files[format])
      runs[format].push(run)
      process.stderr.write(
        `${format}: ${Math.round(run.rate)} signals/s, CPU ${run.cpuSeconds.toFixed(1)} s, ${run.rssMaxMb} MB\n`,
      )
    }
  }
  return { csv: medianOf(runs.csv), ndjson: medianOf(runs.ndjson) }
}

function medianOf(runs: readonly Measured[]): Measured {
  const of = (name: keyof Measured) => median(runs.map((run) => run[name]))
  return { rate: of('rate'), cpuSeconds: of('cpuSeconds'), rssMaxMb: of('rssMaxMb') }
}

function writeScattered(folder: string, lines: number) {
  const signals = scattered(signalLines(lines))
  const columns = [...new Set(signals.flatMap((signal) => Object.keys(signal)))]
  const rows = [columns, ...signals.map((signal) => columns.map((column) => cellOf(signal[column])))]
  const files = { csv: join(folder, 'scattered.csv'), ndjson: join(folder, 'scattered.ndjson') }
  writeFileSync(files.csv, rows.map((row) => `${row.join(',')}\n`).join(''))
  writeFileSync(files.ndjson, signals.map((signal) => `${JSON.stringify(jsonOf(signal))}\n`).join(''))
  return files
}

type Flat = Readonly<Record<string, unknown>>

/** Every line names its company, as the rows of an export do. */
function signalLines(lines: number): Flat[] {
  const names = new Map<string, string>()
  const signals: Flat[] = []
  const until = Math.floor(Date.now() / 1_000)
  const size = { signals: lines, companies: Math.ceil(lines / LINES_PER_COMPANY) }
  for (const record of demoWorld({ ...size, seed: 'bench', until })) {
    if (record.record === 'company') names.set(record.company.domain, record.company.name ?? '')
    else {
      const { company, ...rest } = lineOf(record)
      const { domain } = company as { domain: string }
      signals.push({ company: domain, companyName: names.get(domain), ...rest })
    }
  }
  return signals
}

/** In an order by chance that is the same in every run. */
function scattered<T>(list: readonly T[]): T[] {
  const keyed = list.map((item, n) => ({ item, key: Math.imul(n + 1, 2_654_435_761) >>> 0 }))
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
}

function jsonOf({ company, companyName, ...rest }: Flat): object {
  return { ...rest, company: { domain: company, name: companyName } }
}

function cellOf(value: unknown): string {
  const text = value === undefined || value === null ? '' : Array.isArray(value) ? value.join(';') : String(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
