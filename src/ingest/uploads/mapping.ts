// From the columns of a file to the fields of a preset, as shown to an owner, who may have changed it. Pure.

import type { ImportMappingBody } from '../../settings-contract/index.ts'
import type { CsvLayout } from '../formats/csv.ts'
import { DateFormat } from '../formats/date-format.ts'
import { findPreset, matchPreset, PRESETS } from '../presets/match-preset.ts'
import { type Preset, plainHeader, rowOf } from '../presets/preset.ts'

export type Mapping = ImportMappingBody

/** Columns with the names of the fields, and NDJSON. */
export const OWN = 'own'

export interface NamedMapping {
  readonly id: string
  readonly name: string
  readonly mapping: Mapping
}

export interface FoundMapping {
  readonly mapping: Mapping
  /** The saved mapping that it comes from. */
  readonly saved?: string
  /** Why it doesn't fit. */
  readonly problem?: string
}

export const presetOf = (name: string): Preset | undefined => PRESETS.find((each) => each.name === name)

/** With these columns, a line is more than a company. */
const OWN_SIGNALS = ['type', 'source', 'key', 'record']

/** The saved mapping that fits best, else the preset of the header, else the plain sheet with what it lacks. */
export function findMapping(headers: readonly string[], saved: readonly NamedMapping[]): FoundMapping {
  const places = new Set(headers.map(plainHeader))
  const fitting = saved
    .filter(({ mapping }) => mapping.columns.length > 0 && problemOf(mapping, headers) === undefined)
    .filter(({ mapping }) => mapping.columns.every(({ header }) => places.has(plainHeader(header))))
    .sort((a, b) => b.mapping.columns.length - a.mapping.columns.length)
  const [best] = fitting
  if (best) return { mapping: best.mapping, saved: best.name }
  if (
    OWN_SIGNALS.some((name) => places.has(name)) &&
    (places.has('company') || places.has('domain') || places.has('status'))
  )
    return { mapping: { preset: OWN, columns: [], dates: null } }
  const found = findPreset(headers)
  if (typeof found !== 'string') return { mapping: mappingFor(found.preset, headers) }
  const almost = PRESETS.map((preset) => ({
    preset,
    marks: preset.marks.filter((mark) => places.has(plainHeader(mark))),
  }))
  const preset = almost.sort((a, b) => b.marks.length - a.marks.length)[0]
  const nearest = preset && preset.marks.length > 0 ? preset.preset : (presetOf('sheet') as Preset)
  return { mapping: mappingFor(nearest, headers), problem: found }
}

/** The columns that the preset knows by their headers. */
export function mappingFor(preset: Preset, headers: readonly string[], dates: string | null = null): Mapping {
  const byPlainName = new Map(headers.map((header) => [plainHeader(header), header] as const).toReversed())
  const columns = preset.fields.flatMap(({ name, headers: names }) =>
    names.flatMap((each) => {
      const header = byPlainName.get(plainHeader(each))
      return header === undefined ? [] : [{ header, field: name }]
    }),
  )
  return { preset: preset.name, columns, dates }
}

/** Why a file with this header can't be read this way. */
export function problemOf({ preset: name, columns }: Mapping, headers: readonly string[]): string | undefined {
  const preset = presetOf(name)
  if (!preset) return name === OWN ? undefined : `there is no preset ${JSON.stringify(name)}`
  const unknown = columns.find(({ field }) => !preset.fields.some((each) => each.name === field))
  if (unknown) return `${name} has no field ${JSON.stringify(unknown.field)}`
  const places = new Set(headers.map(plainHeader))
  const there = new Set(columns.filter(({ header }) => places.has(plainHeader(header))).map(({ field }) => field))
  const missing = preset.fields.filter(({ required, name: field }) => required && !there.has(field))
  if (missing.length === 0) return undefined
  // Worded as on the command line if no column was chosen by hand.
  const matched = matchPreset(preset, headers)
  if (typeof matched === 'string') return matched
  return `no column becomes ${missing.map(({ becomes }) => becomes).join(' and ')}`
}

interface LayoutOptions {
  /** Called with the header and each row. */
  readonly onHeader?: (headers: readonly string[]) => void
  readonly onRow?: (cells: readonly string[]) => void
}

/** Undefined: the columns have the names of the fields. */
export function layoutOf(mapping: Mapping, { onHeader, onRow }: LayoutOptions = {}): CsvLayout | undefined {
  const preset = presetOf(mapping.preset)
  if (!preset) return undefined
  const dates = datesOf(mapping)
  const mapped = new Set(mapping.columns.map(({ header }) => plainHeader(header)))
  return {
    isColumn: (header) => mapped.has(plainHeader(header)),
    readHeader: (headers) => {
      onHeader?.(headers)
      const problem = problemOf(mapping, headers)
      if (problem !== undefined) return problem
      const columns = placesOf(mapping, headers)
      return (cells) => {
        onRow?.(cells)
        return preset.linesOf(rowOf(columns, cells, dates))
      }
    },
  }
}

export function datesOf({ dates }: Mapping): DateFormat | undefined {
  return dates === null ? undefined : new DateFormat(dates)
}

/** Of duplicate headers, the first column counts. */
function placesOf({ columns }: Mapping, headers: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map(headers.map((header, at) => [plainHeader(header), at] as const).toReversed())
  const byField = new Map<string, number[]>()
  for (const { header, field } of columns) {
    const at = places.get(plainHeader(header))
    if (at !== undefined) byField.set(field, [...(byField.get(field) ?? []), at])
  }
  return byField
}

/** Finds the delimiter of any file, by the headers of presets and saved mappings. */
export function anyHeader(saved: readonly NamedMapping[], onHeader: (headers: readonly string[]) => void): CsvLayout {
  const known = new Set([
    ...PRESETS.flatMap(({ fields, marks }) => [...fields.flatMap(({ headers }) => headers), ...marks]).map(plainHeader),
    ...saved.flatMap(({ mapping }) => mapping.columns.map(({ header }) => plainHeader(header))),
    ...OWN_SIGNALS,
  ])
  return {
    isColumn: (header) => known.has(plainHeader(header)),
    readHeader: (headers) => {
      onHeader(headers)
      return () => []
    },
  }
}
