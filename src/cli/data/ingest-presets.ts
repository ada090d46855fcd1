import {
  AUTO,
  DateFormat,
  type IngestOptions,
  PRESETS,
  type Preset,
  type PresetPreview,
  presetLayout,
  presetNamed,
  previewFile,
  type Source,
  UnreadableFile,
} from '../../ingest/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { command, type Input, type Output } from '../command.ts'
import { table } from '../table.ts'

export const ingestPresetsCommand = command({
  name: 'ingest presets',
  words: '[name]',
  maxWords: 1,
  summary: 'List the exports of other programs that can be imported, or show the columns of one.',
  examples: ['ingest presets', 'ingest presets crunchbase-companies'],
  async run({ words: [name] }) {
    const preset = name === undefined ? undefined : presetNamed(name)
    return preset ? showPreset(preset) : listPresets()
  },
})

function listPresets(): Output {
  const rows = PRESETS.map(({ name, title, knownFrom }) => [name, title, knownFrom])
  return {
    text: table(['preset', 'file', 'headers known from'], rows),
    json: PRESETS.map(({ name, title, knownFrom }) => ({ name, title, knownFrom })),
  }
}

function showPreset({ name, title, knownFrom, fields }: Preset): Output {
  const rows = fields.map(({ headers, becomes, required }) => [
    headers.join(', else '),
    becomes,
    required ? 'required' : '',
  ])
  const columns = fields.map(({ headers, becomes, required = false }) => ({ headers, becomes, required }))
  return {
    text: `${title} (headers known from ${knownFrom})\n\n${table(['column', 'becomes', ''], rows)}\n\nAll other columns are ignored.`,
    json: { name, title, knownFrom, columns },
  }
}

export interface ReadPreset {
  readonly layout: NonNullable<IngestOptions['layout']>
  /** Of each file. Standard input has none. */
  readonly previews: readonly PresetPreview[]
}

export function datesOf(input: Input): DateFormat | undefined {
  const format = input.maybe('date-format')
  return format === undefined ? undefined : new DateFormat(format)
}

/** Checks all files before anything is written: one that doesn't fit the preset ends the command. */
export async function readPreset(input: Input, sources: readonly Source[]): Promise<ReadPreset | undefined> {
  const name = input.maybe('preset')
  if (name === undefined) return undefined
  const preset = presetNamed(name)
  if (sources.some(({ format }) => format !== 'csv'))
    throw new AppError('invalid', '--preset is for CSV files: NDJSON has names of its own.')
  const dates = datesOf(input)
  const previews: PresetPreview[] = []
  const problems: string[] = []
  for (const source of sources) {
    if (source.bytes === undefined) continue
    try {
      previews.push(await previewFile(source, preset, { dates, now: Math.floor(Date.now() / 1_000) }))
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      problems.push(error.message)
    }
  }
  if (problems.length > 0) throw new AppError('invalid', `${problems.join('\n')}\nNothing was written.`)
  if (name === AUTO) for (const { file, preset: found } of previews) input.stderr.write(`${file}: ${found.name}\n`)
  return { layout: presetLayout(preset, { dates }), previews }
}

/** With what each column becomes. */
export function withPreviews({ previews }: ReadPreset, { text, json }: Output): Pick<Output, 'text' | 'json'> {
  const shown = previews.map(({ file, preset, preview }) => {
    const rows = preview.map(({ header, becomes }) => [header, becomes ?? '– left out'])
    return `${file}, as ${preset.name}\n${table(['column', 'becomes'], rows)}`
  })
  const files = previews.map(({ file, preset, preview }) => ({
    file,
    preset: preset.name,
    columns: preview.map(({ header, becomes = null }) => ({ header, becomes })),
  }))
  return { text: [...shown, text].join('\n\n'), json: { ...(json as object), files } }
}
