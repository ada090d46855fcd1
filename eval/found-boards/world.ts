// Companies whose pages lead to a job board, and what the board answers: companies.tsv has boards of their own, traps.tsv those
// of others. A row is a website, a feed and a page of the board in the shapes of the real systems. Nothing is asked from outside.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Answer,
  type Ask,
  boardAt,
  boardKey,
  type CollectorRequest,
  discovery,
  VisitFailure,
} from '../../src/collect/collectors/index.ts'
import { type BoardSystem, boardAsked, type PostedJob } from '../../test/harness/board-formats.ts'

const COLUMNS = [
  'domain',
  /** The name that the operator gave. */
  'given',
  /** The name that the home page states. */
  'states',
  'system',
  'slug',
  /** How the website leads to the board: link, job (a single one), embed, script, redirect, home (no careers page), blog. */
  'how',
  /** The name that the feed states. Several, by `;`, take turns. */
  'api',
  /** Of the board's page. `!`: robots.txt forbids the page. */
  'title',
  /** og:site_name of the board's page. */
  'site',
  /** hiringOrganization of the jobs on the board's page, as NAME or NAME@SITE. */
  'hiring',
  /** Sites that the board's page links to. */
  'links',
  /** Another board on the same careers page, as SYSTEM:SLUG. */
  'also',
] as const

export type Row = Readonly<Record<(typeof COLUMNS)[number], string>>

/** `-` is read as nothing. */
export function rowsOf(file: 'companies' | 'traps'): readonly Row[] {
  const text = readFileSync(join(import.meta.dirname, `${file}.tsv`), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const cells = line.split('\t').map((cell) => (cell === '-' ? '' : cell))
      return Object.fromEntries(COLUMNS.map((column, at) => [column, cells[at] ?? ''])) as Row
    })
}

/** The website of each company with the board of another one: every `step`th pair. No such board may be taken. */
export function* crossedRows(rows: readonly Row[], step = 1): Generator<Row> {
  for (const [nth, { domain, given, states }] of rows.entries())
    for (let far = 1 + (nth % step); far < rows.length; far += step) {
      const other = rows[(nth + far) % rows.length]
      if (other) yield { ...other, domain, given, states }
    }
}

const JOBS: readonly PostedJob[] = ['Account Executive', 'Data Engineer'].map((title, nth) => ({
  id: `${nth + 1}`,
  title,
  location: 'Berlin',
  postedAt: Date.UTC(2026, 7, 1) / 1_000,
}))

const NOW = Date.UTC(2026, 8, 1) / 1_000

/** The boards that discovery takes by itself, as keys, and why it takes or leaves each. */
export async function takenBoards(row: Row): Promise<{ readonly taken: readonly string[]; readonly why: string }> {
  const { boards = [] } = await discovery.visit(row.domain, {
    ask: askIn(row),
    dns: { txt: async () => [], mx: async () => [] },
    company: { domain: row.domain, name: row.given || row.domain, aliases: [] },
    now: NOW,
  })
  const taken = boards.filter(({ proven }) => proven).map(({ collector, board }) => boardKey(collector, board))
  return { taken, why: boards.map(({ why }) => why).join(' ') || 'No board was found.' }
}

/** The key of the board that the row is about. */
export function boardOf({ system, slug }: Row): string {
  const at = boardAt(new URL(pageOf(system, slug)))
  if (!at) throw new Error(`${slug} is no board of ${system}`)
  return boardKey(at.collector.name, at.board)
}

function pageOf(system: string, slug: string): string {
  const name = encodeURIComponent(slug.replace(/^eu:/, ''))
  const pages: Readonly<Record<string, string>> = {
    greenhouse: `https://boards.greenhouse.io/${name}`,
    lever: `https://jobs${slug.startsWith('eu:') ? '.eu' : ''}.lever.co/${name}`,
    ashby: `https://jobs.ashbyhq.com/${name}`,
    smartrecruiters: `https://careers.smartrecruiters.com/${name}`,
    workable: `https://apply.workable.com/${name}/`,
    recruitee: `https://${name}.recruitee.com/`,
    personio: `https://${name}.jobs.personio.com/`,
    teamtailor: `https://${name}.teamtailor.com/`,
  }
  return pages[system] ?? ''
}

