export {
  type CompanyLook,
  companyOfDomain,
  lastSeenSql,
  looksFingerprint,
  looksJson,
  reportKeyPrefix,
} from './company-looks.ts'
export {
  type Coverage,
  coverageOf,
  isLookedFor,
  knownSinceOf,
  LOOKED_SETS,
  lookedBits,
  lookedTypes,
  typesOfBits,
} from './coverage.ts'
export { declareSources, oncePerSource } from './declare.ts'
export { type KnownHistory, readKnownHistory } from './known-history.ts'
export {
  DECLARED_SOURCES_JSON,
  listSources,
  noteDeliveries,
  readSourceState,
  removeUnusedSources,
  type Source,
  type SourceState,
} from './queries.ts'
