export { contextOf, type DeriveContext } from './context.ts'
export { derive } from './derive.ts'
export { type BaseSignal, sourcesOf } from './derived-signal.ts'
export {
  computedFields,
  earliestElsewhere,
  FIRST_FIELD_NAMES,
  FIRST_JOB,
  firstKnownFrom,
  firstValuesOf,
  isSmallCompany,
} from './first-jobs.ts'
export { isAiEvidence } from './funding-ai-rules.ts'
export {
  countsInWeek,
  countTitle,
  differingOpenings,
  followsNewestWeek,
  isSurge,
  NO_COUNTS,
  type OpeningCounts,
  TITLE_REACH_SECONDS,
  type WeekCounts,
} from './opening-counts.ts'
export {
  type CountedJob,
  countedJob,
  countsAsOpening,
  type Opening,
  openingsAmong,
  openingsOf,
  titleOf,
} from './openings.ts'
export { isPassingJob, PASSING_JOBS } from './passing-jobs.ts'
export { roundsNear } from './rounds-near.ts'
export { SURGE } from './surge-threshold.ts'
export { shiftedWeeks } from './year-before.ts'
