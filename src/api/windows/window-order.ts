// One order over the companies of all slices, a page at a time. Each slice has its own list in memory, sorted once for each
// order. A page merges these lists: it finds the place after the cursor in each of them by bisection, and then looks only at
// as many entries as it takes to fill the page. A cursor is a place in the order, not a number of rows, so a list that
// changes in between repeats no row and skips none.

import { DAY_SECONDS, startOfDay } from '../../query/index.ts'
import type { WindowSort } from '../../settings-contract/index.ts'
import type { MemberFacts, SliceMembers } from '../slices/index.ts'

export interface SliceList {
  readonly slug: string
  readonly members: SliceMembers
}

/** A company in a window. */
export interface WindowPlace {
  readonly slug: string
  readonly ordinal: number
  readonly score: number
  /** Unix seconds. */
  readonly enteredAt: number
  readonly windowEndsAt: number
  readonly facts: MemberFacts
}

/** A place in the order: ascending by key, then ordinal, then slug. */
interface Cursor {
  readonly key: number
  readonly ordinal: number
  readonly slug: string
}

type KeyAt = (members: SliceMembers, at: number) => number

/**
 * Highest score first, first to close first, last to open first. Of equal scores, as people see them, the last to open is
 * first: a window that opened today has the same score in every company of a slice. Tenths of a score (below 2^10) and a
 * time (below 2^33) are one number without loss.
 */
const KEYS: Readonly<Record<WindowSort, KeyAt>> = {
  score: ({ scores, enteredAt }, at) => -(Math.round((scores[at] ?? 0) * 10) * 2 ** 33 + (enteredAt[at] ?? 0)),
  closes: ({ windowEndsAt }, at) => windowEndsAt[at] ?? 0,
  entered: ({ enteredAt }, at) => -(enteredAt[at] ?? 0),
}

interface WantedPage {
  readonly sort: WindowSort
  readonly after?: Cursor | undefined
  readonly limit: number
  readonly passes: (place: WindowPlace) => boolean
}

/** `next` is undefined on the last page. */
export function windowPage(lists: readonly SliceList[], { sort, after, limit, passes }: WantedPage) {
  const heads = lists.map((list) => new Head(list, sort, passes, after))
  const places: WindowPlace[] = []
  let last: Cursor | undefined
  for (;;) {
    const first = heads.reduce<Head | undefined>(
      (best, head) => (head.cursor && (!best?.cursor || compare(head.cursor, best.cursor) < 0) ? head : best),
      undefined,
    )
    if (!first?.place || !first.cursor) return { places, next: undefined }
    if (places.length === limit) return { places, next: last }
    places.push(first.place)
    last = first.cursor
    first.advance()
  }
}

/** The next entry of one slice that passes. */
class Head {
  readonly #list: SliceList
  readonly #order: Int32Array
  readonly #keyAt: KeyAt
  readonly #passes: WantedPage['passes']
  #next: number
  place: WindowPlace | undefined
  cursor: Cursor | undefined

  constructor(list: SliceList, sort: WindowSort, passes: WantedPage['passes'], after: Cursor | undefined) {
    this.#list = list
    this.#order = orderOf(list.members, sort)
    this.#keyAt = KEYS[sort]
    this.#passes = passes
    this.#next = after ? this.#firstAfter(after) : 0
    this.advance()
  }

  advance(): void {
    const { slug, members } = this.#list
    while (this.#next < this.#order.length) {
      const at = this.#order[this.#next++] ?? 0
      const place = placeAt(slug, members, at)
      if (!place || !this.#passes(place)) continue
      this.place = place
      this.cursor = { key: this.#keyAt(members, at), ordinal: place.ordinal, slug }
      return
    }
    this.place = undefined
    this.cursor = undefined
  }

  #firstAfter(cursor: Cursor): number {
    const { slug, members } = this.#list
    let [low, high] = [0, this.#order.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const at = this.#order[middle] ?? 0
      const there = { key: this.#keyAt(members, at), ordinal: members.ordinals[at] ?? 0, slug }
      if (compare(there, cursor) <= 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

function placeAt(slug: string, members: SliceMembers, at: number): WindowPlace | undefined {
  const [ordinal, facts] = [members.ordinals[at], members.facts[at]]
  if (ordinal === undefined || !facts) return undefined
  const [score = 0, enteredAt = 0, windowEndsAt = 0] = [
    members.scores[at],
    members.enteredAt[at],
    members.windowEndsAt[at],
  ]
  return { slug, ordinal, score, enteredAt, windowEndsAt, facts }
}

function compare(a: Cursor, b: Cursor): number {
  return a.key - b.key || a.ordinal - b.ordinal || (a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0)
}

const orders = new WeakMap<SliceMembers, Partial<Record<WindowSort, Int32Array>>>()

/**
 * The indices of the members in this order. They live as long as the list, which is cached until something changes. Sorting
 * is the expensive part, so a caller with many lists sorts each when it has it, between two waits.
 */
export function orderOf(members: SliceMembers, sort: WindowSort): Int32Array {
  const known = orders.get(members) ?? {}
  orders.set(members, known)
  known[sort] ??= sortedBy(members, sort)
  return known[sort]
}

function sortedBy(members: SliceMembers, sort: WindowSort): Int32Array {
  const { ordinals } = members
  const order = Int32Array.from(ordinals, (_, at) => at)
  const keys = Float64Array.from(order, (at) => KEYS[sort](members, at))
  return order.sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || (ordinals[a] ?? 0) - (ordinals[b] ?? 0))
}

/** Whole UTC days, as in the notes of a dossier. 0: it closes today. */
export function daysLeftOf({ windowEndsAt }: Pick<WindowPlace, 'windowEndsAt'>, asOf: number): number {
  return (startOfDay(windowEndsAt) - startOfDay(asOf)) / DAY_SECONDS
}

export function printCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.key, cursor.ordinal, cursor.slug])).toString('base64url')
}

/** Undefined: it is none that `printCursor` made. */
export function readCursor(text: string): Cursor | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (!Array.isArray(read) || read.length !== 3) return undefined
    const [key, ordinal, slug] = read as unknown[]
    if (typeof key !== 'number' || typeof ordinal !== 'number' || typeof slug !== 'string') return undefined
    return { key, ordinal, slug }
  } catch {
    return undefined
  }
}
