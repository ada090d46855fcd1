export { contextOf, type DeriveContext } from './context.ts'
export { derive } from './derive.ts'
export { type BaseSignal, sourcesOf } from './derived-signal.ts'
export { computedFields, FIRST_FIELDS, firstKnownFrom, firstValuesOf } from './first-jobs.ts'
export { isAiEvidence } from './funding-ai-rules.ts'
export {
  countsInWeek,
  countTitle,
  differingOpenings,
  followsNewestWeek,
  isSurge,
  type OpeningCounts,
  TITLE_REACH_SECONDS,
  type WeekCounts,
} from './opening-counts.ts'
export { type Opening, openingsOf, titleOf } from './openings.ts'
export { roundsNear } from './rounds-near.ts'
