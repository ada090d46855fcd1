// "Once per company in N days", decided in log order. What has passed is in the database, and uncommitted passes are
// here. They are written in the statement that moves the position past these events, so a crash loses both or neither.
//
// Invariants:
// - An event is decided only when the passes of its company are known. Until then its reader waits in front of it.
// - An event that has passed passes again if it is read again, as a replay does after a crash.

import { many, type Queryable } from '../../../db/index.ts'
import { DAY_SECONDS } from '../../../query/index.ts'
import type { OutboundEvent } from './page-cache.ts'

export interface Pass {
  /** The id of the webhook, or of a replay. */
  readonly run: string
  readonly company: number
  readonly position: number
  /** When the event was written, in Unix seconds. */
  readonly unix: number
}

export interface AskedPasses {
  readonly run: string
  readonly companies: readonly number[]
  /** Older passes don't matter. */
  readonly since: number
}

export type LoadPasses = (asked: AskedPasses) => Promise<readonly Pass[]>

const RETRY_MS = 1_000

export class CompanyPasses {
  readonly #run: string
  readonly #load: LoadPasses
  readonly #wake: () => void
  /** Of the companies requested last, and not older than `#knownSince`. */
  #known = new Map<number, Pass[]>()
  #knownSince = 0
  #uncommitted: Pass[] = []
  #isAsking = false

  constructor(run: string, load: LoadPasses, wake: () => void) {
    this.#run = run
    this.#load = load
    this.#wake = wake
  }

  /** Passes that must be written with the next commit. They stay until `confirm`. */
  get uncommitted(): readonly Pass[] {
    return [...this.#uncommitted]
  }

  confirm(written: readonly Pass[]): void {
    const gone = new Set(written)
    this.#uncommitted = this.#uncommitted.filter((pass) => !gone.has(pass))
  }

  /**
   * Undefined: not known yet; `wake` is called when it is. `upcoming` are events that are likely to be requested next.
   */
  decide(event: OutboundEvent, days: number, upcoming: () => readonly OutboundEvent[]): boolean | undefined {
    const { position } = event
    const { company, unix } = event.facts
    const passes = this.#known.get(company.ordinal)
    // A filter for later events can need more days.
    if (!passes || unix - days * DAY_SECONDS < this.#knownSince) {
      this.#ask([event, ...upcoming()], days)
      return undefined
    }
    if (passes.some((pass) => pass.position === position)) return true
    const isTooSoon = passes.some((pass) => pass.position < position && unix < pass.unix + days * DAY_SECONDS)
    if (isTooSoon) return false
    const pass = { run: this.#run, company: company.ordinal, position, unix }
    passes.push(pass)
    this.#uncommitted.push(pass)
    return true
  }

  #ask(events: readonly OutboundEvent[], days: number): void {
    if (this.#isAsking) return
    this.#isAsking = true
    const companies = [...new Set(events.map(({ facts }) => facts.company.ordinal))]
    const since = Math.min(...events.map(({ facts }) => facts.unix)) - days * DAY_SECONDS
    // A commit may end while the passes are read: then neither the answer nor what is uncommitted afterwards has these.
    const uncommitted = this.uncommitted
    this.#load({ run: this.#run, companies, since }).then(
      (loaded) => {
        const all = Map.groupBy(new Set([...loaded, ...uncommitted]), ({ company }) => company)
        this.#known = new Map(companies.map((company) => [company, all.get(company) ?? []]))
        this.#knownSince = since
        this.#isAsking = false
        this.#wake()
      },
      () => {
        setTimeout(() => {
          this.#isAsking = false
          this.#wake()
        }, RETRY_MS).unref()
      },
    )
  }
}

/** Passes of companies that were merged later apply to the company that they were merged into. */
const SELECT_PASSES = `
select g.n, g.company, p.position, p.unix
  from unnest($1::int[], $2::uuid[], $3::int[], $4::bigint[]) g (n, run, company, since)
  join lateral (select g.company as ordinal union all select ordinal from companies where merged_into = g.company) c on true
  join webhook_passes p on p.run = g.run and p.company_ordinal = c.ordinal and p.unix >= g.since`

interface Waiting {
  readonly asked: AskedPasses
  readonly resolve: (passes: Promise<readonly Pass[]>) => void
}

/** All requests within one iteration of the event loop share one query. */
export class PassLoader {
  readonly #db: Queryable
  #waiting: Waiting[] = []

  constructor(db: Queryable) {
    this.#db = db
  }

  readonly load: LoadPasses = (asked) => {
    if (this.#waiting.length === 0) setImmediate(() => this.#loadAll())
    return new Promise((resolve) => this.#waiting.push({ asked, resolve }))
  }

  #loadAll(): void {
    const waiting = this.#waiting
    this.#waiting = []
    const asked = waiting.flatMap(({ asked: { run, companies, since } }, n) =>
      companies.map((company) => ({ n, run, company, since })),
    )
    const loaded = many<{ n: number; company: number; position: number; unix: number }>(this.#db, SELECT_PASSES, [
      asked.map(({ n }) => n),
      asked.map(({ run }) => run),
      asked.map(({ company }) => company),
      asked.map(({ since }) => since),
    ]).then((rows) => Map.groupBy(rows, ({ n }) => n))
    waiting.forEach(({ asked: { run }, resolve }, n) => {
      const passOf = ({ company, position, unix }: Omit<Pass, 'run'>) => ({ run, company, position, unix })
      resolve(loaded.then((byRequest) => (byRequest.get(n) ?? []).map(passOf)))
    })
  }
}
