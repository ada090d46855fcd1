// From the header of a file to its preset, and what each column becomes. Pure.

import { quoted } from '../../meaning/signals/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { nearest } from '../../platform/text/edit-distance.ts'
import {
  apolloAccounts,
  crunchbaseCompanies,
  hubspotCompanies,
  pitchbookCompanies,
  salesforceAccounts,
  sheet,
} from './accounts.ts'
import { type Preset, plainHeader } from './preset.ts'
import { theirstackJobs } from './theirstack-jobs.ts'

export const PRESETS: readonly Preset[] = [
  apolloAccounts,
  crunchbaseCompanies,
  hubspotCompanies,
  pitchbookCompanies,
  salesforceAccounts,
  theirstackJobs,
  sheet,
]

export const AUTO = 'auto'

/** Throws if there is none of this name. Undefined: detected from the header of each file. */
export function presetNamed(name: string): Preset | undefined {
  const wanted = name.trim().toLowerCase()
  if (wanted === AUTO) return undefined
  const preset = PRESETS.find((each) => each.name === wanted)
  if (preset) return preset
  const [guess] = nearest(wanted, [...PRESETS.map((each) => each.name), AUTO], 1)
  const meant = guess === undefined ? '' : ` Did you mean ${guess}?`
  throw new AppError('invalid', `There is no preset ${quoted(name)}.${meant} See bin/pro-signal ingest presets.`)
}

export interface ColumnPreview {
  readonly header: string
  /** Undefined: it is left out. */
  readonly becomes: string | undefined
}

export interface MatchedPreset {
  readonly preset: Preset
  /** By the name of the field: the columns that it is read from. */
  readonly columns: ReadonlyMap<string, readonly number[]>
  /** In the order of the file. */
  readonly preview: readonly ColumnPreview[]
}

/** What a file with this header becomes. A text: why the file doesn't fit the preset. */
export function matchPreset(preset: Preset, headers: readonly string[]): MatchedPreset | string {
  const missing = missingOf(preset, headers)
  if (missing.length > 0) {
    const named = missing.map((names) => names.map(quoted).join(' or ')).join(', ')
    return `the header has no column ${named}, which ${preset.name} needs`
  }
  const places = placesOf(headers)
  const columns = new Map(
    preset.fields.map(({ name, headers: names }) => [
      name,
      names.flatMap((each) => places.get(plainHeader(each)) ?? []),
    ]),
  )
  const becomes = headers.map((_, at) => preset.fields.find(({ name }) => columns.get(name)?.includes(at)))
  return { preset, columns, preview: headers.map((header, at) => ({ header, becomes: becomes[at]?.becomes })) }
}

/** The preset whose own headers the file has, else the plain sheet. A text: no preset fits. */
export function findPreset(headers: readonly string[]): MatchedPreset | string {
  const places = placesOf(headers)
  const marked = PRESETS.map((preset) => {
    const marks = preset.marks.filter((mark) => places.has(plainHeader(mark))).length
    return { preset, marks, missing: missingOf(preset, headers).length }
  })
  const fitting = marked.filter(({ marks, missing }) => marks > 0 && missing === 0).sort((a, b) => b.marks - a.marks)
  const [best, next] = fitting
  if (best && next && best.marks === next.marks)
    return `the header fits ${best.preset.name} and ${next.preset.name}: choose one with --preset`
  if (best) return matchPreset(best.preset, headers)
  const plain = matchPreset(sheet, headers)
  const almost = marked.filter(({ marks }) => marks > 0).sort((a, b) => b.marks - a.marks)[0]?.preset
  // A program's file that lacks what its preset needs is read as a plain sheet only if it has all that one needs.
  if (typeof plain !== 'string') return plain
  return almost ? (matchPreset(almost, headers) as string) : `${plain}, and no other preset fits`
}

/** For each required field that no column has: the headers that it may have. */
function missingOf({ fields }: Preset, headers: readonly string[]): readonly (readonly string[])[] {
  const places = placesOf(headers)
  return fields
    .filter(({ required, headers: names }) => required && !names.some((name) => places.has(plainHeader(name))))
    .map(({ headers: names }) => names)
}

/** Of duplicate headers, the first column counts. */
function placesOf(headers: readonly string[]): ReadonlyMap<string, number> {
  return new Map(headers.map((header, at) => [plainHeader(header), at] as const).toReversed())
}
