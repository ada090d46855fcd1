export { readAmount } from './amounts.ts'
export { COMMON_FIELDS } from './common-fields.ts'
export { currencyTable, knownCurrencies, readCurrencyTable, replaceCurrencyTable, toUsd } from './currencies.ts'
export * from './declarations.ts'
export { aiWordsIn, fillFromDictionary } from './dictionary.ts'
export { refillGuesses } from './job-words.ts'
export { parseSignalCompany } from './parse-company.ts'
export { DERIVED_SOURCE, parseRecord, WRITABLE_TYPES } from './parse-record.ts'
export { parseText } from './parse-values.ts'
export { isoTime, type PublicSignal, publicSignal, publicSignalWithSources } from './public-signal.ts'
export * from './records.ts'
export { refillTool } from './refill-tool.ts'
export { quoted, Rejection } from './rejection.ts'
export { AMOUNT_INPUTS } from './round-amount.ts'
export { EXAMPLE_SIGNAL, PublicSignalSchema, SIGNAL_UNION } from './schema.ts'
export * from './signal.ts'
export {
  CONFIDENCE_SECONDS,
  confidenceSeconds,
  HALF_LIFE_SECONDS,
  matchKeyOf,
  SHIFT_SECONDS,
} from './strength.ts'
