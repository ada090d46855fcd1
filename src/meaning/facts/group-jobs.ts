// Jobs of different sources are one fact if they have the same canonical URL, else the same normalised title and place:
// the n-th of one source with the n-th of another, at most 14 days apart, 60 while both are open.
//
// Postings (postings.ts) are taken in the order of their first reports. Each joins the earliest fact that has no report
// of its source and whose founding posting is the same job; else it founds one. A founding posting with several places
// has room for one posting of each source in each place. Facts are found by slots for each title and place, so the work
// grows with n log n, however many jobs share a title.
//
// A retracted report doesn't affect how the others are grouped: it joins a fact afterwards.

import { OpenSlots } from './open-slots.ts'
import { keysOfJob, type Post, type Posting, postsOf } from './postings.ts'
import { byTime, DAY_SECONDS, type Report, type ReportGroup } from './report.ts'

export const MATCH_DAYS = 14
export const MATCH_DAYS_WHILE_OPEN = 60

/** A fact under construction. */
interface Fact {
  readonly order: number
  readonly founder: Posting
  readonly reports: Report[]
  readonly sources: Set<string>
  /** The sources that joined, by title and place. */
  readonly joined: Map<string, Set<string>>
  readonly slots: Map<string, { readonly slots: OpenSlots<Fact>; readonly slot: number }[]>
}

/** The facts of one title and place. */
interface Bucket {
  readonly all: OpenSlots<Fact>
  /** Those whose founding posting is open. */
  readonly open: OpenSlots<Fact>
}

export function groupJobs(reports: readonly Report[]): ReportGroup[] {
  const { alone, others } = withoutCommonKeys(reports)
  const groups = alone.map((report): ReportGroup => ({ reports: [report] }))
  return others.length === 0 ? groups : [...groups, ...groupConnected(others)]
}

/** Most jobs have no key in common with another one, and each of these is a fact. */
function withoutCommonKeys(reports: readonly Report[]) {
  const first = new Map<string, number>()
  const isShared = new Uint8Array(reports.length)
  for (const [n, report] of reports.entries()) {
    for (const key of keysOfJob(report)) {
      const other = first.get(key)
      if (other === undefined) first.set(key, n)
      else if (other !== n) isShared[n] = isShared[other] = 1
    }
  }
  return { alone: reports.filter((_, n) => !isShared[n]), others: reports.filter((_, n) => isShared[n]) }
}

function groupConnected(reports: readonly Report[]): ReportGroup[] {
  const live = new JobFacts(reports.filter(({ status }) => status !== 'retracted'))
  const left = reports.filter((report) => report.status === 'retracted' && !live.adopt(report))
  const retracted = left.length > 0 ? new JobFacts(left).facts : []
  return [...live.facts, ...retracted].map((fact) => ({ reports: fact.reports.sort(byTime) }))
}

class JobFacts {
  readonly facts: Fact[] = []
  readonly #buckets = new Map<string, Bucket>()
  readonly #byUrl = new Map<string, Fact[]>()
  readonly #byRequisition = new Map<string, Fact>()

  constructor(reports: readonly Report[]) {
    const posts = postsOf(reports)
    const shared = sharedUrls(posts)
    const factOf = new Map<Posting, Fact>()
    for (const post of posts) {
      const { posting } = post
      let fact = factOf.get(posting)
      if (!fact) {
        fact = this.#find(posting, shared) ?? this.#found(posting, shared)
        factOf.set(posting, fact)
      } else if (fact.founder === posting) {
        this.#addSlots(fact, post.titlesAndPlaces, post.report.occurredAt)
      }
      fact.reports.push(post.report)
      if (post.requisition !== undefined) this.#byRequisition.set(post.requisition, fact)
    }
  }

  /** Adds a retracted report to the fact that it belonged to. Returns whether it exists. */
  adopt(report: Report): boolean {
    const [post] = postsOf([report]) as [Post]
    const fact =
      this.#byRequisition.get(post.requisition ?? '') ??
      this.#byUrl.get(post.url ?? '')?.[0] ??
      post.titlesAndPlaces.map((each) => this.#near(each, report.occurredAt)).find((near) => near !== undefined)
    fact?.reports.push(report)
    return fact !== undefined
  }

  #near(titleAndPlace: string, at: number): Fact | undefined {
    const slots = this.#buckets.get(titleAndPlace)?.all
    const found = slots?.open(slots.slotAt(at - MATCH_DAYS * DAY_SECONDS), '')
    return found && found.at <= at + MATCH_DAYS * DAY_SECONDS ? found.fact : undefined
  }

