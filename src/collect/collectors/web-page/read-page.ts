// Reads a web page: its title, headings, links, what it embeds, and its structured data. Nothing is executed, and every part
// has a bound.

import { parseHtml } from '../../../platform/text/parse-html.ts'

export interface PageLink {
  readonly url: URL
  /** The visible text, and alternative texts. */
  readonly text: string
}

export interface WebPage {
  readonly title: string
  /** The texts of h1. */
  readonly headings: readonly string[]
  /** The title for sharing the page, from its metadata. */
  readonly shownTitle: string
  /** The name of the site, from its own metadata. */
  readonly siteName: string
  /** Absolute, without fragments, each once. */
  readonly links: readonly PageLink[]
  /** Feeds that the page offers to readers: RSS, Atom and JSON Feed. Not those of comments. */
  readonly feeds: readonly URL[]
  /** Addresses of scripts and frames. */
  readonly embeds: readonly URL[]
  /** Hosts in the text of scripts: most widgets are loaded by a few lines of code. */
  readonly scriptHosts: readonly string[]
  /** Addresses with a path in the text of scripts: what the page itself requests. */
  readonly scriptUrls: readonly URL[]
  /** The values of application/ld+json. */
  readonly data: readonly unknown[]
  /** The page has more than was read. */
  readonly isPartial: boolean
}

const MAX_HTML = 4_000_000
const MAX_LINKS = 3_000
const MAX_EMBEDS = 500
const MAX_FEEDS = 20
const MAX_DATA = 2_000_000
const MAX_SCRIPT = 1_000_000
const MAX_WORDS = 300
const MAX_HEADINGS = 20
const MAX_URL = 2_048
const MAX_WRAPPING = 30

const CODE_TYPES = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/
/** In code the slashes of an address may be escaped. Its path is bounded, and may hold another address. */
const URL_IN_CODE = /(?:^|[^\w:])(?:https?:)?(?:\\?\/){2}([a-z0-9](?:[a-z0-9-]{0,62}\.){1,6}[a-z]{2,24})(?![\w.-])/gi
const PATH_IN_CODE = /(?:\\?\/[\w%.~+-]{0,100}){0,12}(?:\?[\w%&=.~+-]{0,300})?/y

const FEED_TYPE = /^application\/(?:rss\+xml|atom\+xml|feed\+json|json)$/
const OF_COMMENTS = /comment|kommentar/i

export function readWebPage(html: string, pageUrl: string): WebPage {
  const reader = new PageReader(pageUrl)
  const isWhole = parseHtml(html.slice(0, MAX_HTML), {
    onopentag: (name, attributes) => reader.open(name, attributes),
    ontext: (text) => reader.text(text),
    onclosetag: (name) => reader.close(name),
  })
  return reader.page(!isWhole || html.length > MAX_HTML)
}

type Attributes = Readonly<Record<string, string | undefined>>

class PageReader {
  readonly #links = new Map<string, { url: URL; text: string }>()
  readonly #feeds = new Map<string, URL>()
  readonly #embeds = new Map<string, URL>()
  readonly #hosts = new Set<string>()
  readonly #scriptUrls = new Map<string, URL>()
  readonly #data: unknown[] = []
  readonly #headings: string[] = []
  #base: string
  #hasBase = false
  #title = ''
  #shownTitle = ''
  #siteName = ''
  #length = { data: 0, script: 0 }
  #partial = false
  /** What the next texts belong to. */
  #heading: string | undefined
  #link: { text: string } | undefined
  #script: { readonly kind: 'data' | 'script'; readonly parts: string[] } | undefined
  #inTitle = false

  constructor(pageUrl: string) {
    this.#base = pageUrl
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'a') this.#openLink(attributes)
    else if (name === 'script') this.#openScript(attributes)
    else if (name === 'iframe') this.#embedFrame(attributes)
    else if (name === 'title') this.#inTitle = this.#title === ''
    else if (name === 'h1') this.#heading = ''
    else if (name === 'meta') this.#readMeta(attributes)
    else if (name === 'link') this.#readFeedLink(attributes)
    else if (name === 'base') this.#readBase(attributes)
    else if (name === 'img' && this.#link) this.#link.text = grown(this.#link.text, ` ${attributes.alt ?? ''}`)
  }

