import {
  CollectingNode,
  companyDomain,
  countVisiting,
  failureOf,
  openArchive,
  reconcileLists,
  showWatched,
  type Visit,
} from '../../collect/collecting/index.ts'
import { collectorsWith } from '../../collect/collectors/index.ts'
import { openFetcher } from '../../collect/fetching/index.ts'
import { readHold } from '../../deliver/firehose/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { command, type Input } from '../command.ts'
import { count, counted } from '../counted.ts'
import { EXIT } from '../exit-codes.ts'
import { stopOnSignal } from '../stop-on-signal.ts'
import { columns, time } from '../table.ts'
import { withDatabase } from '../with-database.ts'

const NOTHING_DUE =
  'Nothing is due. --all visits everything anyway; bin/pro-signal watch list shows when the next visits are'
/** With --all, everything that is watched would have been visited. */
const NOTHING_WATCHED =
  'Nothing to visit: no company is watched, except those that the demo visits itself (bin/pro-signal watch add DOMAIN)'

export const collectCommand = command({
  name: 'collect',
  summary: 'Visit the sources of watched companies that are due, then exit.',
  options: {
    once: {
      description: 'Required. A service collects continuously without this command, when COLLECT_CONTACT is set.',
    },
    all: {
      description:
        'Visit everything, even what is not due. Pauses between requests, and those that hosts ask for, still apply.',
    },
    company: { value: 'DOMAIN', description: 'Only this company.' },
  },
  examples: ['collect --once', 'collect --once --all --company northwind.example', 'collect --once --json'],
  async run(input) {
    if (!input.on('once')) {
      throw new AppError(
        'invalid',
        'collect needs --once. A service collects continuously: set COLLECT_CONTACT and run bin/pro-signal serve.',
      )
    }
    const { config, log } = input
    if (config.COLLECT_CONTACT === undefined) {
      throw new AppError(
        'invalid',
        'Set COLLECT_CONTACT first: an e-mail address or a URL at which the websites that are asked can reach you.',
      )
    }
    const given = input.maybe('company')
    const domain = given === undefined ? undefined : companyDomain(given)
    const tally = { visits: 0, created: 0, updated: 0, closed: 0, unchanged: 0, failed: 0 }
    const failures = new Map<string, string[]>()
    /** By look: one may have been retried, and visited then. */
    const postponed = new Map<number, PostponedVisit>()
    const progress = showProgress(tally, input.stderr)
    const { elsewhere, isStopped } = await withDatabase(input, async (db) => {
      if (domain !== undefined && !(await showWatched(db.pool('settings'), domain))) {
        throw new AppError('not_found', `${domain} is not watched: bin/pro-signal watch add ${domain}`)
      }
      if ((await readHold(db.pool('settings'))) === 'restored') throw heldCopy()
      using stop = stopOnSignal(async () => {})
      const collectors = collectorsWith({ hasCompaniesHouseKey: config.COMPANIES_HOUSE_KEY !== undefined })
      // All of them together: the person who runs this waits for it.
      const following = { collectors, mode: config.LIST_MONITORING, maxWaiting: Number.POSITIVE_INFINITY }
      while (!stop.signal.aborted && (await reconcileLists(db, following)) === 'changed');
      const archive = openArchive(config, log)
      const node = new CollectingNode(db, {
        collectors,
        archive,
        openAsker: () => openFetcher(config, log),
        log,
        once: { all: input.on('all'), domain },
        onVisit: (visit) => {
          addTo(tally, visit)
          if (visit.settled.outcome !== 'stale') noteFailure(failures, visit)
          postponed.delete(visit.look.id)
          if (visit.result.kind === 'postponed') postponed.set(visit.look.id, visit.result)
          progress.update()
        },
      })
      await node.run(stop.signal).finally(() => archive?.close())
      return { elsewhere: await countVisiting(db.pool('settings'), domain), isStopped: stop.signal.aborted }
    }).finally(() => progress.end())
    if (isStopped) {
      input.stderr.write('stopped; run the command again to continue\n')
    } else if (elsewhere > 0) {
      input.stderr.write(
        `Another process is visiting ${countSources(elsewhere)} now: bin/pro-signal watch list shows the results\n`,
      )
    } else if (tally.visits + postponed.size === 0) {
      input.stderr.write(`${input.on('all') ? NOTHING_WATCHED : NOTHING_DUE}\n`)
    }
    for (const line of [
      ...describePostponed([...postponed.values()]),
      ...describeFailures(failures, config.COLLECT_REROUTE),
    ])
      input.stderr.write(`${line}\n`)
    return {
      text: columns(
        Object.entries(tally).map(([name, number]) => [name, count(number)]),
        '',
      ),
      json: tally,
      exitCode: isStopped ? EXIT.failed : EXIT.done,
    }
  },
})

