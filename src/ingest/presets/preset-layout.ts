// A preset in the form that the CSV reader takes, and a preview of a file before any of it is written.

import { parseRecord, Rejection } from '../../meaning/signals/index.ts'
import type { CsvLayout } from '../formats/csv.ts'
import type { DateFormat } from '../formats/date-format.ts'
import { parseJson } from '../formats/ndjson.ts'
import type { RawRecord } from '../formats/raw-record.ts'
import { rawRecordReader, readRawRecords } from '../formats/raw-records.ts'
import type { Source } from '../formats/sources.ts'
import { UnreadableFile } from '../formats/unreadable-file.ts'
import { findPreset, type MatchedPreset, matchPreset, PRESETS } from './match-preset.ts'
import { type Preset, plainHeader, rowOf } from './preset.ts'

interface LayoutOptions {
  readonly dates?: DateFormat | undefined
  /** Called once for each header that fits. */
  readonly onMatch?: (matched: MatchedPreset) => void
}

/** Without a preset, the header of each file decides. */
export function presetLayout(preset: Preset | undefined, { dates, onMatch }: LayoutOptions = {}): CsvLayout {
  const headers = new Set(
    (preset ? [preset] : PRESETS).flatMap(({ fields, marks }) =>
      [...fields.flatMap((field) => field.headers), ...marks].map(plainHeader),
    ),
  )
  return {
    isColumn: (header) => headers.has(plainHeader(header)),
    readHeader: (found) => {
      const matched = preset ? matchPreset(preset, found) : findPreset(found)
      if (typeof matched === 'string') return matched
      onMatch?.(matched)
      return (cells) => matched.preset.linesOf(rowOf(matched.columns, cells, dates))
    },
  }
}

export interface PresetPreview extends MatchedPreset {
  readonly file: string
  /** Of the first rows of the file: how many lines they have, and how many of those can't be read. */
  readonly lines: number
  readonly rejected: number
}

const MAX_PREVIEWED = 200

/** Reads the beginning of a file. Throws UnreadableFile if it doesn't fit the preset, or if none of it can be read. */
export async function previewFile(
  source: Source,
  preset: Preset | undefined,
  { dates, now }: { readonly dates?: DateFormat | undefined; readonly now: number },
): Promise<PresetPreview> {
  const matches: MatchedPreset[] = []
  const layout = presetLayout(preset, { dates, onMatch: (found) => matches.push(found) })
  const records: RawRecord[] = []
  for await (const some of readRawRecords(
    source.open(() => {}),
    source,
    rawRecordReader(source, dates, layout),
  )) {
    records.push(...some)
    if (records.length >= MAX_PREVIEWED) break
  }
  const [matched] = matches
  if (!matched) throw new UnreadableFile(`${source.name} has no header.`)
  const reasons = records.slice(0, MAX_PREVIEWED).map((record) => reasonAgainst(record, now))
  const rejected = reasons.filter((reason) => reason !== undefined)
  if (rejected.length > 0 && rejected.length === reasons.length)
    throw new UnreadableFile(
      `${source.name}: none of its first ${reasons.length} lines can be read as ${matched.preset.name}: ${rejected[0]}.`,
    )
  return { ...matched, file: source.name, lines: reasons.length, rejected: rejected.length }
}

function reasonAgainst(record: RawRecord, now: number): string | undefined {
  const { value, error } = parseJson(record)
  const read = error === undefined ? parseRecord(value, now) : new Rejection(error)
  return read instanceof Rejection ? read.reason : undefined
}