  text(text: string): void {
    if (this.#script) this.#readScript(text)
    else if (this.#inTitle) this.#title = grown(this.#title, text)
    else {
      if (this.#heading !== undefined) this.#heading = grown(this.#heading, text)
      if (this.#link) this.#link.text = grown(this.#link.text, text)
    }
  }

  close(name: string): void {
    if (name === 'script') this.#closeScript()
    else if (name === 'title') this.#inTitle = false
    else if (name === 'a') this.#link = undefined
    else if (name === 'h1' && this.#heading !== undefined) {
      if (this.#headings.length < MAX_HEADINGS) this.#headings.push(tidy(this.#heading))
      this.#heading = undefined
    }
  }

  page(isPartial: boolean): WebPage {
    this.#closeScript()
    return {
      title: tidy(this.#title),
      headings: this.#headings.filter((heading) => heading !== ''),
      shownTitle: tidy(this.#shownTitle),
      siteName: tidy(this.#siteName),
      links: [...this.#links.values()].map(({ url, text }) => ({ url, text: tidy(text) })),
      feeds: [...this.#feeds.values()],
      embeds: [...this.#embeds.values()],
      scriptHosts: [...this.#hosts],
      scriptUrls: [...this.#scriptUrls.values()],
      data: this.#data,
      isPartial: isPartial || this.#partial,
    }
  }

  /** Only the first one with an address counts, and it is relative to the page: no chain of them can grow. */
  #readBase({ href }: Attributes): void {
    if (href === undefined || this.#hasBase) return
    this.#hasBase = true
    this.#base = this.#resolve(href)?.href ?? this.#base
  }

  #openLink(attributes: Attributes): void {
    const url = this.#resolve(attributes.href)
    if (!url) return
    const known = this.#links.get(url.href)
    if (!known && this.#links.size >= MAX_LINKS) {
      this.#partial = true
      return
    }
    const link = known ?? { url, text: '' }
    link.text = grown(link.text, ` ${attributes['aria-label'] ?? attributes.title ?? ''} `)
    this.#links.set(url.href, link)
    this.#link = link
  }

  #openScript({ src, type = '' }: Attributes): void {
    const of = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (of === 'application/ld+json') this.#script = { kind: 'data', parts: [] }
    else if (CODE_TYPES.test(of)) {
      this.#embed(src)
      this.#script = { kind: 'script', parts: [] }
    } else this.#script = undefined
  }

  /** Frames that load later, or after consent, have their address elsewhere: data-src, data-lazy-src, data-cookieblock-src. */
  #embedFrame(attributes: Attributes): void {
    for (const [name, address] of Object.entries(attributes)) if (/(?:^|-)src$/.test(name)) this.#embed(address)
  }

  /** JSON is a feed only where its title or address says so: many pages link their data. */
  #readFeedLink({ rel = '', type = '', href, title = '' }: Attributes): void {
    const of = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (!/\balternate\b/i.test(rel) || !FEED_TYPE.test(of)) return
    const url = this.#resolve(href)
    if (!url || OF_COMMENTS.test(title) || OF_COMMENTS.test(url.pathname) || this.#feeds.size >= MAX_FEEDS) return
    if (of !== 'application/json' || /feed/i.test(title + url.pathname)) this.#feeds.set(url.href, url)
  }

  #embed(src: string | undefined): void {
    const url = this.#resolve(src)
    if (!url) return
    if (this.#embeds.size < MAX_EMBEDS) this.#embeds.set(url.href, url)
    else this.#partial = true
  }

  #readMeta({ property, name, content = '' }: Attributes): void {
    const what = (property ?? name ?? '').toLowerCase()
    if (what === 'og:title') this.#shownTitle = content.slice(0, MAX_WORDS)
    else if (what === 'og:site_name') this.#siteName = content.slice(0, MAX_WORDS)
    else if (what === 'application-name' && this.#siteName === '') this.#siteName = content.slice(0, MAX_WORDS)
  }

  #readScript(text: string): void {
    if (!this.#script) return
    const { kind, parts } = this.#script
    this.#length[kind] += text.length
    if (this.#length[kind] <= (kind === 'data' ? MAX_DATA : MAX_SCRIPT)) parts.push(text)
    else if (kind === 'data') this.#partial = true
  }

  #closeScript(): void {
    const script = this.#script
    this.#script = undefined
    if (!script || script.parts.length === 0) return
    const text = script.parts.join('')
    if (script.kind === 'data') {
      const value = parsed(text)
      if (value !== undefined) this.#data.push(value)
      return
    }
    for (const { 0: address, 1: host = '', index } of text.matchAll(URL_IN_CODE)) {
      if (this.#hosts.size < MAX_EMBEDS) this.#hosts.add(host.toLowerCase())
      if (this.#scriptUrls.size >= MAX_EMBEDS) continue
      PATH_IN_CODE.lastIndex = index + address.length
      const path = PATH_IN_CODE.exec(text)?.[0] ?? ''
      if (path === '') continue
      const url = this.#resolve(`https://${host}${path.replaceAll('\\', '')}`)
      if (url) this.#scriptUrls.set(url.href, url)
    }
  }

  #resolve(address: string | undefined): URL | undefined {
    if (address === undefined || address.length > MAX_URL) return undefined
    const url = URL.parse(address.trim(), this.#base)
    if (!url || !/^https?:$/.test(url.protocol)) return undefined
    url.hash = ''
    return url
  }
}

function grown(text: string, more: string): string {
  return text.length >= MAX_WORDS ? text : (text + more).slice(0, MAX_WORDS)
}

function tidy(text: string): string {
  return text
    .replace(/[\s\p{Cc}\u200b\ufeff]+/gu, ' ')
    .trim()
    .toWellFormed()
    .normalize('NFC')
}

/** Without what hides code from very old browsers, and without the end of a statement. */
function bareData(text: string): string {
  const whole = text.trim()
  const start = /^[\s/*]{0,9}(?:<!\[CDATA\[|<!--)[\s/*]{0,9}/.exec(whole)?.[0].length ?? 0
  const end = /[\s/*]{0,9}(?:\]\]>|-->)[\s/*]{0,9}$|;$/.exec(whole.slice(-MAX_WRAPPING))?.[0].length ?? 0
  return whole.slice(start, whole.length - end)
}

/** Line breaks inside texts are common in handwritten data, but invalid JSON. */
function parsed(text: string): unknown {
  const bare = bareData(text)
  for (const attempt of [text, bare, bare.replace(/\p{Cc}+/gu, ' ')]) {
    try {
      return JSON.parse(attempt)
    } catch {}
  }
  return undefined
}
