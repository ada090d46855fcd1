// The JobPosting data and the links of a page.

import { Parser } from 'htmlparser2'
import { type Json, listOf, objectOf } from '../job-boards/read-json.ts'

export interface JobPage {
  readonly postings: readonly Json[]
  /** Absolute, without fragments, in the order of the page. */
  readonly links: readonly URL[]
  /** The page has more than was read. */
  readonly isPartial: boolean
}

const MAX_HTML = 5_000_000
const MAX_LINKS = 2_000
const MAX_DATA = 2_000_000
const MAX_POSTINGS = 1_000
const MAX_DEPTH = 6

export function readJobPage(html: string, pageUrl: string): JobPage {
  const links = new Map<string, URL>()
  const postings: Json[] = []
  let data: string[] | undefined
  let dataLength = 0
  const parser = new Parser({
    onopentag(name, { href, type }) {
      if (name === 'a' && href !== undefined && links.size < MAX_LINKS) addLink(links, href, pageUrl)
      if (name === 'script') data = type?.trim().toLowerCase() === 'application/ld+json' ? [] : undefined
    },
    ontext(text) {
      dataLength += data ? text.length : 0
      if (dataLength <= MAX_DATA) data?.push(text)
    },
    onclosetag(name) {
      if (name !== 'script' || !data) return
      collectPostings(parsed(data.join('')), postings, 0)
      data = undefined
    },
  })
  parser.end(html.slice(0, MAX_HTML))
  const isPartial = html.length > MAX_HTML || dataLength > MAX_DATA || links.size >= MAX_LINKS
  return { postings, links: [...links.values()], isPartial: isPartial || postings.length >= MAX_POSTINGS }
}

function addLink(links: Map<string, URL>, href: string, pageUrl: string): void {
  if (href.length > 2_000 || !URL.canParse(href, pageUrl)) return
  const url = new URL(href, pageUrl)
  url.hash = ''
  if (url.protocol === 'https:' || url.protocol === 'http:') links.set(url.href, url)
}

/** Line breaks inside texts are common in hand-made data, and no valid JSON. */
function parsed(text: string): unknown {
  for (const attempt of [text, text.replace(/[\p{Cc}]+/gu, ' ')]) {
    try {
      return JSON.parse(attempt)
    } catch {}
  }
  return undefined
}

/** An object, a list, or a `@graph`; also inside a list of items. */
function collectPostings(value: unknown, found: Json[], depth: number): void {
  if (depth > MAX_DEPTH || found.length >= MAX_POSTINGS) return
  if (Array.isArray(value)) {
    for (const each of value.slice(0, MAX_POSTINGS)) collectPostings(each, found, depth + 1)
    return
  }
  const node = objectOf(value)
  const types = Array.isArray(node['@type']) ? listOf(node['@type']) : [node['@type']]
  if (types.includes('JobPosting')) found.push(node)
  else for (const name of ['@graph', 'itemListElement', 'item']) collectPostings(node[name], found, depth + 1)
}
