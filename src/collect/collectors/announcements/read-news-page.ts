// Reads pages of news that are made for people: a list of articles, and a single article. Nothing is executed, and every part
// has a bound.

import { parseHtml } from '../../../platform/text/parse-html.ts'
import { manyOf, objectOf } from '../job-boards/read-json.ts'
import { readWebPage } from '../web-page/read-page.ts'
import { siteOf } from '../web-page/website.ts'
import { dayIn, statedTime } from './news-date.ts'
import { MAX_ARTICLE_TEXT, tidyLines } from './plain-text.ts'
import { MAX_ITEMS, type NewsItem } from './read-feed.ts'

const MAX_HTML = 4_000_000
const MAX_WORDS = 300
/** A shorter text of a link is "Read more" or a section of the website. */
const MIN_TITLE_WORDS = 3

type Attributes = Readonly<Record<string, string | undefined>>

/** What a list shows, in its order: links and headings with their texts, and days. */
interface Shown {
  readonly kind: 'link' | 'heading' | 'day'
  readonly url?: URL
  text: string
  at?: number
}

class ListReader {
  readonly shown: Shown[] = []
  readonly #pageUrl: string
  #link: Shown | undefined
  #heading: Shown | undefined

  constructor(pageUrl: string) {
    this.#pageUrl = pageUrl
  }

  open(name: string, { href, datetime }: Attributes): void {
    if (name === 'a') this.#openLink(href)
    else if (/^h[1-6]$/.test(name)) {
      this.#heading = { kind: 'heading', text: '' }
      this.#push(this.#heading)
    } else if (name === 'time') this.#pushDay(statedTime(datetime))
  }

