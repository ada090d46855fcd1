// A server on loopback that stands in for companies under .example: their websites, which link their job boards, and the
// boards, by the Host header. COLLECT_REROUTE sends collectors here, so collecting works on a machine without internet.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { seedOf } from '../world/random.ts'
import { announcedRounds, DemoNews, FEED_PATH, newsFeed } from './announced-rounds.ts'
import { boardNamed, type DemoBoard, jobsAt, linkedBoard, type Tempo } from './demo-boards.ts'
import { hasSubprocessors, SUBPROCESSORS_PATH, subprocessorsHtml } from './demo-subprocessors.ts'
import { filingAt, legalFooter } from './filings.ts'
import { type Board, type Body, greenhouse, json, lever, personio } from './formats.ts'

export interface DemoBoardServer {
  /** For COLLECT_REROUTE. */
  readonly origin: string
  close(): Promise<void>
}

interface DemoServerOptions {
  /** Default: any free one. */
  readonly port?: number
  /** What companies of the demo announce. Default: nothing. */
  readonly news?: DemoNews
}

/** `now` gives Unix seconds. */
export async function startDemoBoardServer(
  tempo: Tempo,
  now: () => number,
  { port = 0, news = new DemoNews() }: DemoServerOptions = {},
): Promise<DemoBoardServer> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    const body = answer(`${request.headers.host?.toLowerCase()}${path}`, { tempo, now: now(), news })
    response.writeHead(body ? 200 : 404, { 'content-type': body?.type ?? 'text/plain' }).end(body?.text ?? 'Not found')
  })
  server.listen(port, '127.0.0.1')
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The link to the board, as its company's careers page has it. */
export function boardUrl({ system, name }: Pick<DemoBoard, 'system' | 'name'>): string {
  if (system === 'personio') return `https://${name}.jobs.personio.com/`
  return system === 'greenhouse' ? `https://job-boards.greenhouse.io/${name}` : `https://jobs.lever.co/${name}`
}

interface Shown {
  readonly tempo: Tempo
  readonly now: number
  readonly news: DemoNews
}

type Write = (board: DemoBoard, shown: Shown) => Body | undefined

/** Stands for the name of a board in an address. */
const NAME = '*'
const PAGES: readonly (readonly [url: string, write: Write])[] = [
  [`boards-api.greenhouse.io/v1/boards/${NAME}/jobs`, feed('greenhouse', greenhouse)],
  [`api.lever.co/v0/postings/${NAME}`, feed('lever', (board) => lever(board))],
  [`${NAME}.jobs.personio.com/xml`, feed('personio', personio)],
  [`job-boards.greenhouse.io/${NAME}`, boardPage],
  [`jobs.lever.co/${NAME}`, boardPage],
  [`${NAME}.jobs.personio.com/`, boardPage],
  [`${NAME}.example/`, homePage],
  [
    `${NAME}.example${SUBPROCESSORS_PATH}`,
    (board, { now }) =>
      hasSubprocessors(board)
        ? page(`Subprocessors of ${board.company.name}`, subprocessorsHtml(board, now))
        : undefined,
  ],
  [`${NAME}.example${FEED_PATH}`, (board, { now, news }) => newsFeed(board, announcedRounds(board, now, news))],
  [`${NAME}.example/llms.txt`, llmsTxt],
  [
    `${NAME}.example/careers`,
    (board) => page(`Careers at ${board.company.name}`, `<a href="${boardUrl(linkedBoard(board))}">Jobs</a>`),
  ],
]

function answer(url: string, shown: Shown): Body | undefined {
  if (url === 'registry.modelcontextprotocol.io/v0.1/servers') return json({ servers: [], metadata: { count: 0 } })
  const filing = filingAt(url, shown.now)
  if (filing) return filing
  for (const [pattern, write] of PAGES) {
    const name = nameIn(url, pattern)
    if (name !== undefined) return write(boardNamed(name), shown)
  }
  return undefined
}

function nameIn(url: string, pattern: string): string | undefined {
  const [before = '', after = ''] = pattern.split(NAME)
  if (!url.startsWith(before) || !url.endsWith(after)) return undefined
  const name = url.slice(before.length, url.length - after.length)
  return /^[a-z0-9-]{1,63}$/.test(name) ? name : undefined
}

function feed(system: DemoBoard['system'], write: (board: Board, now: number) => Body): Write {
  return (board, { tempo, now }) => {
    if (board.system !== system) return undefined
    return write({ name: board.name, company: board.company.name, jobs: jobsAt(board, tempo, now) }, now)
  }
}

function homePage(board: DemoBoard, { now, news }: Shown): Body {
  const { name } = board.company
  const feed = `<link rel="alternate" type="application/rss+xml" title="News" href="${FEED_PATH}">`
  const list = `<a href="${SUBPROCESSORS_PATH}">Subprocessors</a>`
  const parts = [
    announcedRounds(board, now, news).length > 0 ? feed : '',
    '<a href="/careers">Careers</a>',
    hasSubprocessors(board) ? list : '',
    legalFooter(board.name, name),
  ]
  return page(name, parts.join(''), name)
}

/** Some websites have one. */
function llmsTxt({ name, company }: DemoBoard): Body | undefined {
  return seedOf(name) % 3 === 0 ? { type: 'text/plain; charset=utf-8', text: `# ${company.name}\n` } : undefined
}

/** For people. It links the company's website, unless its owner is to be unknown. */
function boardPage({ company, isUnsigned }: DemoBoard): Body {
  if (isUnsigned) return page('Open roles', '')
  return page(`Jobs at ${company.name}`, `<a href="https://${company.domain}/">${company.name}</a>`)
}

function page(title: string, body: string, siteName?: string): Body {
  const site = siteName === undefined ? '' : `<meta property="og:site_name" content="${siteName}">`
  const text = `<!doctype html><html lang="en"><head><title>${title}</title>${site}</head><body><h1>${title}</h1>${body}</body></html>`
  return { type: 'text/html; charset=utf-8', text }
}
