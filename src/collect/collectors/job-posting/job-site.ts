// What a company's own pages show: a list of jobs with its further pages, and the pages of single jobs that they link to.

import { type Answer, type VisitContext, VisitFailure } from '../collector.ts'
import { MAX_JOBS } from '../job-boards/board-job.ts'
import { endOf, type FoundJob, hashOf, jobsOn } from './found-jobs.ts'
import { folderOf, furtherPages, jobLinks } from './job-links.ts'
import { readJobPage } from './read-page.ts'

/** At two seconds a page, a visit ends within five minutes. */
const MAX_PAGES = 150
/** Of all lists together, including those never requested. */
const MAX_LINKS = 5_000

export class JobSite {
  readonly jobs: FoundJob[] = []
  /** Everything could be read. */
  isComplete = true
  /** Unix seconds: when the next of its jobs ends. */
  until = Number.POSITIVE_INFINITY
  readonly #list: string
  readonly #context: VisitContext
  readonly #lists = new Map<string, URL>()
  readonly #pages = new Map<string, URL>()
  /** The jobs on the lists themselves, as hashes. */
  readonly #listed = new Set<string>()
  readonly #contents = new Set<string>()
  #asked = 0

  constructor(list: Answer, context: VisitContext) {
    this.#list = list.url
    this.#context = context
    this.#lists.set(list.url, new URL(list.url))
    this.#read(list, true)
  }

  get hasPages(): boolean {
    return this.#pages.size > 0
  }

  /** A hash of everything that the lists show. */
  get basis(): string {
    return hashOf(JSON.stringify([[...this.#listed], [...this.#pages.keys()]].map((each) => each.sort())))
  }

  readLists(): Promise<void> {
    return this.#readAll(this.#lists, true)
  }

  /** Those of single jobs. */
  readPages(): Promise<void> {
    return this.#readAll(this.#pages, false)
  }

  /** Including those found along the way. */
  async #readAll(urls: ReadonlyMap<string, URL>, isList: boolean): Promise<void> {
    for (const url of urls.values()) {
      if (url.href === this.#list) continue
      if (++this.#asked > MAX_PAGES || this.jobs.length >= MAX_JOBS) {
        this.isComplete = false
        break
      }
      const answer = await pageOrGone(url, this.#context)
      if (answer === 'failed') this.isComplete = false
      if (typeof answer !== 'string') this.#read(answer, isList)
    }
  }

  #read({ text, url }: Answer, isList: boolean): void {
    const page = readJobPage(text, url)
    // Links with and without a parameter may lead to one page, and those of ended jobs back to the list.
    const content = hashOf(JSON.stringify([folderOf(new URL(url)), page.postings]))
    if (!this.#contents.has(content)) this.#add(jobsOn(page, url, this.#context, isList))
    this.#contents.add(content)
    this.until = Math.min(this.until, endOf(page, this.#context.now))
    if (!isList) return
    if (page.isPartial) this.isComplete = false
    const before = this.#pages.size + this.#listed.size
    for (const posting of page.postings) this.#listed.add(hashOf(JSON.stringify(posting)))
    const further = new Set(furtherPages(page.links, this.#list))
    for (const link of jobLinks(page.links, this.#list)) if (!further.has(link)) this.#keep(this.#pages, link)
    // Some lists link next pages endlessly, or every order and filter: the links of a page without a new job are not
    // followed.
    if (this.#lists.size > 1 && this.#pages.size + this.#listed.size === before) return
    for (const link of further) this.#keep(this.#lists, link)
  }

  #add(jobs: readonly FoundJob[]): void {
    const room = MAX_JOBS - this.jobs.length
    if (jobs.length > room) this.isComplete = false
    this.jobs.push(...jobs.slice(0, room))
  }

  #keep(links: Map<string, URL>, link: URL): void {
    if (links.size < MAX_LINKS) links.set(link.href, link)
    else this.isComplete &&= links.has(link.href)
  }
}

/** A failed page doesn't affect the others. A host that asks to wait ends the visit. */
async function pageOrGone(url: URL, { ask }: VisitContext): Promise<Answer | 'gone' | 'failed'> {
  try {
    return await ask({ url: url.href, kind: 'page' })
  } catch (error) {
    if (!(error instanceof VisitFailure) || error.reason === 'limited') throw error
    return error.reason === 'missing' ? 'gone' : 'failed'
  }
}
