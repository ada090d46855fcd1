// Rounds that companies under .example announce in a feed. A third of the made-up companies raises once a year, on a day of its
// own. Which round it is depends on the time alone, so nothing is stored.

import { escapeHtml } from '../../platform/text/escape-html.ts'
import { seedOf } from '../world/random.ts'
import { DEMO_BOARDS, type DemoBoard } from './demo-boards.ts'
import type { Body } from './formats.ts'

export const FEED_PATH = '/news/feed.xml'

const YEAR_SECONDS = 365 * 86_400
const ROUNDS = [
  { name: 'seed round', millions: 3 },
  { name: 'Series A', millions: 12 },
  { name: 'Series B', millions: 35 },
] as const
const PURPOSES = ['to open an office in Berlin', 'to bring AI agents to its customers', 'to double its team'] as const

const OF_DEMO: ReadonlySet<string> = new Set(DEMO_BOARDS.map(({ name }) => name))

/** Companies of the demo have their rounds already. */
export function announcesRounds({ name }: Pick<DemoBoard, 'name'>): boolean {
  return !OF_DEMO.has(name) && numberOf(name) % 3 === 0
}

function numberOf(name: string): number {
  return seedOf(name) >>> 0
}

export function announcedRound({ name, company }: DemoBoard, now: number): { title: string; at: number } {
  const number = numberOf(name)
  const offset = number % YEAR_SECONDS
  const year = Math.floor((now - offset) / YEAR_SECONDS)
  const { name: round, millions } = ROUNDS[(number + year) % ROUNDS.length] as (typeof ROUNDS)[number]
  const purpose = PURPOSES[number % PURPOSES.length]
  const title = `${company.name} raises $${millions + (number % 5)}M ${round} ${purpose}`
  return { title, at: offset + year * YEAR_SECONDS }
}

export function newsFeed(board: DemoBoard, now: number): Body {
  const { title, at } = announcedRound(board, now)
  const item = `<item><title>${escapeHtml(title)}</title><link>https://${board.company.domain}/news/${at}</link>
<pubDate>${new Date(at * 1_000).toUTCString()}</pubDate><description>The round was led by Long Meadow Partners.</description></item>`
  const text = `<?xml version="1.0"?>\n<rss version="2.0"><channel><title>News</title>${item}</channel></rss>\n`
  return { type: 'application/rss+xml; charset=utf-8', text }
}
