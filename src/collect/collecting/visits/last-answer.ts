import type { Validators } from '../../fetching/index.ts'
import type { ReceiptAnswer } from '../receipts/visit-answers.ts'

/**
 * What the last complete visit was made of. A visit that finds the same needs no more: what it would read is known.
 * Written as a whole, so that what one visit left never stands next to what another one did.
 */
export interface LastAnswer extends Validators {
  /** How answers were read then. Another edition may read the same answer in another way. */
  readonly edition?: string
  readonly basis?: string
  /** The name that the board shows. */
  readonly name?: string
  /** Unix seconds. From then on the same answer may mean something else. */
  readonly until?: number
  /** The archived answers that `basis` was made of, if the collector remembers something in it. */
  readonly restsOn?: readonly ReceiptAnswer[]
}
