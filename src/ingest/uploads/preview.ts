// What a file would become, from its beginning. Nothing is stored, so any node can answer.

import { parseRecord, Rejection } from '../../meaning/signals/index.ts'
import type { ImportPreviewReply } from '../../settings-contract/index.ts'
import type { AdaptRecord } from '../batch.ts'
import { parseJson } from '../formats/ndjson.ts'
import type { RawRecord, RawRecordReader } from '../formats/raw-record.ts'
import { rawRecordReader, readRawRecords } from '../formats/raw-records.ts'
import type { Source } from '../formats/sources.ts'
import { UnreadableFile } from '../formats/unreadable-file.ts'
import { plainHeader } from '../presets/preset.ts'
import { groupReasons } from './group-reasons.ts'
import {
  anyHeader,
  datesOf,
  type FoundMapping,
  findMapping,
  layoutOf,
  type Mapping,
  mappingFor,
  type NamedMapping,
  OWN,
  presetOf,
} from './mapping.ts'
import { EndOfSample, formatOfContent } from './upload-source.ts'

const MAX_PREVIEWED = 200
const SHOWN_ROWS = 5
const MAX_EXAMPLE = 80

export interface PreviewOptions {
  readonly saved: readonly NamedMapping[]
  /** As the owner has changed it. */
  readonly mapping?: Mapping | null
  /** The preset, by its name, or the saved mapping, by its id, that the owner chose. */
  readonly choice?: string | undefined
  readonly adapt: AdaptRecord
  readonly now: number
}

export async function previewUpload(file: Source, options: PreviewOptions): Promise<ImportPreviewReply> {
  try {
    const source = { ...file, format: await formatOfContent(file) }
    const headers = source.format === 'csv' ? await headersOf(source, options.saved) : undefined
    return await previewAs(source, headers, options)
  } catch (error) {
    if (error instanceof UnreadableFile) return { ...EMPTY, problem: error.message }
    throw error
  }
}

const EMPTY: ImportPreviewReply = {
  mapping: null,
  saved: null,
  problem: null,
  columns: [],
  fields: [],
  rows: [],
  lines: 0,
  rejected: 0,
  rejects: [],
}

async function headersOf(source: Source, saved: readonly NamedMapping[]): Promise<readonly string[]> {
  let headers: readonly string[] | undefined
  const layout = anyHeader(saved, (found) => {
    headers = found
  })
  for await (const [first] of recordsOf(source, rawRecordReader(source, undefined, layout))) {
    // The header itself: the reader would take the next line for it.
    if (first?.line === 1 && first.error === NOT_UTF8) throw new UnreadableFile(notUtf8(source.name))
    if (headers) break
  }
  if (!headers) throw new UnreadableFile(`${source.name} has no header.`)
  return headers
}

async function previewAs(
  source: Source,
  headers: readonly string[] | undefined,
  { adapt, now, ...options }: PreviewOptions,
): Promise<ImportPreviewReply> {
  const { mapping, saved = null, problem } = mappingOf(headers, options)
  const rows: (readonly string[])[] = []
  const layout = source.format === 'csv' ? layoutOf(mapping, { onRow: (cells) => void rows.push(cells) }) : undefined
  const preset = presetOf(mapping.preset)
  const preview = {
    ...EMPTY,
    mapping,
    saved,
    fields: (preset?.fields ?? []).map(({ name, becomes, required = false }) => ({ name, becomes, required })),
  }
  const columnsOf = () => (preset && headers ? columnsFrom(mapping, headers, rows) : [])
  if (problem !== undefined) return { ...preview, columns: columnsOf(), problem: `${source.name}: ${problem}.` }
  const records: RawRecord[] = []
  try {
    for await (const some of recordsOf(source, rawRecordReader(source, datesOf(mapping), layout))) {
      records.push(...some)
      if (records.length >= MAX_PREVIEWED) break
    }
  } catch (error) {
    if (error instanceof UnreadableFile) return { ...preview, columns: columnsOf(), problem: error.message }
    throw error
  }
  const first = records.slice(0, MAX_PREVIEWED)
  const read = first.map((record) => readRecord(record, now, adapt))
  const rejected = read.flatMap((each) => (each instanceof Rejection ? [each.reason] : []))
  return {
    ...preview,
    columns: columnsOf(),
    problem: problemWith(source.name, first, rejected),
    rows: first
      .flatMap((record, at) => {
        const each = read[at]
        return !each || each instanceof Rejection ? [] : [shownRow(record, each)]
      })
      .slice(0, SHOWN_ROWS),
    lines: first.length,
    rejected: rejected.length,
    rejects: groupReasons(rejected),
  }
}

