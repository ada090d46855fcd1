import { readFile } from 'node:fs/promises'
import {
  addWatched,
  boardOf,
  companyDomain,
  companyName,
  findRefused,
  listWatched,
  type RejectedLine,
  type RemovedWatch,
  readAccounts,
  removeWatched,
  type ShownLook,
  showWatched,
  type WatchRequest,
  writeGivenNames,
} from '../../collect/collecting/index.ts'
import { COLLECTORS, collectorNamed, discovery, REGISTER_COLLECTORS } from '../../collect/collectors/index.ts'
import { AppError, reasonOf } from '../../platform/app-error.ts'
import { wordOf } from '../arguments.ts'
import { command, type Input } from '../command.ts'
import { count, counted } from '../counted.ts'
import { decodeText } from '../decode-text.ts'
import { EXIT } from '../exit-codes.ts'
import { columns, table, time } from '../table.ts'
import { withDatabase } from '../with-database.ts'

const MAX_SHOWN = 20
const NEXT_STEP = 'A service that collects visits them now. Without one: bin/pro-signal collect --once'

export const watchCommands = [
  command({
    name: 'watch add',
    words: '<domain…>',
    maxWords: Number.POSITIVE_INFINITY,
    summary: 'Watch companies: collect what they show in public, regularly.',
    options: {
      board: {
        value: 'URL',
        description:
          'The job board of the company, if you know it. Only with one domain. A system without a documented feed must be named in COLLECT_UNDOCUMENTED.',
      },
      name: { value: 'NAME', description: "The company's name. Default: as its own pages say. Only with one domain." },
      file: { value: 'FILE', description: 'CSV with the columns domain, and optionally name and board.' },
    },
    examples: [
      'watch add northwind.example globex.example',
      'watch add northwind.example --board https://boards.greenhouse.io/northwind',
      'watch add --file accounts.csv --json',
    ],
    async run(input) {
      const { requests, lines, rejected: unreadable } = await requestsOf(input)
      const { added, rejected } = await withDatabase(input, async (db) => {
        const { all, ...done } = await db.transaction('settings', async (tx) => {
          const foreign = await findRefused(tx, lines, COLLECTORS)
          const all = [...requests, ...lines.filter((line) => !foreign.has(line))]
          const others = [...foreign].map(([{ line }, reason]) => ({ line, reason }))
          return {
            all,
            added: await addWatched(tx, all, COLLECTORS, input.config.COLLECT_UNDOCUMENTED),
            rejected: [...unreadable, ...others].sort((a, b) => a.line - b.line),
          }
        })
        await writeGivenNames(db, all)
        return done
      })
      const fresh = added.filter(({ isNew }) => isNew).length
      const known = added.length - fresh
      const boards = added.flatMap((company) =>
        company.boards.map(
          ({ collector, target, isNew }) =>
            `${company.domain}: ${titleOf(collector)} ${target}${isNew ? '' : ' (known)'}`,
        ),
      )
      const counts = `Watching ${counted(fresh, 'new company', 'new companies')}${known > 0 ? `, ${counted(known, 'was', 'were')} watched before` : ''}.`
      const starts =
        input.config.COLLECT_CONTACT === undefined
          ? 'Collecting starts when COLLECT_CONTACT is set: an e-mail address or URL at which the websites can reach you.'
          : NEXT_STEP
      return {
        text: [counts, ...boards.slice(0, MAX_SHOWN), ...describeRejected(rejected), starts].join('\n'),
        json: { added, rejected },
        ...(rejected.length > 0 && { exitCode: EXIT.rejected }),
      }
    },
  }),
  command({
    name: 'watch list',
    summary: 'List the watched companies: their open jobs, and when they were visited.',
    examples: ['watch list', 'watch list --json'],
    async run(input) {
      const companies = await withDatabase(input, (db) => listWatched(db.pool('settings')))
      if (companies.length === 0) {
        return {
          text: 'No company is watched. Add some: bin/pro-signal watch add northwind.example',
          json: { companies },
        }
      }
      const rows = companies.map((company) => [
        company.domain,
        company.name,
        String(company.openJobs),
        company.failing > 0 ? `${company.looks} (${company.failing} failing)` : String(company.looks),
        time(company.lastVisitAt),
        nextLook(company.nextVisitAt),
      ])
      return {
        text: table(['domain', 'name', 'open jobs', 'sources', 'last look', 'next look'], rows),
        json: { companies },
      }
    },
  }),
  command({
    name: 'watch show',
    words: '<domain>',
    maxWords: 1,
    summary: 'Show every source of a watched company: its last and next visit, and what it found.',
    examples: ['watch show northwind.example', 'watch show northwind.example --json'],
    async run(input) {
      const domain = companyDomain(wordOf(input, 'A domain is required.'))
      const company = await withDatabase(input, (db) => showWatched(db.pool('settings'), domain))
      if (!company) throw new AppError('not_found', `${domain} is not watched: bin/pro-signal watch add ${domain}`)
      const head = columns(
        [
          ['domain', company.domain],
          ['name', company.name],
          ['watched since', time(company.addedAt)],
          ['open jobs', String(company.openJobs)],
          [
            'filings',
            company.sources.some(isRegister) ? 'see below' : 'none found, which says nothing about its funding',
          ],
        ],
        '',
      )
      const boards = company.sources.flatMap((look) =>
        !isRegister(look) && collectorNamed(look.collector)?.boardOf
          ? [`${titleOf(look.collector)} ${look.target}`]
          : [],
      )
      return {
        text: [head, ...company.sources.map((look) => describeLook(look, boards))].join('\n\n'),
        json: company,
      }
    },
  }),
  command({
    name: 'watch remove',
    words: '<domain…>',
    maxWords: Number.POSITIVE_INFINITY,
    summary: 'Stop watching companies. What was collected stays.',
    examples: ['watch remove northwind.example', 'watch remove northwind.example globex.example --json'],
    async run(input) {
      if (input.words.length === 0) throw new AppError('invalid', 'A domain is required.')
      const domains = [...new Set(input.words.map(companyDomain))]
      const sorted: Record<RemovedWatch, string[]> = { removed: [], kept: [], unknown: [] }
      await withDatabase(input, async (db) => {
        for (const domain of domains) sorted[await removeWatched(db, domain)].push(domain)
      })
      const { removed, kept, unknown } = sorted
      const missing = `Not watched: ${unknown.join(', ')}.`
      if (removed.length + kept.length === 0) throw new AppError('not_found', missing)
      const lines = [
        ...(removed.length > 0 ? [`No longer watched: ${removed.join(', ')}. What was collected stays.`] : []),
        ...(kept.length > 0 ? [`Still watched, because teams monitor them by their lists: ${kept.join(', ')}.`] : []),
        ...(unknown.length > 0 ? [missing] : []),
      ]
      return { text: lines.join('\n'), json: sorted, ...(unknown.length > 0 && { exitCode: EXIT.rejected }) }
    },
  }),
]

