// Notes about the companies of the feeds: their windows, the sentences about them, and when the newest underlying
// signal was found. One note serves all teams. It is read again only if the company's fingerprint has changed, or the
// day has. A fingerprint counts all signals of the company, so it isn't queried if the note was read after the last
// event about it.

import type { Queryable } from '../../db/index.ts'
import { LruMap } from '../../platform/lru-map.ts'
import { startOfDay } from '../../query/index.ts'
import {
  type CompanyForNotes,
  MAX_READ_SIGNALS,
  membershipsOf,
  readCompaniesWithSignals,
  readFingerprints,
} from '../dossiers/index.ts'
import type { Slice } from '../slices/index.ts'
import { evidenceOfWindow } from './evidence.ts'
import type { RowWindow } from './groups.ts'
import type { KnownCompany } from './queries.ts'

export interface CompanyNote {
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
  /** Of the log: it has everything up to here. */
  position: number
}

export interface NotesAt {
  readonly slices: readonly Slice[]
  /** Unix seconds. */
  readonly asOf: number
  /** Of the log, read before. */
  readonly position: number
}

/** About 500 bytes each. */
const MAX_NOTES = 20_000
/** In one statement. */
const MAX_COMPANIES = 50
/** Most companies have fewer signals. The others are read a second time. */
const FEW_SIGNALS = 300

export class CompanyNotes {
  readonly #db: Queryable
  readonly #notes = new LruMap<string, CachedNote>(MAX_NOTES)

  constructor(db: Queryable) {
    this.#db = db
  }

  /** By company id. `minPosition`: the log position up to which the note must be complete. */
  async of(
    companies: readonly KnownCompany[],
    at: NotesAt,
    minPosition: (ordinal: number) => number,
  ): Promise<ReadonlyMap<string, CompanyNote>> {
    const day = startOfDay(at.asOf)
    const notes = new Map<string, CompanyNote>()
    const cachedOf = ({ id }: KnownCompany) => {
      const cached = this.#notes.get(id)
      return cached?.day === day && cached.slices === at.slices ? cached : undefined
    }
    const unsure = companies.filter((company) => {
      const cached = cachedOf(company)
      if (!cached || cached.position < minPosition(company.ordinal)) return true
      notes.set(company.id, cached)
      return false
    })
    if (unsure.length === 0) return notes
    const fingerprints = await readFingerprints(
      this.#db,
      unsure.map(({ id }) => id),
    )
    const changed = unsure.filter((company, i) => {
      const cached = cachedOf(company)
      if (!cached || cached.fingerprint !== fingerprints[i]?.fingerprint) return true
      cached.position = Math.max(cached.position, at.position)
      notes.set(company.id, cached)
      return false
    })
    const fingerprintOf = new Map(unsure.map(({ id }, i) => [id, fingerprints[i]?.fingerprint]))
    for (let first = 0; first < changed.length; first += MAX_COMPANIES) {
      const page = changed.slice(first, first + MAX_COMPANIES)
      for (const [id, note] of await this.#read(page, at)) {
        notes.set(id, note)
        // Later writes give another fingerprint.
        const fingerprint = fingerprintOf.get(id)
        if (fingerprint) this.#notes.set(id, { ...note, fingerprint, day, slices: at.slices, position: at.position })
      }
    }
    return notes
  }

  async #read(companies: readonly KnownCompany[], at: NotesAt): Promise<ReadonlyMap<string, CompanyNote>> {
    const ordinals = companies.map(({ ordinal }) => ordinal)
    const few = await readCompaniesWithSignals(this.#db, ordinals, FEW_SIGNALS)
    const large = ordinals.filter((ordinal) => (few.get(ordinal)?.signals.length ?? 0) >= FEW_SIGNALS)
    const notes = new Map([...few.values()].map((read) => [read.company.id, noteOf(read, at)]))
    for (const ordinal of large) {
      const [read] = (await readCompaniesWithSignals(this.#db, [ordinal], MAX_READ_SIGNALS)).values()
      if (read) notes.set(read.company.id, noteOf(read, at))
    }
    return notes
  }
}

function noteOf(read: CompanyForNotes, { slices, asOf }: NotesAt): CompanyNote {
  const memberships = membershipsOf(slices, read, asOf)
  const reasons = new Set(memberships.flatMap((each) => each.reasons.map(({ signalId }) => signalId)))
  const daysOf = (slug: string) =>
    slices.find(({ definition }) => definition.slug === slug.split(':', 1)[0])?.definition.windowDays ?? 0
  return {
    windows: memberships.map(({ slug, label, windowEndsAt, score }) => ({
      ...{ slug, label, windowEndsAt, score },
      windowDays: daysOf(slug),
    })),
    evidence: evidenceOfWindow(memberships[0]?.whyNow ?? []),
    newAt: read.signals.reduce((max, each) => (reasons.has(each.id) ? Math.max(max, each.firstSeenAt) : max), 0),
  }
}