function mappingOf(
  headers: readonly string[] | undefined,
  { mapping, choice, saved }: Pick<PreviewOptions, 'mapping' | 'choice' | 'saved'>,
): FoundMapping {
  if (!headers || choice === OWN || mapping?.preset === OWN)
    return { mapping: { preset: OWN, columns: [], dates: null } }
  if (mapping) return { mapping }
  const chosen = saved.find(({ id }) => id === choice)
  if (chosen) return { mapping: chosen.mapping, saved: chosen.name }
  const preset = presetOf(choice ?? '')
  return preset ? { mapping: mappingFor(preset, headers) } : findMapping(headers, saved)
}

/** The same check as before an import on the command line: with a wrong preset, nothing can be read. */
function problemWith(name: string, records: readonly RawRecord[], rejected: readonly string[]): string | null {
  if (records.length === 0) return `${name} has no lines.`
  if (rejected.length < records.length) return null
  if (rejected.every((reason) => reason === NOT_UTF8)) return notUtf8(name)
  return `${name}: none of its first ${records.length} lines can be read: ${rejected[0]}.`
}

const NOT_UTF8 = 'the line is not valid UTF-8'
const notUtf8 = (name: string) => `${name} is not UTF-8, perhaps Latin-1: save it as "CSV UTF-8" and import that.`

function columnsFrom({ columns }: Mapping, headers: readonly string[], rows: readonly (readonly string[])[]) {
  const fields = new Map(columns.map(({ header, field }) => [plainHeader(header), field]))
  return headers.map((header, at) => ({
    header,
    field: fields.get(plainHeader(header)) ?? null,
    example: (rows.find((cells) => cells[at]?.trim())?.[at] ?? '').trim().slice(0, MAX_EXAMPLE),
  }))
}

function readRecord(record: RawRecord, now: number, adapt: AdaptRecord): ReturnType<AdaptRecord> {
  const { value, error } = parseJson(record)
  const parsed = error === undefined ? parseRecord(value, now) : new Rejection(error)
  return parsed instanceof Rejection ? parsed : adapt(parsed)
}

/** As in the line, with the source that it will have. */
function shownRow(
  { line, text }: RawRecord,
  read: Exclude<ReturnType<AdaptRecord>, Rejection>,
): ImportPreviewReply['rows'][number] {
  const { record: _, ...given } = JSON.parse(text) as Record<string, unknown>
  const fields = { ...given, ...('source' in read && { source: read.source }) }
  return { line, values: Object.entries(fields).map(([name, value]) => [name, wordsOf(value).slice(0, MAX_EXAMPLE)]) }
}

function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOf).join(', ')
  return typeof value === 'object' && value !== null ? Object.values(value).map(wordsOf).join(', ') : String(value)
}

/** Ends without an error where a sample ends. */
async function* recordsOf(source: Source, reader: RawRecordReader): AsyncGenerator<RawRecord[]> {
  try {
    yield* readRawRecords(
      source.open(() => {}),
      source,
      reader,
    )
  } catch (error) {
    if (!(error instanceof EndOfSample)) throw error
  }
}