  text(text: string): void {
    for (const part of [this.#link, this.#heading]) if (part && part.text.length < MAX_WORDS) part.text += ` ${text}`
    if (/\b20\d\d\b/.test(text)) this.#pushDay(dayIn(text))
  }

  close(name: string): void {
    if (name === 'a') this.#link = undefined
    else if (/^h[1-6]$/.test(name)) this.#heading = undefined
  }

  #openLink(href: string | undefined): void {
    const url = href === undefined || href.length > 2_000 ? null : URL.parse(href.trim(), this.#pageUrl)
    if (!url || !/^https?:$/.test(url.protocol) || siteOf(url) !== siteOf(this.#pageUrl)) return
    url.hash = ''
    this.#link = { kind: 'link', url, text: '' }
    this.#push(this.#link)
  }

  #pushDay(at: number | undefined): void {
    if (at !== undefined) this.#push({ kind: 'day', text: '', at })
  }

  #push(part: Shown): void {
    if (this.shown.length < MAX_ITEMS * 10) this.shown.push(part)
  }
}

/** The articles that a page lists. A day next to a link is its day; the article itself may be more exact. */
export function newsOnPage(html: string, pageUrl: string): readonly NewsItem[] {
  const reader = new ListReader(pageUrl)
  parseHtml(html.slice(0, MAX_HTML), {
    onopentag: (name, attributes) => reader.open(name, attributes),
    ontext: (text) => reader.text(text),
    onclosetag: (name) => reader.close(name),
  })
  const items = new Map<string, NewsItem>()
  const { shown } = reader
  for (const [i, { kind, url, text }] of shown.entries()) {
    if (kind !== 'link' || url === undefined || !isArticle(url, pageUrl)) continue
    const title = titleOf(text) ?? titleOf(headingBeside(shown, i))
    if (title === undefined || items.has(url.href)) continue
    items.set(url.href, { title, text: '', url: url.href, publishedAt: dayBeside(shown, i) })
    if (items.size === MAX_ITEMS) break
  }
  return [...items.values()]
}

/** An article has its own path, longer than that of a section. */
function isArticle(url: URL, pageUrl: string): boolean {
  const { pathname } = new URL(pageUrl)
  const isBelow = url.pathname.startsWith(pathname.endsWith('/') ? pathname : `${pathname}/`) && pathname !== '/'
  const [last = ''] = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .slice(-1)
  return url.pathname !== pathname && (isBelow || last.split(/[-_]/).length >= MIN_TITLE_WORDS)
}

function titleOf(text: string): string | undefined {
  const title = tidyLines(text.replaceAll('\n', ' ')).slice(0, MAX_WORDS)
  return title.split(' ').length >= MIN_TITLE_WORDS &&
    !/^(?:read|learn|view|see|show) (?:the |more|full|all)/i.test(title)
    ? title
    : undefined
}

/** The heading of the same card: the last one before the link, with no other link in between. */
function headingBeside(shown: readonly Shown[], link: number): string {
  for (let i = link - 1; i >= 0 && shown[i]?.kind !== 'link'; i--) {
    if (shown[i]?.kind === 'heading') return shown[i]?.text ?? ''
  }
  return ''
}

/** A day inside the link or after it comes before one in front of it, which may be that of the article before. */
function dayBeside(shown: readonly Shown[], link: number): number | undefined {
  const day = (from: number, step: number) => {
    for (let i = from; shown[i] !== undefined && shown[i]?.kind !== 'link'; i += step) {
      if (shown[i]?.kind === 'day') return shown[i]?.at
    }
    return undefined
  }
  const firstDay = shown.findIndex(({ kind }) => kind === 'day')
  const firstLink = shown.findIndex(({ kind, text }) => kind === 'link' && titleOf(text) !== undefined)
  const [before, after] = [day(link - 1, -1), day(link + 1, 1)]
  return firstDay !== -1 && firstDay < firstLink ? (before ?? after) : (after ?? before)
}

class ArticleReader {
  readonly paragraphs: string[] = []
  publishedAt: number | undefined
  description = ''
  #length = 0
  #paragraph: string | undefined

  open(name: string, { datetime, property, name: named, content = '' }: Attributes): void {
    if (name === 'p') this.#paragraph = ''
    else if (name === 'time') this.publishedAt ??= statedTime(datetime)
    else if (name === 'meta') {
      const what = (property ?? named ?? '').toLowerCase()
      if (what === 'article:published_time' || what === 'date') this.publishedAt ??= statedTime(content)
      if (what === 'og:description' || what === 'description') this.description ||= content.slice(0, MAX_ARTICLE_TEXT)
    }
  }

  text(text: string): void {
    if (this.#paragraph !== undefined && this.#paragraph.length < MAX_ARTICLE_TEXT) this.#paragraph += text
  }

  close(name: string): void {
    if (name !== 'p' || this.#paragraph === undefined) return
    const paragraph = this.#paragraph.replace(/\s+/g, ' ').trim()
    this.#paragraph = undefined
    if (paragraph.length < MIN_PARAGRAPH || this.#length > MAX_ARTICLE_TEXT) return
    this.paragraphs.push(paragraph)
    this.#length += paragraph.length
  }
}

/** Shorter ones are captions, menus and bylines. */
const MIN_PARAGRAPH = 30

/** Its first paragraphs, and its date if it states one. */
export function readArticle(html: string, pageUrl: string): Pick<NewsItem, 'text' | 'publishedAt'> {
  const reader = new ArticleReader()
  parseHtml(html.slice(0, MAX_HTML), {
    onopentag: (name, attributes) => reader.open(name, attributes),
    ontext: (text) => reader.text(text),
    onclosetag: (name) => reader.close(name),
  })
  const { data } = readWebPage(html, pageUrl)
  const nodes = data.flatMap((value) => [value, ...manyOf(objectOf(value)['@graph'])].flatMap(manyOf)).map(objectOf)
  const dated = nodes.map(({ datePublished }) => statedTime(datePublished)).find((time) => time !== undefined)
  const text = tidyLines(
    [...reader.paragraphs, ...(reader.paragraphs.length === 0 ? [reader.description] : [])].join('\n'),
  )
  return { text, publishedAt: dated ?? reader.publishedAt }
}
