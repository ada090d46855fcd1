export { type Coverage, type CoverageByType, coverageOf, lookedBits, lookedTypes } from './coverage.ts'
export { declareSources } from './declare.ts'
export {
  DECLARED_SOURCES_JSON,
  type Knowledge,
  listSources,
  noteDeliveries,
  readKnowledge,
  type Source,
} from './queries.ts'
