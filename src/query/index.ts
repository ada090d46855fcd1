export { type ChipTerm, chipsOf, clausesOfChips, textOfChips } from './chips/chips.ts'
export {
  cachedWordsOf,
  comparableValue,
  containsPattern,
  meetsCondition,
  satisfies,
  searchedTexts,
  sourceNames,
} from './evaluate/clause-match.ts'
export {
  chainOf,
  countHolds,
  evaluate,
  matches,
  matchReason,
  matchReasonBy,
  newestFirst,
  type Satisfied,
} from './evaluate/evaluate.ts'
export {
  isNeutral,
  isWeighedBySize,
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
  type StrengthBy,
  shownOf,
  sizeSecondsOf,
  statesBeside,
  strengthIn,
} from './evaluate/ranking.ts'
export {
  AI_LEXEME,
  LINE,
  lexemeOf,
  SEARCH_TEXT_VERSION,
  type SearchText,
  searchTextOf,
  storedKey,
} from './evaluate/search-text.ts'
export { windowEnd } from './evaluate/window-end.ts'
export { parseSignalQuery } from './parse/parser.ts'
export { printClause, printQuery } from './parse/print.ts'
export { DAY_SECONDS, startOfDay } from './parse/times.ts'
export { LIMITS } from './parse/token-cursor.ts'
export {
  plainContext,
  type ReadContext,
  type ReadSearchText,
  readSearchText,
  type SentenceFilters,
} from './sentences/index.ts'
export { expansionsOf } from './tree/equivalents.ts'
export { InvalidQuery } from './tree/errors.ts'
export {
  COMMON_FIELDS,
  type ConditionField,
  type ConditionKind,
  comparedFields,
  fieldsOf,
  type Operator,
  SEARCHED_KINDS,
} from './tree/fields.ts'
export { negatedTypes, typesOf } from './tree/looked-for.ts'
export { conditionsOf, leavesOutSome } from './tree/presence.ts'
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
} from './tree/tree.ts'
