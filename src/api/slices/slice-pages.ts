// The pages of a slice. An engine returns the evidence for all its companies, the shared scorer computes their scores,
// and the scored list is cached. Pages and filters are then answered from memory, and only the rows shown are read.
//
// A list is valid for one day, because windows and ages count days, and for one log position, which advances with every
// change to facts, ranks and signals. Under steady writes the position advances all the time, so a list that is up to a
// second old is accepted too, as for a search.

import type { EmployerKind } from '../../closed-sets/signals.ts'
import { many, type Queryable } from '../../db/index.ts'
import { postsOwnJobs } from '../../meaning/companies/index.ts'
import type { ReportedType } from '../../meaning/types/index.ts'
import { SharedWork } from '../../platform/async/shared-work.ts'
import { LruMap } from '../../platform/lru-map.ts'
import { DAY_SECONDS, startOfDay } from '../../query/index.ts'
import type { Caller, CompanyFilters, Evidence, SearchEngine } from '../../search/index.ts'
import { readHead } from '../../write/log/index.ts'
import { lookedBits, readKnownHistory } from '../../write/sources/index.ts'
import { admits } from './admits.ts'
import type { Slice } from './definition/definition.ts'
import { notFed } from './feeds.ts'
import { type Known, type NotReady, notReady, readKnown } from './readiness.ts'
import { sliceScorer } from './scoring.ts'

export interface SliceFilters extends CompanyFilters {
  /** Bounds on the row's score. */
  readonly scoreMin?: number
  readonly scoreMax?: number
}

interface SliceRow {
  readonly companyId: string
  readonly name: string
  readonly score: number
  readonly domain: string
  readonly hqCountry: string
  readonly employeeCount: number
  /** Unix seconds. */
  readonly enteredAt: number
  readonly windowEndsAt: number
}

interface SlicePage {
  readonly total: number
  /** Agencies and marketplaces that pass the other filters. */
  readonly leftOut: number
  readonly rows: readonly SliceRow[]
}

interface SlicePagesOptions {
  readonly monotonicMs?: () => number
  /** In all cached lists together. A member takes about 100 bytes, and each list counts as `LIST_WEIGHT` members more. */
  readonly maxMembers?: number
}

const FRESH_MS = 1_000
const MAX_MEMBERS = 500_000
/**
 * A list without members still has a key with the slice's definition. A caller can request any number of empty lists.
 */
const LIST_WEIGHT = 50
/**
 * A source that starts to deliver is noticed after at most the second of these times. Reading the coverage takes longer
 * with more companies, and is limited to a hundredth of the time: with few companies, the first of a list are noticed
 * in seconds.
 */
const KNOWN_FRESH_MS = [2_000, 60_000] as const
const KNOWN_SHARE = 100

/** All companies of a slice, highest score first, ties by ordinal. Index i of every array is the same company. */
export interface SliceMembers {
  readonly ordinals: Int32Array
  readonly scores: Float64Array
  readonly enteredAt: Float64Array
  readonly windowEndsAt: Float64Array
  readonly facts: readonly MemberFacts[]
}

export interface MemberFacts {
  readonly employerKind: EmployerKind
  readonly hqCountry: string
  readonly employeeCount: number
  readonly fundingStage: string
  readonly industry: string
  readonly scoreTenths: number
  /** The types that the company is monitored for, as bits. */
  readonly looked: number
}

interface CachedMembers {
  readonly members: SliceMembers
  readonly position: number
  readonly madeAt: number
}

export class SlicePages {
  readonly #db: Queryable
  readonly #engine: () => SearchEngine
  readonly #monotonicMs: () => number
  readonly #cache: LruMap<string, CachedMembers>
  readonly #making = new SharedWork<CachedMembers>()
  #known: { readonly read: Promise<Known>; until: number } | undefined

