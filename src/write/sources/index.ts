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
  EXPIRES_AFTER_DAYS,
  isLookedFor,
  knownSinceOf,
  lookedBits,
  lookedTypes,
  typesOfBits,
} from './coverage.ts'
export { declareSources, oncePerSource } from './declare.ts'
export {
  DECLARED_SOURCES_JSON,
  type Knowledge,
  listSources,
  noteDeliveries,
  readKnowledge,
  removeUnusedSources,
  type Source,
} from './queries.ts'
