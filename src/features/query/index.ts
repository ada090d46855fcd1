export {
  comparableValue,
  containsPattern,
  meetsCondition,
  satisfies,
  searchedTexts,
  sourceNames,
} from './clause-match.ts'
export { ABBREVIATIONS, SINGULARS } from './equivalents.ts'
export { InvalidQuery } from './errors.ts'
export {
  countHolds,
  evaluate,
  matches,
  matchReason,
  matchReasonBy,
  newestFirst,
  newestMatches,
  type Satisfied,
} from './evaluate.ts'
export {
  COMMON_FIELDS,
  type ConditionField,
  type ConditionKind,
  fieldsOf,
  type Operator,
  SEARCHED_KINDS,
} from './fields.ts'
export { parseSignalQuery } from './parser.ts'
export { CONTINUING_CHANGES, conditionsOf, LASTING_TYPES } from './presence.ts'
export { printClause, printQuery } from './print.ts'
export {
  AI_LEXEME,
  LINE,
  lexemeOf,
  SEARCH_TEXT_VERSION,
  type SearchText,
  searchTextOf,
  storedKey,
} from './search-text.ts'
export { DAY_SECONDS, startOfDay } from './times.ts'
export { LIMITS, type Limits } from './token-cursor.ts'
export {
  CLAUSE_TYPES,
  type Clause,
  type ClauseType,
  type CompareCondition,
  type Condition,
  clausesOf,
  type EqualCondition,
  isStateClause,
  type Leaf,
  leavesOf,
  type MatchCondition,
  type Pattern,
  type PatternWord,
  type Query,
  type Step,
} from './tree.ts'