  /** `engine` is called for each page, because another engine may have taken over. */
  constructor(db: Queryable, engine: () => SearchEngine, options: SlicePagesOptions = {}) {
    this.#db = db
    this.#engine = engine
    this.#monotonicMs = options.monotonicMs ?? (() => performance.now())
    this.#cache = new LruMap(options.maxMembers ?? MAX_MEMBERS, {
      weightOf: ({ members }) => members.ordinals.length + LIST_WEIGHT,
    })
  }

  async page(
    slice: Slice,
    filters: SliceFilters,
    { asOf, offset, limit }: { asOf: number; offset: number; limit: number },
    caller: Caller = { team: '' },
  ): Promise<SlicePage> {
    const members = await this.#membersOf(slice, asOf, caller)
    const places: number[] = []
    let [total, leftOut] = [0, 0]
    const isListed = listFilter(filters)
    for (let at = 0; at < members.ordinals.length; at++) {
      if (!passes(members, at, filters) || !isListed(members.ordinals[at] ?? -1)) continue
      if (filters.withoutAgencies && !isEmployer(members, at)) {
        leftOut++
        continue
      }
      if (total >= offset && total < offset + limit) places.push(at)
      total++
    }
    return { total, leftOut, rows: await this.#rows(members, places) }
  }

  /** The number of companies in the slice, without agencies and marketplaces, like a page without filters. */
  async count(slice: Slice, asOf: number, caller: Caller): Promise<number> {
    const members = await this.#membersOf(slice, asOf, caller)
    return members.facts.filter((_, at) => isEmployer(members, at)).length
  }

  /** All companies of the slice, agencies too. A list that is up to `maxAgeMs` old is accepted. */
  members(slice: Slice, asOf: number, caller: Caller, maxAgeMs: number): Promise<SliceMembers> {
    return this.#membersOf(slice, asOf, caller, maxAgeMs)
  }

  /** The types that the slice needs, but that are neither delivered nor monitored. */
  async notFed({ needs }: Slice): Promise<ReportedType[]> {
    return notFed(needs, (await this.#readKnown()).feeds)
  }

  /** Why no company can be in the slice, or match the query, yet; `among`: no company of these. Undefined: one can. */
  async notReady(
    asked: Pick<Slice, 'query' | 'needs'>,
    asOf: number,
    among?: Int32Array,
  ): Promise<NotReady | undefined> {
    const known = await this.#readKnown()
    const history = among ? await readKnownHistory(this.#db, among) : known.history
    return notReady(asked, { ...known, history }, asOf)
  }

  #readKnown(): Promise<Known> {
    const now = this.#monotonicMs()
    if (!this.#known || now >= this.#known.until) {
      const [min, max] = KNOWN_FRESH_MS
      const known = { read: readKnown(this.#db), until: now + max }
      this.#known = known
      known.read.then(
        () => {
          const tookMs = this.#monotonicMs() - now
          known.until = now + Math.min(max, Math.max(min, KNOWN_SHARE * tookMs))
        },
        // After a failure, the next caller reads again.
        () => {
          this.#known = undefined
        },
      )
    }
    return this.#known.read
  }

  async #membersOf(slice: Slice, asOf: number, { team, signal }: Caller, maxAgeMs = FRESH_MS): Promise<SliceMembers> {
    const key = `${startOfDay(asOf)} ${JSON.stringify(slice.definition)}`
    const cached = this.#cache.get(key)
    if (cached && (this.#isFresh(cached, maxAgeMs) || (await readHead(this.#db)) === cached.position))
      return cached.members
    // Concurrent callers of a team share the work. Teams don't, because one would wait for the other's turn.
    const list = await this.#making.run(`${team} ${key}`, signal, (ended) =>
      this.#make(slice, asOf, { team, signal: ended }),
    )
    this.#cache.set(key, list)
    return list.members
  }

  #isFresh({ madeAt }: CachedMembers, maxAgeMs: number): boolean {
    return this.#monotonicMs() - madeAt < maxAgeMs
  }

  async #make(slice: Slice, asOf: number, caller: Caller): Promise<CachedMembers> {
    const madeAt = this.#monotonicMs()
    const evidence = await this.#engine().evidence(
      { query: slice.query, filters: { watched: slice.needs.looked }, asOf },
      caller,
    )
    const facts = await readFacts(this.#db, evidence.ordinals)
    return { members: membersOf(slice, evidence, facts, asOf), position: evidence.position, madeAt }
  }

  async #rows(members: SliceMembers, places: readonly number[]): Promise<SliceRow[]> {
    if (places.length === 0) return []
    const rows = await many<Omit<SliceRow, 'score'> & { ordinal: number; [key: string]: unknown }>(
      this.#db,
      `select ordinal, id as "companyId", name, domain, hq_country as "hqCountry", employee_count as "employeeCount"
         from companies where ordinal = any($1::int[])`,
      [places.map((at) => members.ordinals[at])],
    )
    const byOrdinal = new Map(rows.map((row) => [row.ordinal, row]))
    return places.flatMap((at) => {
      const row = byOrdinal.get(members.ordinals[at] ?? -1)
      if (!row) return []
      const { companyId, name, domain, hqCountry, employeeCount } = row
      const [score = 0, enteredAt = 0, windowEndsAt = 0] = [
        members.scores[at],
        members.enteredAt[at],
        members.windowEndsAt[at],
      ]
      return [{ companyId, name, score, domain, hqCountry, employeeCount, enteredAt, windowEndsAt }]
    })
  }
}

/** The lists can be long, so they are turned into sets once. */
function listFilter({ only, except }: CompanyFilters): (ordinal: number) => boolean {
  const [kept, dropped] = [only && new Set(only), except && new Set(except)]
  return (ordinal) => (kept?.has(ordinal) ?? true) && !dropped?.has(ordinal)
}

function passes({ scores, facts }: SliceMembers, at: number, filters: SliceFilters): boolean {
  const score = scores[at] ?? 0
  const { scoreMin = Number.NEGATIVE_INFINITY, scoreMax = Number.POSITIVE_INFINITY } = filters
  const fact = facts[at]
  return score >= scoreMin && score <= scoreMax && fact !== undefined && factsPass(fact, filters)
}

function isEmployer({ facts }: SliceMembers, at: number): boolean {
  return postsOwnJobs(facts[at]?.employerKind ?? 'unknown')
}

/** Applies the filters of a search to facts in memory. */
function factsPass(facts: MemberFacts, filters: CompanyFilters): boolean {
  const { countries = [], countriesNot = [], fundingStages = [], industries = [], employerKind = [] } = filters
  const { watched = [] } = filters
  const { employeesMin = 0, employeesMax = Number.POSITIVE_INFINITY, scoreTenthsMin = 0 } = filters
  const bounded = filters.employeesMin !== undefined || filters.employeesMax !== undefined
  return (
    (countries.length === 0 || countries.includes(facts.hqCountry)) &&
    !countriesNot.includes(facts.hqCountry) &&
    (fundingStages.length === 0 || (fundingStages as readonly string[]).includes(facts.fundingStage)) &&
    (industries.length === 0 || industries.includes(facts.industry)) &&
    (employerKind.length === 0 || (employerKind as readonly string[]).includes(facts.employerKind)) &&
    (watched.length === 0 || (facts.looked & lookedBits(watched)) === lookedBits(watched)) &&
    (!bounded ||
      (facts.employeeCount > 0 && facts.employeeCount >= employeesMin && facts.employeeCount <= employeesMax)) &&
    facts.scoreTenths >= scoreTenthsMin
  )
}

function membersOf(
  slice: Slice,
  evidence: Evidence,
  facts: ReadonlyMap<number, MemberFacts>,
  asOf: number,
): SliceMembers {
  const scoreOf = sliceScorer(slice, asOf)
  const scored = Array.from(evidence.ordinals, (ordinal, i) => {
    const score = scoreOf(witnessesOf(evidence, i))
    const fact = facts.get(ordinal)
    return score && fact && admits(slice, fact.employerKind) ? [{ ordinal, fact, ...score }] : []
  })
    .flat()
    .sort((a, b) => b.score - a.score || a.ordinal - b.ordinal)
  return {
    ordinals: Int32Array.from(scored, ({ ordinal }) => ordinal),
    scores: Float64Array.from(scored, ({ score }) => score),
    enteredAt: Float64Array.from(scored, ({ enteredAt }) => enteredAt),
    windowEndsAt: Float64Array.from(scored, ({ windowEndsAt }) => windowEndsAt),
    facts: scored.map(({ fact }) => fact),
  }
}

function witnessesOf({ starts, occurredAt, confidence, closedDay, clauses }: Evidence, company: number) {
  const [from = 0, to = 0] = [starts[company], starts[company + 1]]
  return Array.from({ length: to - from }, (_, n) => ({
    occurredAt: occurredAt[from + n] ?? 0,
    confidence: (confidence[from + n] ?? 0) / 100,
    clauses: clauses[from + n] ?? 0,
    ...endOf(closedDay[from + n] ?? 0),
  }))
}

function endOf(closedDay: number): { closedAt?: number } {
  return closedDay === 0 ? {} : { closedAt: (closedDay - 1) * DAY_SECONDS }
}

async function readFacts(db: Queryable, ordinals: Int32Array): Promise<Map<number, MemberFacts>> {
  if (ordinals.length === 0) return new Map()
  const rows = await many<MemberFacts & { ordinal: number; [key: string]: unknown }>(
    db,
    `select ordinal, hq_country as "hqCountry", employee_count as "employeeCount", funding_stage as "fundingStage", industry,
            employer_kind as "employerKind",
            score_tenths as "scoreTenths", looked
       from companies join company_ranks on company_ordinal = ordinal where ordinal = any($1::int[])`,
    [[...ordinals]],
  )
  // The driver creates a new string for every row, but there are few different ones.
  const texts = new Map<string, string>()
  const intern = (text: string) => {
    if (!texts.has(text)) texts.set(text, text)
    return texts.get(text) ?? text
  }
  return new Map(
    rows.map(({ ordinal, hqCountry, employeeCount, fundingStage, industry, employerKind, scoreTenths, looked }) => [
      ordinal,
      {
        hqCountry: intern(hqCountry),
        employeeCount,
        fundingStage: intern(fundingStage),
        industry: intern(industry),
        employerKind: intern(employerKind) as EmployerKind,
        scoreTenths,
        looked,
      },
    ]),
  )
}