function askIn(row: Row): Ask {
  const pages = websiteOf(row)
  return async (request): Promise<Answer> => {
    const url = new URL(request.url)
    const own = pages.get(url.href)
    if (own instanceof URL)
      throw new VisitFailure('invalid_response', `It redirects to ${own.href}.`, undefined, own.href)
    if (own !== undefined) return answer(request, 'text/html', own)
    const at = boardAt(url)
    const isBoard = at !== undefined && boardKey(at.collector.name, at.board) === boardOf(row)
    if (isBoard && request.kind === 'page') {
      if (row.title === '!') throw new VisitFailure('refused', 'robots.txt forbids it.')
      return answer(request, 'text/html', boardPage(row, url))
    }
    const asked = isBoard ? boardAsked(url) : undefined
    if (!asked) throw new VisitFailure('missing', '404')
    const { text = '', type } = feedOf(row, asked.write, url)
    return answer(request, type, text)
  }
}

function answer({ url }: CollectorRequest, contentType: string, text: string): Answer {
  return { status: 200, contentType: contentType.split(';', 1)[0] ?? '', text, url }
}

function feedOf(row: Row, write: NonNullable<ReturnType<typeof boardAsked>>['write'], url: URL) {
  const names = row.api.split(';')
  const MARK = 'NAME-OF-THE-BOARD'
  const body = write({ name: row.slug, company: MARK, jobs: JOBS }, url, NOW, '')
  if ('status' in body) throw new VisitFailure('missing', String(body.status))
  let nth = 0
  return { ...body, text: body.text?.replaceAll(MARK, () => names[nth++ % names.length] ?? '') }
}

/** By URL. A URL as the page: it redirects there. */
function websiteOf(row: Row): ReadonlyMap<string, string | URL> {
  const { domain, states, how } = row
  const [home, careers, post] = ['', 'careers', 'blog/who-is-hiring'].map((path) => `https://${domain}/${path}`) as [
    string,
    string,
    string,
  ]
  const stated = states === '' ? '' : data({ '@type': 'Organization', name: states, url: home })
  const way = wayTo(row)
  if (how === 'home') return new Map([[home, `${stated}<p>We like them: ${way}</p>`]])
  const pages = new Map<string, string | URL>([[home, `${stated}<a href="/careers">Careers</a>`]])
  if (how === 'redirect') return pages.set(careers, new URL(pageOf(row.system, row.slug)))
  if (how === 'blog') return pages.set(careers, '<a href="/blog/who-is-hiring">Jobs elsewhere</a>').set(post, way)
  const [system = '', slug = ''] = row.also.split(':')
  const other = row.also === '' ? '' : `<a href="${pageOf(system, slug)}">Our partner is hiring</a>`
  return pages.set(careers, `<h1>Work with us</h1>${way}${other}`)
}

function wayTo({ system, slug, how }: Row): string {
  const page = pageOf(system, slug)
  if (how === 'job') return `<a href="${page}/${JOBS[0]?.id}">Account Executive</a>`
  if (how === 'embed') return EMBEDS[system as BoardSystem]?.(slug) ?? `<iframe src="${page}"></iframe>`
  if (how === 'script') return `<script>load("${FEEDS[system as BoardSystem]?.(slug) ?? page}")</script>`
  return `<a href="${page}">Open roles</a>`
}

const FEEDS: Partial<Record<BoardSystem, (slug: string) => string>> = {
  lever: (slug) => `https://api.lever.co/v0/postings/${slug}?mode=json`,
  ashby: (slug) => `https://api.ashbyhq.com/posting-api/job-board/${slug}`,
}

const EMBEDS: Partial<Record<BoardSystem, (slug: string) => string>> = {
  greenhouse: (slug) => `<script src="https://boards.greenhouse.io/embed/job_board/js?for=${slug}"></script>`,
  workable: (slug) => `<script>show("https://apply.workable.com/api/v1/widget/accounts/${slug}")</script>`,
}

function boardPage({ system, slug, title, site, hiring, links }: Row, url: URL): string {
  const list = new URL(pageOf(system, slug))
  const isJob = url.pathname.split('/').filter(Boolean).length > list.pathname.split('/').filter(Boolean).length
  const postings = listed(hiring).map((each) => {
    const [name, at] = each.split('@')
    const organization = { '@type': 'Organization', name, ...(at && { sameAs: `https://${at}/` }) }
    return data({ '@type': 'JobPosting', title: 'Account Executive', hiringOrganization: organization })
  })
  const outside = listed(links).map((domain) => `<a href="https://www.${domain}/">Home</a>`)
  return `<!doctype html><html><head><title>${isJob && title !== '' ? `Account Executive - ${title}` : title}</title>
    ${site === '' ? '' : `<meta property="og:site_name" content="${site}">`}${postings.join('')}</head>
    <body><a href="https://www.linkedin.com/company/somebody">LinkedIn</a>${outside.join('')}</body></html>`
}

function listed(cell: string): readonly string[] {
  return cell === '' ? [] : cell.split(';')
}

function data(node: object): string {
  return `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...node })}</script>`
}
