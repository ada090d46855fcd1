// A thread that generates a part of a world's signals: lines for COPY, lines of a CSV file for DuckDB, and what
// `company_ranks` knows of each company.

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { surgeDaysOf } from '../../src/meaning/signals/index.ts'
import { LASTING_TYPES, type SignalType } from '../../src/meaning/types/index.ts'
import { searchTextOf } from '../../src/query/index.ts'
import { copyLine } from './copy-line.ts'
import { type Size, TYPES, timeText, World, type WorldSignal } from './world.ts'

export interface GeneratorTask {
  readonly size: Size
  readonly part: number
  readonly parts: number
  readonly csv: string
}

/** By set and company: the newest second and the highest confidence plus one; 0 for none. */
export interface Summaries {
  readonly last: Uint32Array
  readonly best: Uint8Array
}

export type GeneratorMessage =
  | { readonly lines: Uint8Array<ArrayBuffer>; readonly rows: number }
  | { readonly summaries: Summaries }

/** The sets of signals that are summarised: those of each type, and the present ones of types that last. */
export const SETS = TYPES.length + LASTING_TYPES.length
const PRESENT_SET = TYPES.map((type) => {
  const at = (LASTING_TYPES as readonly SignalType[]).indexOf(type)
  return at === -1 ? -1 : TYPES.length + at
})

export const SIGNAL_COLUMNS = [
  ...['id', 'company_ordinal', 'type', 'source', 'key', 'label', 'confidence', 'status'],
  ...['occurred_at', 'first_seen_at', 'last_seen_at', 'version', 'last_event_unix'],
  ...['fields', 'search_text', 'search_words'],
]
const CHUNK_ROWS = 2_000
/** Chunks that were sent and not taken yet. */
const MAX_WAITING = 4

async function generate(port: MessagePort, { size, part, parts, csv }: GeneratorTask): Promise<void> {
  const file = createWriteStream(csv)
  const last = new Uint32Array(SETS * size.companies)
  const best = new Uint8Array(SETS * size.companies)
  const summarise = (set: number, { company, occurredAt, confidence }: WorldSignal) => {
    const at = set * size.companies + company
    last[at] = Math.max(last[at] ?? 0, occurredAt)
    best[at] = Math.max(best[at] ?? 0, confidence + 1)
  }
  let waiting = 0
  const taken = { resolve: () => {} }
  port.on('message', () => {
    waiting--
    taken.resolve()
  })
  let [lines, values, rows] = ['', '', 0]
  const send = async () => {
    // Not of the pool, because it is transferred. The world is ASCII.
    const bytes = Buffer.allocUnsafeSlow(lines.length)
    bytes.write(lines, 'latin1')
    port.postMessage({ lines: bytes, rows } satisfies GeneratorMessage, [bytes.buffer])
    if (!file.write(values)) await once(file, 'drain')
    ;[lines, values, rows] = ['', '', 0]
    waiting++
    while (waiting >= MAX_WAITING) {
      await new Promise<void>((resolve) => {
        taken.resolve = resolve
      })
    }
  }
  for (const signal of new World(size).signals({ part, parts })) {
    lines += lineOf(signal)
    values += valuesOf(signal)
    summarise(signal.type, signal)
    const present = PRESENT_SET[signal.type] ?? -1
    if (present !== -1 && isPresent(signal)) summarise(present, signal)
    if (++rows === CHUNK_ROWS) await send()
  }
  await send()
  file.end()
  await once(file, 'finish')
  port.postMessage({ summaries: { last, best } } satisfies GeneratorMessage, [last.buffer, best.buffer])
  port.close()
}

function isPresent({ fields }: WorldSignal): boolean {
  return fields.change !== 'dropped'
}

function lineOf(signal: WorldSignal): string {
  const { n, company, type, label, confidence, occurredAt } = signal
  const at = timeText(occurredAt)
  return `${idOf(n)}\t${company}\t${TYPES[type]}\tbench\t${n}\t${label}\t${confidence}\tactive\t${at}\t${at}\t${at}\t1\t${occurredAt}\t${contentOf(signal)}`
}

/** Random enough for an index on it. */
function idOf(n: number): string {
  const digits = (Math.imul(n, 2_654_435_761) >>> 0).toString(16).padStart(8, '0')
  return `${digits}-0000-8000-8000-${n.toString(16).padStart(12, '0')}`
}

const contents = new Map<string, string>()
const MAX_CONTENTS = 50_000

/** The same content recurs. */
function contentOf(signal: WorldSignal): string {
  const { label, fields } = signal
  const key = `${signal.type} ${label} ${Object.values(fields).join(' ')}`
  const known = contents.get(key)
  if (known !== undefined) return known
  const type = TYPES[signal.type] as SignalType
  const { text, lexemes } = searchTextOf({ type, label, source: { name: 'bench' }, fields })
  const content = copyLine([JSON.stringify(fields), text, lexemes.map((lexeme) => `'${lexeme}'`).join(' ')])
  if (contents.size < MAX_CONTENTS) contents.set(key, content)
  return content
}

function valuesOf(signal: WorldSignal): string {
  const { company, type, label, fields, occurredAt, confidence } = signal
  return `${company},${TYPES[type]},${label},${fields.function ?? ''},${fields.location ?? ''},${fields.amountUsd ?? ''},${occurredAt},${confidence},${isPresent(signal)},${surgeDaysOf({ type: TYPES[type] as SignalType, fields })}\n`
}

if (parentPort) await generate(parentPort, workerData as GeneratorTask)