  #find(posting: Posting, shared: ReadonlySet<string>): Fact | undefined {
    return this.#findByUrl(posting, shared) ?? this.#findByTitle(posting)
  }

  #findByUrl(posting: Posting, shared: ReadonlySet<string>): Fact | undefined {
    const { source } = posting
    for (const url of urlsOf(posting, shared)) {
      const fact = this.#byUrl.get(url)?.find(({ sources, slots }) => !sources.has(source) || slots.size > 1)
      if (!fact) continue
      for (const titleAndPlace of fact.slots.keys()) join(fact, titleAndPlace, source)
      return fact
    }
    return undefined
  }

  #findByTitle(posting: Posting): Fact | undefined {
    const { source } = posting
    const at = posting.posts[0]?.report.occurredAt ?? 0
    const wanted = titlesAndPlacesOf(posting)
    let best: { fact: Fact; at: number } | undefined
    for (const titleAndPlace of wanted) {
      const bucket = this.#buckets.get(titleAndPlace)
      if (!bucket) continue
      const days: [OpenSlots<Fact>, number][] = [[bucket.all, MATCH_DAYS]]
      if (posting.isOpen) days.push([bucket.open, MATCH_DAYS_WHILE_OPEN])
      for (const [slots, maxDays] of days) {
        const found = slots.open(slots.slotAt(at - maxDays * DAY_SECONDS), source)
        if (found && (!best || found.at < best.at || (found.at === best.at && found.fact.order < best.fact.order)))
          best = found
      }
    }
    if (!best) return undefined
    for (const titleAndPlace of wanted) join(best.fact, titleAndPlace, source)
    return best.fact
  }

  #found(posting: Posting, shared: ReadonlySet<string>): Fact {
    const fact: Fact = {
      order: this.facts.length,
      founder: posting,
      reports: [],
      sources: new Set([posting.source]),
      joined: new Map(),
      slots: new Map(),
    }
    this.facts.push(fact)
    this.#addSlots(fact, titlesAndPlacesOf(posting), posting.posts[0]?.report.occurredAt ?? 0)
    for (const url of urlsOf(posting, shared)) {
      const facts = this.#byUrl.get(url)
      if (facts) facts.push(fact)
      else this.#byUrl.set(url, [fact])
    }
    return fact
  }

  #addSlots(fact: Fact, titlesAndPlaces: readonly string[], at: number): void {
    for (const titleAndPlace of titlesAndPlaces) {
      const { all, open } = this.#bucket(titleAndPlace)
      const taken = [fact.founder.source, ...(fact.joined.get(titleAndPlace) ?? [])]
      for (const slots of fact.founder.isOpen ? [all, open] : [all]) {
        const slot = slots.add(fact, at)
        for (const source of taken) slots.take(slot, source)
        const own = fact.slots.get(titleAndPlace)
        if (own) own.push({ slots, slot })
        else fact.slots.set(titleAndPlace, [{ slots, slot }])
      }
    }
  }

  #bucket(titleAndPlace: string): Bucket {
    let bucket = this.#buckets.get(titleAndPlace)
    if (!bucket) {
      bucket = { all: new OpenSlots(), open: new OpenSlots() }
      this.#buckets.set(titleAndPlace, bucket)
    }
    return bucket
  }
}

function join(fact: Fact, titleAndPlace: string, source: string): void {
  fact.sources.add(source)
  const sources = fact.joined.get(titleAndPlace)
  if (sources) sources.add(source)
  else fact.joined.set(titleAndPlace, new Set([source]))
  for (const { slots, slot } of fact.slots.get(titleAndPlace) ?? []) slots.take(slot, source)
}

function titlesAndPlacesOf({ posts }: Posting): string[] {
  return [...new Set(posts.flatMap((post) => post.titlesAndPlaces))]
}

function urlsOf({ posts }: Posting, shared: ReadonlySet<string>): string[] {
  const urls = new Set(posts.flatMap(({ url }) => url ?? []))
  return [...urls].filter((url) => !shared.has(url))
}

/** URLs that one source gives for several postings, such as its list of jobs. They identify nothing. */
function sharedUrls(posts: readonly Post[]): ReadonlySet<string> {
  const postingOf = new Map<string, Posting>()
  const shared = new Set<string>()
  for (const { url, source, posting } of posts) {
    if (url === undefined) continue
    const before = postingOf.get(`${source}\n${url}`)
    if (before === undefined) postingOf.set(`${source}\n${url}`, posting)
    else if (before !== posting) shared.add(url)
  }
  return shared
}
