// From files to the write path.

export {
  emptySummary,
  type IngestOptions,
  ingest,
  type Summary,
  type WriteRecords,
} from './ingest.ts'
export { createProgress, type Progress } from './progress.ts'
export { type Reject, RejectsFile, type TakeRejects } from './rejects.ts'
export { FORMATS, type Format, findSources, type Source } from './sources.ts'
