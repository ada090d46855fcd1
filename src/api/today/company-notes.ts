// What is known about the companies of the feed: their windows, the sentences about them, and when the newest of what
// these rest on was found. A note is read again only if the company's fingerprint has changed, or the day has.

import type { Queryable } from '../../db/index.ts'
import { LruMap } from '../../platform/lru-map.ts'
import { startOfDay } from '../../query/index.ts'
import { readFingerprints, readWindows } from '../dossiers/index.ts'
import type { Slice } from '../slices/index.ts'
import { evidenceOfWindow } from './evidence.ts'
import type { RowWindow } from './groups.ts'

interface CompanyNote {
  /** Strongest first. */
  readonly windows: readonly RowWindow[]
  /** Empty without a window. */
  readonly evidence: string
  /** Unix seconds. 0 without a window. */
  readonly newAt: number
}

interface CachedNote extends CompanyNote {
  readonly fingerprint: string
  readonly day: number
  readonly slices: readonly Slice[]
}

/** About 500 bytes each. */
const MAX_NOTES = 20_000
const CONCURRENCY = 4

export class CompanyNotes {
  readonly #db: Queryable
  readonly #notes = new LruMap<string, CachedNote>(MAX_NOTES)

  constructor(db: Queryable) {
    this.#db = db
  }

  /** By company id. Companies that don't exist are absent. */
  async of(ids: readonly string[], slices: readonly Slice[]): Promise<ReadonlyMap<string, CompanyNote>> {
    if (ids.length === 0) return new Map()
    const notes = new Map<string, CompanyNote>()
    const changed: string[] = []
    const fingerprints = await readFingerprints(this.#db, [...ids])
    for (const [i, { fingerprint, now }] of fingerprints.entries()) {
      const id = ids[i] as string
      const cached = this.#notes.get(id)
      const isValid = cached?.fingerprint === fingerprint && cached.day === startOfDay(now) && cached.slices === slices
      if (isValid) notes.set(id, cached)
      else if (fingerprint !== null) changed.push(id)
    }
    const day = startOfDay(fingerprints[0]?.now ?? 0)
    const readNext = async () => {
      for (let id = changed.pop(); id !== undefined; id = changed.pop()) {
        const note = await this.#read(id, slices, day)
        if (note) notes.set(id, note)
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, readNext))
    return notes
  }

  async #read(id: string, slices: readonly Slice[], day: number): Promise<CompanyNote | undefined> {
    const read = await readWindows(this.#db, id, slices)
    if (!read) return undefined
    const { memberships, signals, fingerprint } = read
    const reasons = new Set(memberships.flatMap((each) => each.reasons.map(({ signalId }) => signalId)))
    const newAt = signals.reduce((max, each) => (reasons.has(each.id) ? Math.max(max, each.firstSeenAt) : max), 0)
    const daysOf = (slug: string) =>
      slices.find(({ definition }) => definition.slug === slug.split(':', 1)[0])?.definition.windowDays ?? 0
    const note = {
      windows: memberships.map(({ slug, label, windowEndsAt, score }) => ({
        ...{ slug, label, windowEndsAt, score },
        windowDays: daysOf(slug),
      })),
      evidence: evidenceOfWindow(memberships[0]?.whyNow ?? []),
      newAt,
    }
    this.#notes.set(id, { ...note, fingerprint, day, slices })
    return note
  }
}
