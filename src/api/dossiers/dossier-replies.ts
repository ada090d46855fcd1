import type { Queryable } from '../../db/index.ts'
import { Batcher } from '../../platform/async/batcher.ts'
import { REPLY_MAX_AGE_MS, replyCache } from '../../platform/async/reply-cache.ts'
import { startOfDay } from '../../query/index.ts'
import type { Slice, SliceCache } from '../slices/index.ts'
import { dossierOf } from './dossier.ts'
import { companyExists, readCompany, readFingerprints } from './queries.ts'
import { readSeenOn } from './seen-signals.ts'
import { MAX_READ_SIGNALS, readWindows } from './windows.ts'

/**
 * A dossier as it was sent. On a node that follows the log, it is valid while the log position doesn't move, but only
 * for a few seconds, because the log doesn't record when a signal was last seen. After that, one small query for the
 * fingerprint decides whether the dossier has to be read again. Decision 0026 has the measurements.
 */
interface CachedDossier {
  readonly body: Buffer
  readonly fingerprint: string
  /** The log position of this node before it queried the database, and the time of that query. */
  checked: Check
  /** Scores and windows count full UTC days: within one day, the same facts give the same dossier. */
  readonly day: number
  readonly slices: readonly Slice[]
  /** The ids of its signals, if the company has others. */
  readonly shown: ReadonlySet<string> | undefined
}

interface Check {
  readonly position: number | undefined
  readonly at: number
}

/** The dossiers as sent, cached. One per process, for all scopes that mount the routes. */
export class DossierReplies {
  readonly #db: Queryable
  readonly #slices: SliceCache
  readonly #position: () => number | undefined
  readonly #cache = replyCache<CachedDossier>()
  readonly #fingerprints: Batcher<string, Awaited<ReturnType<typeof readFingerprints>>[number]>

  /** `position` returns the log position of this node, if it follows the log. */
  constructor(db: Queryable, slices: SliceCache, position: () => number | undefined = () => undefined) {
    this.#db = db
    this.#slices = slices
    this.#position = position
    this.#fingerprints = new Batcher((ids: string[]) => readFingerprints(db, ids), {
      concurrency: 2,
      maxBatchSize: 64,
      failsTogether: () => true,
    })
  }

  isKnown(id: string): Promise<boolean> {
    return companyExists(this.#db, id)
  }

  /** Undefined if there is no such company. With `signalId`, that signal is among the 200 if the company has it. */
  async bodyOf(
    id: string,
    serialise: (dossier: unknown) => string | ArrayBuffer | Buffer,
    signalId?: string,
  ): Promise<Buffer | undefined> {
    const currentSlices = await this.#slices.current()
    const check = { position: this.#position(), at: performance.now() }
    const cached = this.#cachedWith(id, signalId)
    if (
      cached?.slices === currentSlices &&
      cached.day === startOfDay(Date.now() / 1_000) &&
      isUnmoved(cached.checked, check)
    ) {
      return cached.body
    }
    if (cached) {
      const { fingerprint, now } = await this.#fingerprints.add(id)
      if (fingerprint === null) return undefined
      if (cached.fingerprint === fingerprint && cached.day === startOfDay(now) && cached.slices === currentSlices) {
        cached.checked = check
        return cached.body
      }
    }
    const read = await readCompany(this.#db, id, MAX_READ_SIGNALS, signalId)
    if (!read) return undefined
    const { company, signals, total, declared, looks, asked, fingerprint, now } = read
    const dossier = dossierOf(company, signals, total, currentSlices, now, declared, looks, asked)
    const ids = dossier.signals.map((signal) => String(signal.id))
    // A company that isn't watched has no receipts, or old ones that only the command line shows.
    const receipts = looks.length > 0 ? await readSeenOn(this.#db, ids) : []
    const data = { ...dossier, ...(receipts.length > 0 && { receipts }) }
    const body = Buffer.from(serialise({ data }) as string)
    const shown = ids.length < total ? new Set(ids) : undefined
    const entry = { body, fingerprint, checked: check, day: startOfDay(now), slices: currentSlices, shown }
    this.#cache.set(shown && asked !== null ? keyWith(id, signalId) : id, entry)
    return body
  }

  /** Most companies have one cached dossier, with all signals. */
  #cachedWith(id: string, signalId: string | undefined): CachedDossier | undefined {
    const cached = this.#cache.get(id)
    if (signalId === undefined || (cached && (cached.shown?.has(signalId) ?? true))) return cached
    return this.#cache.get(keyWith(id, signalId))
  }

  /** The dossier's notes on the strongest slice that these signals put the company into. */
  async whyNow(id: string, signalIds: readonly string[]) {
    if (signalIds.length === 0) return undefined
    const { memberships = [] } = (await this.brief(id)) ?? {}
    const slice = memberships.find(({ reasons }) => reasons.some(({ signalId }) => signalIds.includes(signalId)))
    return slice && { label: slice.label, sentences: slice.whyNow, approach: slice.notebook.approach }
  }

  /** For a short dossier: the slices that the company is in, strongest first, or notes without one, and its newest signals. */
  async brief(id: string) {
    return readWindows(this.#db, id, await this.#slices.current())
  }
}

const keyWith = (id: string, signalId: string | undefined) => (signalId === undefined ? id : `${id} ${signalId}`)

const isUnmoved = (then: Check, now: Check) =>
  now.position !== undefined && now.position === then.position && now.at - then.at < REPLY_MAX_AGE_MS
