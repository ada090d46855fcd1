// Reads files and hands their records to the write path.

export { DateFormat } from './formats/date-format.ts'
export { FORMATS, type Format, findSources, type Source } from './formats/sources.ts'
export { UnreadableFile } from './formats/unreadable-file.ts'
export {
  type DeclareSources,
  emptySummary,
  type FailedFile,
  type IngestOptions,
  ingest,
  type Summary,
  type WriteRecords,
} from './ingest.ts'
export { AUTO, PRESETS, presetNamed } from './presets/match-preset.ts'
export type { Preset } from './presets/preset.ts'
export { type PresetPreview, presetLayout, previewFile } from './presets/preset-layout.ts'
export { createProgress } from './progress.ts'
export { type Reject, RejectsFile, type TakeRejects } from './rejects.ts'
export { importSettings } from './uploads/settings-routes.ts'
export { startImports } from './uploads/start-imports.ts'
