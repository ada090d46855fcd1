// The company's own announcements of rounds. Feeds and pages of news are found from the home page, and remembered for a
// month: until then a visit requests only the feeds, most of which answer that nothing changed. An article is read only
// if its title may be that of a round and the list has no text of it, and only once.

import { hash } from 'node:crypto'
import { type CollectedSignal, type Collector, type VisitContext, VisitFailure } from '../collector.ts'
import { readWebPage } from '../web-page/read-page.ts'
import { askWebsite, siteOf } from '../web-page/website.ts'
import { newsLinks } from './news-links.ts'
import { type AnnouncedRound, mayAnnounce, readAnnouncement } from './read-announcement.ts'
import { type NewsItem, readFeed } from './read-feed.ts'
import { newsOnPage, readArticle } from './read-news-page.ts'
import { type DatedRound, withoutRepeats } from './repeated-rounds.ts'

const CONFIDENCE = 0.85
const DAY_SECONDS = 86_400
/** Older news is not read. */
const NEWS_SECONDS = 365 * DAY_SECONDS
/** Then the home page is searched again for the news. */
const REMEMBERED_SECONDS = 30 * DAY_SECONDS
const MAX_FEEDS = 3
const MAX_LISTS = 2
/** Articles that are read in one visit. */
const MAX_ARTICLES = 10
const MAX_EVIDENCE = 200

export const announcements: Collector = {
  name: 'announcements',
  title: 'Rounds that the company announces',
  every: 'day',
  types: ['funding'],
  remembers: true,
  async visit(domain, context) {
    const remembered = recall(context.basis)
    const places = remembered ?? (await findNews(domain, context))
    const news = places && (await readNews(places, context, remembered === undefined))
    if (!news || (news.feeds.length === 0 && places.lists.length === 0 && !news.failure)) {
      // Funding is not monitored if there is no news to read.
      return { signals: [], complete: false, every: 'week' }
    }
    const { rounds, articles, isComplete } = await readRounds(news.items, places.articles, context)
    return {
      signals: withoutRepeats(rounds).map((round) => signalOf(domain, round)),
      complete: news.isComplete && isComplete,
      basis: JSON.stringify({ ...places, feeds: news.feeds, articles }),
      until: places.until,
      ...(places.lists.length > 0 && { every: 'week' as const }),
      ...(news.failure && { failure: news.failure }),
    }
  },
}

/** Where the news is, and the content of its articles. */
interface Places {
  readonly feeds: readonly string[]
  readonly lists: readonly string[]
  /** By the hash of title and URL. */
  readonly articles: Readonly<Record<string, ReadArticle>>
  /** Unix seconds. */
  readonly until: number
}

interface ReadArticle {
  readonly round: AnnouncedRound | null
  readonly publishedAt?: number | undefined
}

function recall(basis: string | undefined): Places | undefined {
  return basis === undefined ? undefined : (JSON.parse(basis) as Places)
}

async function findNews(domain: string, context: VisitContext): Promise<Places | undefined> {
  const { company, now } = context
  const home = await askWebsite(context, domain, '/')
  if (home.movedTo !== undefined) return undefined
  const page = readWebPage(home.text, home.url)
  const domains = [company.domain, ...company.aliases]
  const isOwn = (url: URL) => [siteOf(home.url), ...domains].includes(siteOf(url))
  const feeds = new Set(page.feeds.filter(isOwn).map(({ href }) => href))
  const lists: string[] = []
  for (const { href } of newsLinks(page, home.url, domains)) {
    const answer = await askPage(href, context)
    if (!answer) continue
    const own = readWebPage(answer.text, answer.url).feeds.filter(isOwn)
    for (const feed of own) feeds.add(feed.href)
    if (own.length === 0 && newsOnPage(answer.text, answer.url).length > 0) lists.push(answer.url)
  }
  // Feeds of the pages of news come before those of the home page, which are often of everything.
  const newest = [...feeds].reverse().slice(0, MAX_FEEDS)
  return { feeds: newest, lists: lists.slice(0, MAX_LISTS), articles: {}, until: now + REMEMBERED_SECONDS }
}

/** Undefined if it no longer exists or may not be read. A host that asks to wait ends the visit. */
async function askPage(url: string, { ask }: VisitContext) {
  try {
    return await ask({ url, kind: 'page' })
  } catch (error) {
    if (!(error instanceof VisitFailure) || error.reason === 'limited' || error.reason === 'unavailable') throw error
    return undefined
  }
}

interface News {
  /** Those that can be read. */
  readonly feeds: readonly string[]
  readonly items: readonly NewsItem[]
  readonly isComplete: boolean
  readonly failure?: VisitFailure
}

/**
 * A feed that a page offers but that doesn't exist, or isn't one, is skipped from then on. One that existed before has
 * failed.
 */
