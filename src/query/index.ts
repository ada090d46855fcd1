export {
  cachedWordsOf,
  comparableValue,
  containsPattern,
  meetsCondition,
  satisfies,
  searchedTexts,
  sourceNames,
} from './clause-match.ts'
export { expansionsOf } from './equivalents.ts'
export { InvalidQuery } from './errors.ts'
export {
  chainOf,
  countHolds,
  evaluate,
  matches,
  matchReason,
  matchReasonBy,
  newestFirst,
  type Satisfied,
} from './evaluate.ts'
export {
  COMMON_FIELDS,
  type ConditionField,
  type ConditionKind,
  comparedFields,
  fieldsOf,
  type Operator,
  SEARCHED_KINDS,
} from './fields.ts'
export { negatedTypes, typesOf } from './looked-for.ts'
export { parseSignalQuery } from './parser.ts'
export { CONTINUING_CHANGES, conditionsOf, LASTING_TYPES } from './presence.ts'
export { printClause, printQuery } from './print.ts'
export {
  isNeutral,
  LEAST,
  type LeafReason,
  leafReasonOf,
  matchAt,
  partsThatOrder,
  type Ranked,
  type Ranking,
  type Reason,
  ranking,
  rankingBy,
  reasonBy,
  SIGNAL_RANKING,
  shownOf,
} from './ranking.ts'
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
export { LIMITS } from './token-cursor.ts'
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
