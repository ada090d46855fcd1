import { readLookOf } from '../../collect/collecting/index.ts'
import { type Database, many, maybeOne } from '../../db/index.ts'
import { isoTime } from '../../meaning/signals/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { isUuid } from '../../platform/ids.ts'
import { readSignalEvents } from '../../write/log/index.ts'
import { lastSeenSql } from '../../write/sources/index.ts'
import { wordOf } from '../arguments.ts'
import { command } from '../command.ts'
import { columns, time } from '../table.ts'
import { withDatabase } from '../with-database.ts'
import { describeRecord, readRecord } from './signal-history.ts'
import { describeReceipts, readReportReceipts } from './signal-receipt.ts'
import { titleOf } from './watch.ts'

export const signalsCommands = [
  command({
    name: 'signals show',
    words: '<id>',
    maxWords: 1,
    summary: 'Show where a signal comes from: its reports, the visits that first and last saw each, and its events.',
    options: {
      history: { description: 'Also what was known when: what each report said before it changed.' },
      receipt: {
        description: 'Also the evidence of each collected report: the answers, their hashes, and how they were read.',
      },
    },
    examples: [
      'signals show 6f0c1a52-0000-8000-8000-000000000000',
      'signals show 6f0c1a52-0000-8000-8000-000000000000 --history --json',
      'signals show 6f0c1a52-0000-8000-8000-000000000000 --receipt',
    ],
    async run(input) {
      const id = wordOf(input, 'A signal id is required: dossiers and searches show them.')
      if (!isUuid(id)) throw new AppError('invalid', `${JSON.stringify(id)} is not a signal id.`)
      return withDatabase(input, async (db) => {
        const pool = db.pool('settings')
        const signal = await readHistory(db, id.toLowerCase())
        const history = input.on('history') ? await readRecord(pool, signal.id) : undefined
        const receipts = input.on('receipt') ? await readReportReceipts(pool, signal.reports) : undefined
        const parts = [
          describe(signal),
          ...(receipts ? [describeReceipts(receipts)] : []),
          ...(history ? [describeRecord(history)] : []),
        ]
        const json = { ...signal, ...(receipts && { receipts }), ...(history && { history }) }
        return { text: parts.join('\n\n'), json }
      })
    },
  }),
]

interface SignalRow {
  readonly id: string
  readonly domain: string
  readonly type: string
  readonly label: string
  readonly status: string
  readonly occurredAt: Date
  readonly closedAt: Date | null
  readonly replacedBy: string | null
  readonly version: number
  readonly lastEventUnix: number
  [column: string]: unknown
}

interface ReportRow {
  readonly id: string
  readonly label: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly source: string
  readonly key: string
  readonly url: string | null
  readonly confidence: number
  readonly status: string
  readonly firstSeenAt: Date
  readonly lastSeenAt: Date
  [column: string]: unknown
}

const REPORT_COLUMNS = (
  row: string,
) => `${row}.id, ${row}.label, ${row}.fields, ${row}.source, ${row}.key, ${row}.url, ${row}.confidence / 100.0::float8 as confidence, ${row}.status,
  ${row}.first_seen_at as "firstSeenAt", ${lastSeenSql(row)} as "lastSeenAt"`

async function readHistory(db: Database, id: string) {
  const pool = db.pool('settings')
  const found = await maybeOne<SignalRow>(
    pool,
    `select s.id, c.domain, s.type, s.label, s.status, s.occurred_at as "occurredAt", s.closed_at as "closedAt", s.replaced_by as "replacedBy",
            s.version, s.last_event_unix as "lastEventUnix"
       from signals s join companies c on c.ordinal = s.company_ordinal
      where s.id = coalesce((select fact_id from reports where id = $1), $1)`,
    [id],
  )
  if (!found) throw new AppError('not_found', `No signal has the id ${id}.`)
  const { version, lastEventUnix, ...signal } = found
  const reports = await many<ReportRow>(
    pool,
    `select ${REPORT_COLUMNS('r')} from reports r where r.fact_id = $1
     union all select ${REPORT_COLUMNS('s')} from signals s where s.id = $1 and s.sources is null and s.source <> 'pro-signal'`,
    [signal.id],
  )
  const { events, isComplete } = await readSignalEvents(pool, { id: signal.id, version, lastEventUnix })
  return {
    ...signal,
    lastSeenAt: newestOf(reports.map(({ lastSeenAt }) => lastSeenAt)),
    reports: await Promise.all(reports.map((report) => withVisits(db, report))),
    events,
    hasAllEvents: isComplete,
  }
}

function newestOf(times: readonly Date[]): Date | null {
  return times.length === 0 ? null : new Date(Math.max(...times.map((each) => each.getTime())))
}

/** Visits have the node's time, which only roughly matches the database's. */
const CLOCK_SLACK_SECONDS = 60

/** The visit that first saw it, if a collector reports it and its look still exists. */
async function withVisits(db: Database, report: ReportRow) {
  const look = await readLookOf(db.pool('settings'), report.source, report.key)
  if (!look) return { ...report, firstVisit: null }
  const { firstVisit, firstSeenAt, isHistory, missingSince } = look.entry
  const visit = look.visits.find(({ number }) => number === firstVisit)
  const first = { number: firstVisit, at: isoTime(firstSeenAt), isHistory, outcome: visit?.outcome ?? null }
  return {
    ...report,
    firstVisit: firstSeenAt + CLOCK_SLACK_SECONDS < look.addedAt.getTime() / 1_000 ? null : first,
    missingSince: missingSince === undefined ? null : isoTime(missingSince),
  }
}

type History = Awaited<ReturnType<typeof readHistory>>

function describe({
  id,
  domain,
  type,
  label,
  status,
  occurredAt,
  closedAt,
  replacedBy,
  lastSeenAt,
  reports,
  events,
  hasAllEvents,
}: History): string {
  const head = columns(
    [
      ['id', id],
      ['company', domain],
      ['what', `${type}: ${label}`],
      [
        'status',
        `${status}${closedAt ? ` since ${time(closedAt)}` : ''}${replacedBy ? `, it is ${replacedBy} now` : ''}`,
      ],
      ['occurred', time(occurredAt)],
      ...(lastSeenAt ? [['last seen', time(lastSeenAt)]] : []),
    ],
    '',
  )
  const sources = reports.map((report) => {
    const { source, key, url, firstSeenAt, lastSeenAt, firstVisit } = report
    const first = firstVisit
      ? `visit ${firstVisit.number}, ${time(new Date(firstVisit.at))}${firstVisit.isHistory ? ', there at the first visit' : ''}`
      : time(firstSeenAt)
    const rows = [
      ['key', key],
      ['first seen', first],
      ['last seen', time(lastSeenAt)],
      ...('missingSince' in report && report.missingSince
        ? [['missing', `since ${time(new Date(report.missingSince))}`]]
        : []),
      ['at', url ?? '–'],
    ]
    return `${titleOf(source)} (${report.status})\n${columns(rows)}`
  })
  const rows = events.map(({ at, action, silent, quiet }) => [
    time(at),
    `${action}${silent || quiet ? ' (not sent to webhooks)' : ''}`,
  ])
  const listed = rows.length > 0 ? columns(rows) : '  none within the last 30 days'
  const more = hasAllEvents ? '' : '\n  older ones were not searched: it would take too long'
  return [head, ...sources, `events\n${listed}${more}`].join('\n\n')
}
