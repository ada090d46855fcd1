// Whether a company can be in a window at all yet, and if not, why and from when. "No company is in it" is a different
// answer, and only correct once this one is undefined. Used by everything that shows a window: the catalogue of
// filters, the pages of the screen, and the tools for assistants.

import { SIGNAL_TYPE_TABLE } from '../../closed-sets/signals.ts'
import type { Queryable } from '../../db/index.ts'
import type { ReportedType } from '../../meaning/types/index.ts'
import type { Query } from '../../query/index.ts'
import { type KnownHistory, readKnownHistory } from '../../write/sources/index.ts'
import { readyFrom } from './definition/history.ts'
import type { SliceNeeds } from './definition/needs.ts'
import { type Feeds, notFed, readFeeds } from './feeds.ts'

/** Why no company can be in a window yet. */
export interface NotReady {
  /** Unix seconds: from when one can. Null: when the missing data arrives. */
  readonly at: number | null
  /** The sentence for people. */
  readonly text: string
}

export interface Known {
  readonly feeds: Feeds
  readonly history: KnownHistory
}

export async function readKnown(db: Queryable): Promise<Known> {
  const [feeds, history] = await Promise.all([readFeeds(db), readKnownHistory(db)])
  return { feeds, history }
}

/** Undefined: a company can be in it now. */
export function notReady(
  { query, needs }: { readonly query: Query; readonly needs: SliceNeeds },
  { feeds, history }: Known,
  asOf: number,
): NotReady | undefined {
  const missing = notFed(needs, feeds)
  // Signals of these types arrive, but no company is monitored for them.
  const unwatched = missing.filter((type) => feeds.types.includes(type))
  const unknown = missing.filter((type) => !unwatched.includes(type))
  if (unknown.length > 0)
    return { at: null, text: `No data source for ${labelsOf(unknown)} yet. Monitor a list, or import the data.` }
  if (unwatched.length > 0)
    return { at: null, text: `No company is monitored for ${labelsOf(unwatched)} yet. Monitor a list to have it.` }
  const ready = readyFrom(query, history, asOf)
  if (!ready) return undefined
  const text = `Ready from ${longDate(ready.at)}, when ${spanOf(ready.days)} been seen. Import the history of jobs to have it today.`
  return { at: ready.at, text }
}

const labelsOf = (types: readonly ReportedType[]) => types.map((type) => SIGNAL_TYPE_TABLE[type].label).join(' and ')

const spanOf = (days: number) => (days === 365 ? 'a year has' : `${days} days have`)

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** `18 March 2027`. */
const longDate = (seconds: number) => DATE.format(seconds * 1_000)
