// The JobPosting data and the links of a page.

import { type Json, objectOf, typesOf } from '../job-boards/read-json.ts'
import { readWebPage, type WebPage } from '../web-page/read-page.ts'

export interface JobPage {
  readonly postings: readonly Json[]
  /** Absolute, without fragments, in the order of the page. */
  readonly links: readonly URL[]
  /** The page has more than was read. */
  readonly isPartial: boolean
}

const MAX_POSTINGS = 1_000
const MAX_DEPTH = 6

export function readJobPage(html: string, pageUrl: string): JobPage {
  const page = readWebPage(html, pageUrl)
  const postings = postingsOn(page)
  const isPartial = page.isPartial || postings.length >= MAX_POSTINGS
  return { postings, links: page.links.map(({ url }) => url), isPartial }
}

export function postingsOn({ data }: Pick<WebPage, 'data'>): readonly Json[] {
  const found: Json[] = []
  for (const value of data) collectPostings(value, found, 0)
  return found
}

/** An object, a list, or a `@graph`; also inside a list of items, and as a page's main entity. */
function collectPostings(value: unknown, found: Json[], depth: number): void {
  if (depth > MAX_DEPTH || found.length >= MAX_POSTINGS) return
  if (Array.isArray(value)) {
    for (const each of value.slice(0, MAX_POSTINGS)) collectPostings(each, found, depth + 1)
    return
  }
  const node = objectOf(value)
  if (typesOf(node).includes('JobPosting')) found.push(node)
  else
    for (const name of ['@graph', 'mainEntity', 'itemListElement', 'item'])
      collectPostings(node[name], found, depth + 1)
}
