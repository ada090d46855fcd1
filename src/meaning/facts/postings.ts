// The postings of each source: reports of one source that are one fact. A source may name one requisition for several
// posts, and it may post a job again under a new key after the old post was closed. In both cases the old post must have
// been open at most REPOST_DAYS before the new one: a requisition that returns after a year is a new opening.

import { canonicalJobUrl } from './canonical-url.ts'
import { placesOf } from './job-place.ts'
import { normaliseTitle } from './job-title.ts'
import { byTime, DAY_SECONDS, type Report, textOf } from './report.ts'

/** How long after the old post was closed a new one is still a repost. */
export const REPOST_DAYS = 45
/** The end of an old post may be seen a day after the new one was published. */
const OVERLAP_DAYS = 1

/** One report with its keys for comparison. */
export interface Post {
  readonly report: Report
  readonly source: string
  readonly requisition: string | undefined
  readonly url: string | undefined
  readonly titlesAndPlaces: readonly string[]
  /** Set when the postings are formed. */
  posting: Posting
}

/** The posts of one source that are one fact. */
export interface Posting {
  readonly source: string
  readonly posts: Post[]
  isOpen: boolean
}

/** Some systems number a whole team's openings alike, so a requisition joins only posts of the same title. */
function requisitionOf({ source, fields }: Report): string | undefined {
  const requisition = textOf(fields.requisition)
  return requisition === '' ? undefined : `${source.name}\n${requisition}\n${titleOf(fields)}`
}

function titleOf({ jobTitle, location, country }: Report['fields']): string {
  return normaliseTitle(textOf(jobTitle), { location: textOf(location), country: textOf(country) })
}

function jobUrlOf({ fields }: Report): string | undefined {
  const url = textOf(fields.jobUrl)
  return url === '' ? undefined : canonicalJobUrl(url)
}

export function titlesAndPlacesOf(report: Pick<Report, 'fields'>): string[] {
  const title = titleOf(report.fields)
  return placesOf(report).map((place) => `${title}\n${place}`)
}

/** Equal for the posts of one source that may be reposts of one another. */
export function repostKeyOf(report: Pick<Report, 'fields'>): string {
  return titlesAndPlacesOf(report).join('\n')
}

/** Jobs without a common key are never the same fact: see groupKeysOf. */
export function keysOfJob(report: Report): readonly string[] {
  const keys = titlesAndPlacesOf(report)
  const [requisition, url] = [requisitionOf(report), jobUrlOf(report)]
  if (requisition !== undefined) keys.push(`requisition ${requisition}`)
  if (url !== undefined) keys.push(`url ${url}`)
  return keys
}

/**
 * Open posts of one source are different jobs, unless it names a requisition: none is a repost, since nothing of its title
 * was closed, a fact takes one posting of a source in each place, and a URL of several postings of a source identifies none.
 */
export function apartJob(report: Report): string | undefined {
  return report.status === 'active' && requisitionOf(report) === undefined ? report.source.name : undefined
}

/** The posts in the order (occurredAt, id), each with its posting. */
export function postsOf(reports: readonly Report[]): Post[] {
  const requisitions = new Map<string, Open>()
  const closed = new Map<string, ClosedPosts>()
  return [...reports].sort(byTime).map((report) => {
    const source = report.source.name
    const titlesAndPlaces = titlesAndPlacesOf(report)
    const requisition = requisitionOf(report)
    const start = report.occurredAt
    const same = requisition === undefined ? undefined : requisitions.get(requisition)
    const reposted = closedOf(closed, `${source}\n${titlesAndPlaces.join('\n')}`)
    const before =
      same && start <= same.until + REPOST_DAYS * DAY_SECONDS ? same.posting : reposted.takeFor(start)?.posting
    const posting = before ?? { source, posts: [], isOpen: false }
    const post: Post = { report, source, requisition, url: jobUrlOf(report), titlesAndPlaces, posting }
    posting.posts.push(post)
    posting.isOpen ||= report.status === 'active'
    const until = endOf(report)
    if (requisition !== undefined) {
      const last = same?.posting === posting ? same.until : Number.NEGATIVE_INFINITY
      requisitions.set(requisition, { posting, until: Math.max(last, until) })
    }
    if (until !== Number.POSITIVE_INFINITY) reposted.add(post, until)
    return post
  })
}

interface Open {
  readonly posting: Posting
  readonly until: number
}

function endOf({ status, closedAt, lastSeenAt }: Report): number {
  return status === 'active' ? Number.POSITIVE_INFINITY : (closedAt ?? lastSeenAt)
}

function closedOf(closed: Map<string, ClosedPosts>, key: string): ClosedPosts {
  let posts = closed.get(key)
  if (!posts) {
    posts = new ClosedPosts()
    closed.set(key, posts)
  }
  return posts
}

/** Closed posts of one source, title and place that no other post has continued yet: a heap by the time of closing. */
class ClosedPosts {
  readonly #heap: { readonly post: Post; readonly until: number }[] = []

  add(post: Post, until: number): void {
    const heap = this.#heap
    let at = heap.push({ post, until }) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (isBefore(heap[parent], heap[at])) break
      ;[heap[parent], heap[at]] = [heap[at] as never, heap[parent] as never]
      at = parent
    }
  }

  /** Takes the post that was closed first, if a post of the given time may be its repost. Times never go back. */
  takeFor(start: number): Post | undefined {
    for (;;) {
      const first = this.#heap[0]
      if (!first || first.until > start + OVERLAP_DAYS * DAY_SECONDS) return undefined
      this.#removeFirst()
      if (first.until >= start - REPOST_DAYS * DAY_SECONDS) return first.post
    }
  }

  #removeFirst(): void {
    const heap = this.#heap
    const last = heap.pop()
    if (heap.length === 0 || !last) return
    heap[0] = last
    for (let at = 0; ; ) {
      let least = at
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && isBefore(heap[child], heap[least])) least = child
      }
      if (least === at) return
      ;[heap[least], heap[at]] = [heap[at] as never, heap[least] as never]
      at = least
    }
  }
}

type Closed = { readonly post: Post; readonly until: number } | undefined

function isBefore(a: Closed, b: Closed): boolean {
  if (!a || !b) return false
  return a.until < b.until || (a.until === b.until && byTime(a.post.report, b.post.report) < 0)
}