async function readNews({ feeds, lists }: Places, context: VisitContext, isFirstLook: boolean): Promise<News> {
  const { ask, now } = context
  const items: NewsItem[] = []
  const readable: string[] = []
  let isComplete = true
  let failure: VisitFailure | undefined
  const read = async (url: string, always: boolean, take: (text: string, from: string) => void) => {
    try {
      const answer = await ask({ url, kind: 'page', ...(always && { always }) })
      take(answer.text, answer.url)
    } catch (error) {
      if (!(error instanceof VisitFailure) || error.reason === 'limited' || error.reason === 'not_modified') throw error
      if (isFirstLook && error.reason !== 'unavailable') return
      isComplete = false
      failure ??= error
    }
  }
  // With several places, an unchanged first one says nothing about the others.
  const isOnly = feeds.length === 1 && lists.length === 0
  for (const feed of feeds) {
    await read(feed, !isOnly, (text, from) => {
      const found = readFeed(text, from)
      if (!found) throw new VisitFailure('invalid_response', `${from} is no feed.`)
      readable.push(feed)
      items.push(...found.items)
      const isYear = found.items.some(({ publishedAt = now }) => publishedAt < now - NEWS_SECONDS)
      isComplete &&= found.isComplete || isYear
    })
  }
  for (const list of lists) {
    await read(list, true, (text, from) => {
      items.push(...newsOnPage(text, from))
    })
  }
  return { feeds: readable, items, isComplete, ...(failure && { failure }) }
}

async function readRounds(items: readonly NewsItem[], known: Places['articles'], context: VisitContext) {
  const rounds: DatedRound[] = []
  const articles: Record<string, ReadArticle> = {}
  let [isComplete, asked] = [true, 0]
  const { maxDetails = MAX_ARTICLES } = context
  for (const item of items) {
    if (isTooOld(item.publishedAt, context.now)) continue
    const { company } = context
    let read: ReadArticle = { round: null }
    if (item.text !== '') read = { round: readAnnouncement(item, company) ?? null }
    else if (mayAnnounce(item.title, company)) {
      const id = hash('sha1', JSON.stringify([item.title, item.url]), 'base64url').slice(0, 12)
      const earlier = known[id]
      const found = earlier ?? (++asked <= maxDetails ? await readLinked(item, context) : undefined)
      if (found) articles[id] = found
      else isComplete = false
      read = found ?? read
    }
    const publishedAt = timeOf(item.publishedAt ?? read.publishedAt, context.now)
    // Without a day it isn't known whether it is news.
    if (read.round === null || publishedAt === undefined || isTooOld(publishedAt, context.now)) continue
    rounds.push({ ...read.round, publishedAt, url: item.url })
  }
  return { rounds, articles, isComplete }
}

/**
 * Undefined if it can't be read just now. If an article no longer exists or may not be read, only the title is used.
 */
async function readLinked(item: NewsItem, context: VisitContext): Promise<ReadArticle | undefined> {
  let article: Pick<NewsItem, 'text' | 'publishedAt'> = { text: '', publishedAt: undefined }
  try {
    const answer = await context.ask({ url: item.url, kind: 'page' })
    article = readArticle(answer.text, answer.url)
  } catch (error) {
    if (!(error instanceof VisitFailure) || error.reason === 'limited') throw error
    if (error.reason === 'unavailable') return undefined
  }
  const publishedAt = item.publishedAt ?? article.publishedAt
  const round = readAnnouncement({ title: item.title, text: article.text, publishedAt }, context.company)
  return { round: round ?? null, publishedAt }
}

function isTooOld(publishedAt: number | undefined, now: number): boolean {
  return publishedAt !== undefined && publishedAt < now - NEWS_SECONDS
}

/** A day that is today in some time zone counts as today. A later one is wrong. */
function timeOf(publishedAt: number | undefined, now: number): number | undefined {
  if (publishedAt === undefined || publishedAt > now + 2 * DAY_SECONDS) return undefined
  return Math.min(publishedAt, now)
}

function signalOf(domain: string, round: DatedRound): CollectedSignal {
  const { amount, currency, amountUsd, instrument, partial, sentence, publishedAt, url } = round
  return {
    type: 'funding',
    key: `${domain}/${keyOf(round)}`,
    label: sentence.slice(0, MAX_EVIDENCE),
    confidence: CONFIDENCE,
    occurredAt: publishedAt,
    url,
    fields: {
      ...(round.round !== undefined && { round: round.round }),
      // Without an exchange rate the whole line would be rejected.
      ...(amount !== undefined && currency !== undefined && amountUsd !== undefined && { amount, currency }),
      instrument,
      ...(partial && { partial }),
      announcedOn: new Date(publishedAt * 1_000).toISOString().slice(0, 10),
      evidence: sentence.slice(0, MAX_EVIDENCE),
    },
    // A feed shows the newest articles only.
    absenceEnds: false,
  }
}

/**
 * Identifies the round, so that another article about it has the same key. A company doesn't raise the same round twice
 * in a year.
 */
function keyOf({ round, amount, currency, instrument, publishedAt, url }: DatedRound): string {
  const year = new Date(publishedAt * 1_000).getUTCFullYear()
  const what = round ?? (amount === undefined ? hash('sha1', url, 'base64url') : `${currency}${amount}`)
  return `${instrument}/${what}/${year}`
}
