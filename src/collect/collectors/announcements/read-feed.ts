// Reads RSS (0.9 to 2.0), Atom and JSON Feed into items. As forgiving as feed readers: a mistake in an item costs only
// that item.

import { parseHtml } from '../../../platform/text/parse-html.ts'
import { listOf, objectOf, wordsIn } from '../job-boards/read-json.ts'
import { statedTime } from './news-date.ts'
import { plainText } from './plain-text.ts'

export interface NewsItem {
  readonly title: string
  /** The beginning, as plain text. Empty if there is none. */
  readonly text: string
  /** Absolute. */
  readonly url: string
  /** Unix seconds. */
  readonly publishedAt: number | undefined
}

export interface Feed {
  readonly items: readonly NewsItem[]
  /** False: it has more than was read. */
  readonly isComplete: boolean
}

/** Many blogs put everything they ever published into one feed, newest first. */
export const MAX_ITEMS = 300
const MAX_FEED = 4_000_000
const MAX_VALUE = 20_000

/** Undefined: not a feed, or one of comments. */
export function readFeed(text: string, feedUrl: string): Feed | undefined {
  const whole = text
    .slice(0, MAX_FEED)
    .replace(/^\ufeff/, '')
    .trimStart()
  const feed = whole.startsWith('{') ? readJsonFeed(whole, feedUrl) : readXmlFeed(whole, feedUrl)
  if (!feed || isOfComments(feed.title)) return undefined
  return { items: feed.items, isComplete: feed.isComplete && text.length <= MAX_FEED }
}

type NamedFeed = Feed & { readonly title: string }

function isOfComments(title: string): boolean {
  return /^(?:comments? (?:on|for)|kommentare (?:zu|fur|für)|commentaires (?:sur|pour)|comentarios (?:en|de)|commenti (?:a|su))\b/i.test(
    title,
  )
}

function readJsonFeed(text: string, feedUrl: string): NamedFeed | undefined {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    return undefined
  }
  const { version, title, items } = objectOf(document)
  if (typeof version !== 'string' || !/jsonfeed\.org/.test(version) || !Array.isArray(items)) return undefined
  const entries = listOf(items).slice(0, MAX_ITEMS).map(objectOf)
  const read = entries.flatMap((entry) => {
    const html = [entry.summary, entry.content_text, entry.content_html].find((each) => typeof each === 'string')
    const url = [entry.url, entry.external_url, entry.id].find((each) => typeof each === 'string')
    return itemOf({ title: entry.title, html, url, time: entry.date_published ?? entry.date_modified }, feedUrl) ?? []
  })
  return { title: wordsIn(title) ?? '', items: read, isComplete: items.length <= MAX_ITEMS }
}

interface RawItem {
  readonly title: unknown
  readonly html: unknown
  readonly url: unknown
  readonly time: unknown
}

function itemOf({ title, html, url, time }: RawItem, feedUrl: string): NewsItem | undefined {
  const words = wordsIn(title)
  const address = typeof url === 'string' && url.length < 2_000 ? URL.parse(url.trim(), feedUrl) : null
  if (words === undefined || !address || !/^https?:$/.test(address.protocol)) return undefined
  address.hash = ''
  return { title: words, text: plainText(html), url: address.href, publishedAt: statedTime(time) }
}

const ROOTS: ReadonlySet<string> = new Set(['rss', 'feed', 'rdf:RDF'])
const ENTRIES: ReadonlySet<string> = new Set(['item', 'entry'])
const VALUES: ReadonlySet<string> = new Set(
  'title link guid id pubDate dc:date published updated description summary content content:encoded'.split(' '),
)

/** Collects the texts of the items' own children. Markup inside them, as XHTML in Atom, is text with tags left out. */
class FeedReader {
  root: string | undefined
  title = ''
  isClosed = false
  readonly entries: Map<string, string>[] = []
  isComplete = true
  readonly #path: string[] = []
  #entry: Map<string, string> | undefined
  #depth = 0

  open(name: string, attributes: Readonly<Record<string, string | undefined>>): void {
    this.root ??= name
    this.#path.push(name)
    if (this.#entry === undefined && ENTRIES.has(name)) {
      this.#entry = new Map()
      this.#depth = this.#path.length
    }
    if (this.#isValue() && name === 'link' && attributes.href !== undefined) {
      const { rel = 'alternate', href } = attributes
      if (rel === 'alternate') this.#entry?.set('link', href)
    }
  }

  text(text: string): void {
    const name = this.#path[this.#depth]
    if (this.#entry !== undefined && name !== undefined && VALUES.has(name)) {
      const before = this.#entry.get(name) ?? ''
      if (before.length < MAX_VALUE) this.#entry.set(name, (before + text).slice(0, MAX_VALUE))
    } else if (this.#entry === undefined && this.#path.at(-1) === 'title' && this.#path.length <= 3) {
      this.title = (this.title + text).slice(0, 300)
    }
  }

  close(name: string): void {
    if (this.#entry !== undefined && this.#path.length === this.#depth) {
      if (this.entries.length < MAX_ITEMS) this.entries.push(this.#entry)
      else this.isComplete = false
      this.#entry = undefined
      this.#depth = 0
    }
    this.#path.pop()
    if (this.#path.length === 0 && name === this.root) this.isClosed = true
  }

  #isValue(): boolean {
    return this.#entry !== undefined && this.#path.length === this.#depth + 1
  }
}

function readXmlFeed(text: string, feedUrl: string): NamedFeed | undefined {
  const reader = new FeedReader()
  const isWhole = parseHtml(
    text,
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      ontext: (part) => reader.text(part),
      onclosetag: (name, isImplied) => {
        if (!isImplied || name !== reader.root) reader.close(name)
      },
    },
    { xmlMode: true },
  )
  if (reader.root === undefined || !ROOTS.has(reader.root)) return undefined
  const items = reader.entries.flatMap((entry) => {
    const valueIn = (...names: readonly string[]) => names.map((name) => entry.get(name)).find((value) => value?.trim())
    const html = valueIn('description', 'summary', 'content:encoded', 'content')
    const time = valueIn('pubDate', 'published', 'dc:date', 'updated')
    return itemOf({ title: valueIn('title'), html, url: valueIn('link', 'guid', 'id'), time }, feedUrl) ?? []
  })
  return { title: reader.title.trim(), items, isComplete: isWhole && reader.isClosed && reader.isComplete }
}
