// The values that occur in the data, for warnings and for the catalogue. Each process has one view of them. It is built
// in the background when it is requested and is missing or old; a search never waits for it. A view can be out of date,
// so a doubt is checked against the log: later changes are read, unless there are too many. A warning that a value
// occurs nowhere is always true; in doubt, there is none.

import { many, type Queryable } from '../../db/index.ts'
import type { FieldValue, SignalType } from '../../meaning/types/index.ts'
import { plainContext, type Query, type ReadContext } from '../../query/index.ts'
import { readLog, readUnstamped } from '../../write/log/index.ts'
import type { SearchEngine } from '../engine.ts'
import type { RequestedFilters } from '../filters/read-filters.ts'
import { type Doubt, findDoubts } from './find-doubts.ts'
import { COUNTRIES, INDUSTRIES, listName, SOURCES } from './open-fields.ts'
import { keyOf, ValuesView } from './values-view.ts'
import type { Warning } from './warnings.ts'

const MIN_PAUSE_MS = 1_000
/**
 * The pause after building a view, as a multiple of the time that it took. Not before there is a view with values: it was the
 * database that couldn't be reached, or an index that isn't ready or is empty, and none of them has counted anything.
 */
const PAUSE_FACTOR = 20
/** With more changes since the view was built, no warnings are given. */
const MAX_CHANGES = 2_000
const MAX_WAIT_MS = 2_000
const START_PAUSE_MS = 1_000

interface OccurringValuesOptions {
  readonly monotonicMs?: () => number
}

export class OccurringValues {
  readonly #db: Queryable
  readonly #engine: SearchEngine
  readonly #now: () => number
  #view: ValuesView | undefined
  #making: Promise<void> | undefined
  #madeAt = Number.NEGATIVE_INFINITY
  #tookMs = 0

  constructor(
    db: Queryable,
    engine: SearchEngine,
    { monotonicMs = () => performance.now() }: OccurringValuesOptions = {},
  ) {
    this.#db = db
    this.#engine = engine
    this.#now = monotonicMs
  }

  /** The newest view, if there is one yet. If anything has changed since it was built, starts building a newer one. */
  current(): ValuesView | undefined {
    const isOld = this.#view === undefined || this.#view.position !== this.#engine.position
    const hasCounted = this.#view !== undefined && !this.#view.isEmpty
    const pause = Math.max(MIN_PAUSE_MS, hasCounted ? PAUSE_FACTOR * this.#tookMs : 0)
    if (isOld && this.#now() - this.#madeAt >= pause) void this.#make()
    return this.#view
  }

  /** Retries until there is a view, so that the first search already has one. Returns a function that stops it. */
  start(): () => void {
    const timer = setInterval(() => {
      if (this.current()) clearInterval(timer)
    }, START_PAUSE_MS).unref()
    this.current()
    return () => clearInterval(timer)
  }

  /** Waits briefly for a view that is being built. */
  async newest(): Promise<ValuesView | undefined> {
    this.current()
    if (!this.#making) return this.#view
    let timer: NodeJS.Timeout | undefined
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, MAX_WAIT_MS)
    })
    await Promise.race([this.#making, waited])
    clearTimeout(timer)
    return this.#view
  }

  /** What a sentence is read with: the industries that are known to occur, and the day. */
  readContext(): ReadContext {
    const view = this.current()
    return { ...plainContext(), isIndustry: (slug) => view?.spelling(INDUSTRIES, slug) !== undefined }
  }

  /** Undefined: warnings aren't available now, but may be later. */
  async warningsFor(asked: RequestedFilters, query?: Query): Promise<Warning[] | undefined> {
    if (!this.#engine.values) return []
    const view = this.current()
    if (!view) return undefined
    const doubts = findDoubts(asked, query, view)
    if (doubts.length === 0) return []
    const changes = await this.#changesSince(view)
    if (!changes) return undefined
    return doubts
      .filter((doubt) => !refutes(changes, doubt))
      .map(({ field, value, message, lists, keys }) => ({
        field,
        value,
        message,
        suggestions: keys.length === 1 ? view.suggestions(lists, keys[0] ?? '') : [],
      }))
  }

  #make(): Promise<void> {
    this.#making ??= this.#run(async () => {
      const counts = await this.#engine.values?.()
      if (counts) this.#view = new ValuesView(counts)
    }).finally(() => {
      this.#making = undefined
    })
    return this.#making
  }

  /** A view that can't be built now is retried later. Nothing waits for it. */
  async #run(make: () => Promise<void>): Promise<void> {
    const start = this.#now()
    await make().catch(() => {})
    this.#madeAt = this.#now()
    this.#tookMs = this.#madeAt - start
  }

  /** Undefined if there are too many. */
  async #changesSince({ position }: ValuesView): Promise<Changes | undefined> {
    if (this.#engine.position === position) return { types: new Set(), keys: new Set() }
    return readChanges(this.#db, position).catch(() => undefined)
  }
}

interface Changes {
  readonly types: ReadonlySet<string>
  /** List and key in one text. */
  readonly keys: ReadonlySet<string>
}

function refutes({ types, keys }: Changes, doubt: Doubt): boolean {
  if (doubt.type !== undefined) return types.has(doubt.type)
  return doubt.lists.some((list) => doubt.keys.some((key) => keys.has(`${list} ${keyOf(list, key)}`)))
}

/** The part of an event's image that is read here. */
interface SignalImage {
  readonly source?: { readonly name: string }
  readonly sources?: readonly { readonly name: string }[]
  readonly fields?: Readonly<Record<string, FieldValue>>
}

async function readChanges(db: Queryable, position: number): Promise<Changes | undefined> {
  // Changes without a position come first: if one gets a position meanwhile, it is in the log.
  const unstamped = await readUnstamped(db, MAX_CHANGES)
  const { events: stamped, gap } = await readLog(db, position, MAX_CHANGES)
  const events = [...unstamped, ...stamped]
  if (gap || events.length >= MAX_CHANGES) return undefined
  const types = new Set<string>()
  const keys = new Set<string>()
  const add = (list: string, value: string) => keys.add(`${list} ${keyOf(list, value)}`)
  for (const { type, image } of events) {
    const { source, sources = [], fields = {} } = (image ?? {}) as SignalImage
    if (type) types.add(type)
    for (const { name } of source ? [source, ...sources] : sources) add(SOURCES, name)
    for (const [name, value] of Object.entries(fields)) {
      const list = listName({ type: type as SignalType, name })
      for (const each of typeof value === 'object' ? value : [String(value)]) add(list, each)
    }
  }
  const ordinals = [...new Set(events.flatMap(({ companyOrdinal }) => companyOrdinal ?? []))]
  const companies = await many<{ industry: string; country: string }>(
    db,
    'select distinct industry, hq_country as country from companies where ordinal = any($1::int[])',
    [ordinals],
  )
  for (const { industry, country } of companies) {
    add(INDUSTRIES, industry)
    add(COUNTRIES, country)
  }
  return { types, keys }
}
