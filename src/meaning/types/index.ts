export {
  DERIVED_TYPES,
  type DerivedType,
  isDerivedType,
  REPORTED_TYPES,
  type ReportedType,
  SIGNAL_TYPE_TABLE,
  SIGNAL_TYPES,
  type SignalType,
} from '../../closed-sets/signals.ts'
export { type LastingType, SIGNAL_DECLARATIONS } from './declarations.ts'
export { canBeStated, type FieldDeclaration, type FieldKind, type FieldValue } from './field-declaration.ts'
export {
  beginningOf,
  CONTINUING_CHANGES,
  changesOf,
  ENDING_CHANGES,
  expiresAfterDays,
  isContinuing,
  isEnding,
  isLastingType,
  isOpeningType,
  isStateType,
  LASTING_TYPES,
  STATE_TYPES,
} from './lifetimes.ts'
export type { Grouping, TypeDeclaration, WordRule } from './type-declaration.ts'
export { WEB_KINDS } from './web.ts'
