export { JOB_FUNCTIONS, type JobFunction, SENIORITIES, type Seniority } from '../../closed-sets/signals.ts'
export { readAmount } from './parse/amounts.ts'
export { COMMON_FIELDS } from './parse/common-fields.ts'
export { currencyTable, knownCurrencies, readCurrencyTable, replaceCurrencyTable, toUsd } from './parse/currencies.ts'
export { parseSignalCompany } from './parse/parse-company.ts'
export { DERIVED_SOURCE, parseRecord } from './parse/parse-record.ts'
export { parseText } from './parse/parse-values.ts'
export { quoted, Rejection } from './parse/rejection.ts'
export { AMOUNT_INPUTS } from './parse/round-amount.ts'
export { isoTime, type PublicSignal, publicSignal, publicSignalWithSources } from './public-signal.ts'
export * from './records.ts'
export * from './signal.ts'
export {
  CONFIDENCE_SECONDS,
  confidenceSeconds,
  HALF_LIFE_SECONDS,
  MAX_SURGE_DAYS,
  matchKeyOf,
  SHIFT_SECONDS,
  SIZE_BOUNDS,
  SIZE_SECONDS,
  SURGE_DAYS,
  sizeBandOf,
  surgeDaysOf,
} from './strength.ts'
export { aiWordsIn, fillFromDictionary } from './words/dictionary.ts'
export { jobOfWhom } from './words/job-of-whom.ts'
export { refillJob } from './words/job-words.ts'
export { refillTool } from './words/refill-tool.ts'
