import type { Validators } from '../../fetching/index.ts'
import type { ReceiptAnswer } from '../receipts/visit-answers.ts'

/**
 * What the last complete visit was made of. A visit that finds the same can stop: its result is known. Written as a
 * whole, so that it never mixes two visits.
 */
export interface LastAnswer extends Validators {
  /** The edition of the rules then. Another edition may read the same answer differently. */
  readonly edition?: string
  readonly basis?: string
  /** The name that the board shows. */
  readonly name?: string
  /** Unix seconds. From then on the same answer may mean something else. */
  readonly until?: number
  /** The archived answers that `basis` was made of, if the collector remembers something in it. */
  readonly restsOn?: readonly ReceiptAnswer[]
}