const MAX_SHOWN_FAILURES = 10

function addTo(tally: Record<string, number>, { settled }: Visit): void {
  const { outcome, created, updated, closed } = settled
  if (outcome === 'postponed' || outcome === 'stale') return
  const add = (name: string, number: number) => {
    tally[name] = (tally[name] ?? 0) + number
  }
  add('visits', 1)
  add('created', created)
  add('updated', updated)
  add('closed', closed)
  if (outcome === 'failed') add('failed', 1)
  else if (created + updated + closed === 0) add('unchanged', 1)
}

/**
 * The domains, by error. A host that fails for every company is one line. Parts that a visit could not read are
 * reported too: they are retried as after a failed visit.
 */
export function noteFailure(
  failures: Map<string, string[]>,
  { look, result }: { readonly look: Pick<Visit['look'], 'domain' | 'collector'>; readonly result: Visit['result'] },
): void {
  const failed = failureOf(result)
  if (!failed) return
  const message = failed.message.replaceAll(look.domain, 'DOMAIN')
  const failure = `${look.collector}: ${failed.reason}: ${message}`
  const domains = failures.get(failure)
  if (domains) domains.push(look.domain)
  else failures.set(failure, [look.domain])
}

export function describeFailures(failures: ReadonlyMap<string, readonly string[]>, reroute?: string): string[] {
  const worst = [...failures].sort(([, a], [, b]) => b.length - a.length)
  const lines = worst.slice(0, MAX_SHOWN_FAILURES).map(([failure, domains]) => {
    const [first = ''] = domains
    const others = domains.length - 1
    const of = others === 0 ? first : `${first} and ${count(others)} more`
    return `${of}: ${failure.replaceAll('DOMAIN', first)}`
  })
  const more = worst.slice(MAX_SHOWN_FAILURES).reduce((sum, [, domains]) => sum + domains.length, 0)
  if (more > 0) lines.push(`and ${count(more)} more failed`)
  if (lines.length === 0) return []
  if (reroute !== undefined) lines.push(`COLLECT_REROUTE is set: every request went to ${reroute}`)
  return [...lines, 'bin/pro-signal watch show DOMAIN shows what failed and when it is retried']
}

type PostponedVisit = Pick<Extract<Visit['result'], { kind: 'postponed' }>, 'host' | 'until'>

/** One line for each paused host, those with the most sources first. */
function describePostponed(postponed: readonly PostponedVisit[]): string[] {
  const hosts = [...Map.groupBy(postponed, ({ host }) => host)].sort(([, a], [, b]) => b.length - a.length)
  const lines = hosts.slice(0, MAX_SHOWN_FAILURES).map(([host, visits]) => {
    const until = new Date(Math.max(...visits.map((visit) => visit.until)))
    const wait = visits.length === 1 ? 'waits' : 'wait'
    return `${countSources(visits.length)} ${wait} until ${time(until)}: ${host} asked for a pause, or failed too often`
  })
  const more = hosts.slice(MAX_SHOWN_FAILURES).reduce((sum, [, visits]) => sum + visits.length, 0)
  return more > 0 ? [...lines, `and ${countSources(more)} of other hosts`] : lines
}

const countSources = (number: number) => counted(number, 'source')

const PROGRESS_MS = 200

/** One line on a terminal that is overwritten. */
function showProgress(tally: Readonly<Record<string, number>>, stream: Input['stderr']) {
  let shownAt = 0
  return {
    update() {
      if (!stream.isTTY || performance.now() - shownAt < PROGRESS_MS) return
      shownAt = performance.now()
      const { visits = 0, created = 0, failed = 0 } = tally
      stream.write(`\r\u001B[K${counted(visits, 'visit')}, ${counted(created, 'new signal')}, ${count(failed)} failed`)
    },
    end() {
      if (shownAt > 0) stream.write('\r\u001B[K')
    },
  }
}

function heldCopy(): AppError {
  return new AppError(
    'conflict',
    'This is a restored copy, and collecting is on hold. When the original has stopped for good: bin/pro-signal resume.',
  )
}
