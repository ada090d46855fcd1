// Companies with a website and a job board on loopback, and visits to them through the real collectors: what a collected
// company looks like to a customer.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addWatched, CollectingNode } from '../src/collect/collecting/index.ts'
import { COLLECTORS } from '../src/collect/collectors/index.ts'
import { openFetcher } from '../src/collect/fetching/index.ts'
import { greenhouse, type PostedJob } from '../src/demo/board-server/formats.ts'
import { escapeHtml } from '../src/platform/text/escape-html.ts'
import type { Preparation } from './service.ts'

export interface Employer {
  /** Letters, digits and dashes: the name of its board, and of its domain under .example. */
  readonly slug: string
  readonly name: string
  readonly industry?: string
  readonly jobs: readonly PostedJob[]
  /** Paths of its website, each with the text of the page. */
  readonly pages?: Readonly<Record<string, string>>
}

const FEED = /^boards-api\.greenhouse\.io\/v1\/boards\/([^/]+)\/jobs$/
const BOARD = /^job-boards\.greenhouse\.io\/([^/]+)$/
const SITE = /^(?:www\.)?([a-z0-9-]+)\.example(\/.*)$/

/** Serves them while `work` runs. They may change between two visits. */
async function withBoards<Result>(
  employers: () => readonly Employer[],
  work: (origin: string) => Promise<Result>,
): Promise<Result> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    const reply = answer(employers(), `${request.headers.host?.toLowerCase()}${path}`)
    response.writeHead(reply ? 200 : 404, { 'content-type': reply?.type ?? 'text/plain' })
    response.end(reply?.text ?? 'Not found')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

function answer(employers: readonly Employer[], url: string): { type: string; text: string } | undefined {
  const named = (slug: string | undefined) => employers.find((each) => each.slug === slug)
  const feed = named(FEED.exec(url)?.[1])
  if (feed) return greenhouse({ name: feed.slug, company: feed.name, jobs: feed.jobs }, Date.now() / 1_000)
  const board = named(BOARD.exec(url)?.[1])
  if (board)
    return page(`Jobs at ${board.name}`, `<a href="https://${board.slug}.example/">${escapeHtml(board.name)}</a>`)
  const [, slug, path = '/'] = SITE.exec(url) ?? []
  const site = named(slug)
  if (!site) return undefined
  if (path === '/careers') return page('Careers', `<a href="https://job-boards.greenhouse.io/${site.slug}">Jobs</a>`)
  const own = site.pages?.[path]
  if (own !== undefined) return path.endsWith('.txt') ? { type: 'text/plain', text: own } : page(site.name, own)
  return path === '/' ? page(site.name, '<a href="/careers">Careers</a>') : undefined
}

function page(title: string, body: string): { type: string; text: string } {
  const text = `<!doctype html><html lang="en"><head><title>${escapeHtml(title)}</title></head><body>${body}</body></html>`
  return { type: 'text/html; charset=utf-8', text }
}

const KEEPS_BOARD_ONLY = ['greenhouse']
const WITH_WEBSITE = ['greenhouse', 'home-page', 'llms-txt']

interface Visiting {
  /** Also their websites. */
  readonly websites?: boolean
  /** What they show, one after the other: each is visited once. */
  readonly visits: readonly (readonly Employer[])[]
}

/** Watches the employers and visits them. Their domains are `SLUG.example`. */
export async function collectFrom({ db, log }: Preparation, { websites = false, visits }: Visiting): Promise<void> {
  const [first = []] = visits
  let shown = first
  const names = websites ? WITH_WEBSITE : KEEPS_BOARD_ONLY
  const collectors = COLLECTORS.filter(({ name }) => names.includes(name))
  await withBoards(
    () => shown,
    async (origin) => {
      const requests = first.map(({ slug, name }) => ({
        domain: `${slug}.example`,
        name,
        board: `https://job-boards.greenhouse.io/${slug}`,
      }))
      await db.transaction('ingest', (tx) => addWatched(tx, requests, collectors))
      const openAsker = () =>
        openFetcher({ COLLECT_CONTACT: 'judge@example.com', COLLECT_REROUTE: origin, COLLECT_DNS: undefined }, log)
      for (const visit of visits) {
        shown = visit
        const once = { all: true }
        const pauses = { systemMs: 0, hostMs: 0 }
        await new CollectingNode(db, { collectors, openAsker, log, once, pauses }).run(new AbortController().signal)
      }
    },
  )
}
