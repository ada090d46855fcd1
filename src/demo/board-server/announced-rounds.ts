// Rounds that companies under .example announce in a feed. A third of the made-up companies raises once a year, each on
// its own day; the round depends only on the time. Companies of the demo announce the rounds of its world, and new
// ones.

import { escapeHtml } from '../../platform/text/escape-html.ts'
import { seedOf } from '../world/random.ts'
import { DEMO_BOARDS, type DemoBoard } from './demo-boards.ts'
import type { Body } from './formats.ts'

export const FEED_PATH = '/news/feed.xml'

const YEAR_SECONDS = 365 * 86_400
const MAX_NEWS = 20
const ROUNDS = [
  { name: 'seed round', millions: 3 },
  { name: 'Series A', millions: 12 },
  { name: 'Series B', millions: 35 },
] as const
const PURPOSES = ['to open an office in Berlin', 'to bring AI agents to its customers', 'to double its team'] as const

const OF_DEMO: ReadonlyMap<string, DemoBoard> = new Map(DEMO_BOARDS.map((board) => [board.company.domain, board]))

export interface AnnouncedRound {
  readonly title: string
  /** Unix seconds. */
  readonly at: number
}

/** What the demo's companies announce. */
export class DemoNews {
  readonly #rounds = new Map<string, AnnouncedRound[]>()

  /** `label` as the demo's world writes it: "Raised $12M Series A led by Harbor Lane Ventures". False: it announces no such round. */
  announce(domain: string, label: string, at: number): boolean {
    const board = OF_DEMO.get(domain)
    const [, what, lead] =
      /\braise[ds] (\$[\d.]{1,6}M (?:pre-seed round|seed round|Series [A-E])) led by ([^.]{1,60})/i.exec(label) ?? []
    if (!board || what === undefined) return false
    const round = { title: `${board.company.name} raises ${what} led by ${lead}`, at }
    this.#rounds.set(domain, [round, ...this.of(board)].slice(0, MAX_NEWS))
    return true
  }

  of({ company: { domain } }: DemoBoard): readonly AnnouncedRound[] {
    return this.#rounds.get(domain) ?? []
  }

  has(domain: string): boolean {
    return this.#rounds.has(domain)
  }
}

/** Newest first. None: the website has no feed. */
export function announcedRounds(board: DemoBoard, now: number, news: DemoNews): readonly AnnouncedRound[] {
  if (OF_DEMO.has(board.company.domain)) return news.of(board)
  return numberOf(board.name) % 3 === 0 ? [yearlyRound(board, now)] : []
}

/** Undefined: its website has no feed. */
export function feedUrl(board: DemoBoard, news: DemoNews): string | undefined {
  return news.has(board.company.domain) ? `https://${board.company.domain}${FEED_PATH}` : undefined
}

function numberOf(name: string): number {
  return seedOf(name) >>> 0
}

function yearlyRound({ name, company }: DemoBoard, now: number): AnnouncedRound {
  const number = numberOf(name)
  const offset = number % YEAR_SECONDS
  const year = Math.floor((now - offset) / YEAR_SECONDS)
  const { name: round, millions } = ROUNDS[(number + year) % ROUNDS.length] as (typeof ROUNDS)[number]
  const purpose = PURPOSES[number % PURPOSES.length]
  const title = `${company.name} raises $${millions + (number % 5)}M ${round} ${purpose}`
  return { title, at: offset + year * YEAR_SECONDS }
}

export function newsFeed({ company }: DemoBoard, rounds: readonly AnnouncedRound[]): Body | undefined {
  if (rounds.length === 0) return undefined
  const items = rounds.map(
    ({ title, at }) => `<item><title>${escapeHtml(title)}</title><link>https://${company.domain}/news/${at}</link>
<pubDate>${new Date(at * 1_000).toUTCString()}</pubDate><description>The round was led by Long Meadow Partners.</description></item>`,
  )
  const text = `<?xml version="1.0"?>\n<rss version="2.0"><channel><title>News</title>${items.join('')}</channel></rss>\n`
  return { type: 'application/rss+xml; charset=utf-8', text }
}
