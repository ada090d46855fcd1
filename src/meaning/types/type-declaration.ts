// What a signal type declares. Each type has its own file in this folder, and declarations.ts lists them. Differences
// between types are read from the declarations: code that names a type has a rule only about that type, such as the
// derivation of hiring surges from jobs.

import type { SignalType } from '../../closed-sets/signals.ts'
import type { FieldDeclaration } from './field-declaration.ts'

export interface TypeDeclaration<Type extends SignalType = SignalType> {
  readonly type: Type
  /** One sentence, for customers. */
  readonly description: string
  /** Its other names in a signal query, in lower case. One with `_` is also found with `-`. */
  readonly otherNames: readonly string[]
  /** The label of the example in the documentation, on the screen and in test events. */
  readonly exampleLabel: string
  /** The label of a signal whose collector gives none. `text` is the text of a field, or empty. */
  readonly labelOf?: (text: (field: string) => string, isNews: boolean) => string
  readonly lifetime: Lifetime
  /** Matches are ordered as if the signal were this many days younger: a round stays news for longer than a job. */
  readonly staysNewsDays: number
  readonly grouping: Grouping
  /** Fields that the source leaves out are read from the words of others, by the rules for jobs, tools or rounds. */
  readonly readsWords?: WordRule
  /** A record may state `amount` and `currency`, and `amountUsd` in words. */
  readonly takesAmounts?: true
  /** It is about jobs. Those of agencies and marketplaces are not their own, so they count in no score, heat or slice. */
  readonly aboutJobs?: true
  /** In the order of the documentation. */
  readonly fields: readonly FieldDeclaration[]
}

/**
 * - act: it has a day and doesn't last, such as a round. A clause of the query language matches it whatever its status is.
 * - opening: it lasts and is known by the day on which it began, such as a job.
 * - state: it lasts, and its day matters only if its beginning or end was seen, such as a tool in use.
 *
 * Clauses are about present openings and states. They end when their source hasn't shown them for
 * `expiresAfterDays`, unless the source declares another number.
 */
export type Lifetime =
  | { readonly kind: 'act' }
  | { readonly kind: 'opening'; readonly expiresAfterDays: number }
  | { readonly kind: 'state'; readonly expiresAfterDays: number; readonly changes: StateChanges }

/** The values of a state's field `change`. */
export interface StateChanges {
  readonly began: string
  /** It existed before its first visit, so the time of that visit isn't when it began. */
  readonly continues: string
  readonly ended: string
}

export type WordRule = 'of-job' | 'of-tool' | 'of-round'

/** Which reports are the same fact, by the rules in meaning/facts. `none`: every report is a fact of its own. */
export type Grouping = 'jobs' | 'rounds' | 'tools' | 'pages' | 'none'