interface Requests {
  /** The words of the command. */
  readonly requests: readonly WatchRequest[]
  /** Of the file. */
  readonly lines: readonly (WatchRequest & { readonly line: number })[]
  readonly rejected: readonly RejectedLine[]
}

async function requestsOf(input: Input): Promise<Requests> {
  const [path, board, name] = [input.maybe('file'), input.maybe('board'), input.maybe('name')]
  if ((board ?? name) !== undefined && (input.words.length !== 1 || path !== undefined)) {
    throw new AppError('invalid', '--board and --name belong to one company: give exactly one domain.')
  }
  const requests = input.words.map((domain) => ({ domain, board, name }))
  if (path === undefined && requests.length === 0) {
    throw new AppError('invalid', 'watch add needs domains, or --file (see bin/pro-signal watch add --help)')
  }
  const { rows, rejected } = path === undefined ? { rows: [], rejected: [] } : readAccounts(await textOf(path))
  const lines: (WatchRequest & { line: number })[] = []
  for (const row of rows) {
    try {
      companyDomain(row.domain)
      if (row.name !== undefined) companyName(row.name)
      if (row.board !== undefined) boardOf(row.board, COLLECTORS, input.config.COLLECT_UNDOCUMENTED)
      lines.push(row)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      rejected.push({ line: row.line, reason: error.message })
    }
  }
  return { requests, lines, rejected }
}

function describeRejected(rejected: readonly RejectedLine[]): string[] {
  if (rejected.length === 0) return []
  const lines = rejected.slice(0, MAX_SHOWN).map(({ line, reason }) => `  line ${line}: ${reason}`)
  const more = rejected.length - lines.length
  return [
    `Not added, ${counted(rejected.length, 'line')} of the file:`,
    ...lines,
    ...(more > 0 ? [`  and ${count(more)} more`] : []),
  ]
}

async function textOf(path: string): Promise<string> {
  try {
    return decodeText(await readFile(path))
  } catch (error) {
    throw new AppError('unavailable', `${path} can't be read: ${reasonOf(error)}.`)
  }
}

/** A due visit waits for its turn, so this may be a while ago. */
function nextLook(at: Date | null): string {
  return at !== null && at <= new Date() ? 'now' : time(at)
}

/** Reads the company's filings at a register. */
const isRegister = ({ collector }: ShownLook) => REGISTER_COLLECTORS.some(({ name }) => name === collector)

function describeLook(look: ShownLook, boards: readonly string[]): string {
  const { collector, target, knownSince, lastVisitAt, seenThrough, nextVisitAt, failures, failure, pending } = look
  const { closedUntil, signals } = look
  const brought =
    collector === discovery.name ? boards : Object.entries(signals).map(([type, number]) => `${number} ${type}`)
  const rows = [
    ['last look', lastVisitAt === null ? 'never' : `${time(lastVisitAt)}${failures > 0 ? ` failed (${failure})` : ''}`],
    ['next look', nextLook(nextVisitAt)],
    ...(closedUntil ? [['closed', `until ${time(closedUntil)}: the host asked for a pause, or failed too often`]] : []),
    ['complete', knownSince === null ? 'never' : `since ${time(knownSince)}, last ${time(seenThrough)}`],
    ['there now', brought.join(', ') || 'nothing'],
    ...(pending ? [['waits', 'something is missing: the next visits decide whether it has ended']] : []),
    ...look.history
      .slice(0, 5)
      .map((visit) => [
        `visit ${visit.number}`,
        `${time(new Date(visit.at))} ${visit.outcome}: ${visit.message ?? `${visit.created} new, ${visit.updated} changed, ${visit.closed} ended`}`,
      ]),
  ]
  const name = target === collector ? '' : ` ${target}`
  return `${titleOf(collector)}${name}\n${columns(rows)}`
}

export const titleOf = (collector: string) => collectorNamed(collector)?.title ?? collector
