import type { Registry } from 'prom-client'
import { type Database, one } from '../../db/index.ts'
import { counter, gauge, histogram } from '../../platform/metrics.ts'
import { companiesHouse, type EntryCount } from '../collectors/index.ts'
import type { SettledVisit } from './changes/settle.ts'
import { DEMO_LANE, isOfDemo } from './companies/watch-queries.ts'
import type { Visit } from './node.ts'
import { readChangedFormats } from './visits/changed-formats.ts'
import { entriesOf } from './visits/visit.ts'

/** What metrics count of a visit. */
export interface VisitSummary extends Pick<SettledVisit, 'outcome' | 'created' | 'updated' | 'closed'> {
  readonly source: string
  readonly bytes: number
  readonly archivedBytes: number
  readonly seconds: number
  readonly entries: EntryCount | undefined
}

export function summaryOf({ look, result, settled, seconds }: Visit): VisitSummary {
  const { outcome, created, updated, closed } = settled
  const archivedBytes = result.kind === 'snapshot' ? (result.answers?.archivedBytes ?? 0) : 0
  const seen = { bytes: result.bytes, archivedBytes, seconds, entries: entriesOf(result) }
  return { source: look.collector, ...seen, outcome, created, updated, closed }
}

interface VisitMetrics {
  observe(visit: VisitSummary): void
}

const metricsOf = new WeakMap<Registry, VisitMetrics>()

/** Metrics of visits. The service and the demo share them: the demo's sources have their own names. */
export function visitMetrics(registry: Registry): VisitMetrics {
  const metrics = metricsOf.get(registry) ?? newVisitMetrics(registry)
  metricsOf.set(registry, metrics)
  return metrics
}

function newVisitMetrics(registry: Registry): VisitMetrics {
  const registers = [registry]
  const visits = counter({
    name: 'pro_signal_collect_visits_total',
    help: 'Visits by source and outcome: first, changed, unchanged, partial, waiting, failed, postponed or stale.',
    labelNames: ['source', 'outcome'],
    registers,
  })
  const changes = counter({
    name: 'pro_signal_collect_changes_total',
    help: 'Signals that visits changed, by source and change: created, updated or closed.',
    labelNames: ['source', 'change'],
    registers,
  })
  const bytes = counter({
    name: 'pro_signal_collect_bytes_total',
    help: 'Bytes that were received, by source.',
    labelNames: ['source'],
    registers,
  })
  const archived = counter({
    name: 'pro_signal_collect_archived_bytes_total',
    help: 'Bytes that were written to the archive of answers, by source.',
    labelNames: ['source'],
    registers,
  })
  const seconds = histogram({
    name: 'pro_signal_collect_visit_seconds',
    help: 'How long visits take, from the first wait for a turn until everything is written.',
    labelNames: ['source'],
    buckets: [0.1, 0.5, 1, 5, 15, 60, 300],
    registers,
  })
  const entries = counter({
    name: 'pro_signal_collect_entries_total',
    help: 'Entries of lists in answers that were read, by source and result: read or unreadable.',
    labelNames: ['source', 'result'],
    registers,
  })
  return {
    observe(visit: VisitSummary): void {
      const { source, outcome } = visit
      for (const result of ['read', 'unreadable'] as const) {
        if (visit.entries && visit.entries[result] > 0) entries.inc({ source, result }, visit.entries[result])
      }
      visits.inc({ source, outcome })
      bytes.inc({ source }, visit.bytes)
      if (visit.archivedBytes > 0) archived.inc({ source }, visit.archivedBytes)
      seconds.observe({ source }, visit.seconds)
      for (const change of ['created', 'updated', 'closed'] as const) {
        if (visit[change] > 0) changes.inc({ source, change }, visit[change])
      }
    },
  }
}

/** How far behind all processes are, and how long this process has waited. */
export function collectingMetrics(registry: Registry, db: Database, pausedMs: () => number): void {
  const registers = [registry]
  counter({
    name: 'pro_signal_collect_pause_seconds_total',
    help: 'How long requests have waited for their turn at a host.',
    registers,
    collect() {
      this.reset()
      this.inc(pausedMs() / 1_000)
    },
  })
  const oldest = gauge({
    name: 'pro_signal_collect_oldest_due_seconds',
    help: 'How long the most overdue visit has waited. 0: none is due.',
    registers,
  })
  const closed = gauge({
    name: 'pro_signal_collect_closed_hosts',
    help: 'Hosts and board systems that are paused: they failed too often, or asked for a pause.',
    registers,
  })
  const changed = gauge({
    name: 'pro_signal_collect_changed_formats',
    help: 'Sources that seem to have changed their format: entries of many companies cannot be read, or many show nothing.',
    registers,
  })
  gauge({
    name: 'pro_signal_collect_watched_companies',
    help: 'Companies that are watched.',
    registers,
    async collect() {
      const state = await readCollecting(db).catch(() => undefined)
      if (!state) return
      this.set(state.watched)
      oldest.set(state.oldestDueSeconds)
      closed.set(state.closedHosts)
      changed.set(state.changedFormats.length)
    },
  })
}

export interface CollectingState extends StoredState {
  readonly changedFormats: Awaited<ReturnType<typeof readChangedFormats>>
}

interface StoredState {
  readonly watched: number
  /** Companies watched because of teams' lists. */
  readonly watchedForTeams: number
  readonly looks: number
  readonly failing: number
  readonly oldestDueSeconds: number
  readonly closedHosts: number
  /** The first few of them: board systems before other hosts. */
  readonly closed: readonly { readonly host: string; readonly until: string }[]
  readonly nodes: number
  readonly waitingMatches: number
  /** Boards among them, by system. */
  readonly waitingBoards: Readonly<Record<string, number>>
  /** Sources that are asked only with a key. */
  readonly withKey: number
  /** The first few sources whose answers can't be read: that took too long or too much memory, or ended the process. */
  readonly unreadable: readonly { readonly company: string; readonly source: string; readonly failure: string }[]
}

const MAX_NAMED_HOSTS = 3
const MAX_NAMED_SOURCES = 3

/** Without the demo's job boards. */
export async function readCollecting(db: Database): Promise<CollectingState> {
  const pool = db.pool('settings')
  const stored = await one<StoredState & { [column: string]: unknown }>(
    pool,
    `select (select count(*) from watched_companies w where not ${isOfDemo('w.domain')})::int as watched, count(*)::int as looks,
            (select count(distinct domain) from team_watches)::int as "watchedForTeams",
            count(*) filter (where failures > 2)::int as failing,
            coalesce(greatest(0, extract(epoch from now() - min(due_at) filter (where coalesce(holder, 0) = 0 and lane <> '${companiesHouse.name}'))), 0)::float8 as "oldestDueSeconds",
            (select count(*) from host_turns where closed_until > now())::int as "closedHosts",
            (select coalesce(json_agg(json_build_object('host', host, 'until', to_char(closed_until at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))), '[]')
               from (select host, closed_until from host_turns where closed_until > now()
                      order by host like '%.%', closed_until desc, host limit ${MAX_NAMED_HOSTS}) h) as closed,
            (select count(*) from collect_nodes where expires_at > now())::int as nodes,
            (select count(*) from matches where decision is null)::int as "waitingMatches",
            (select coalesce(json_object_agg(collector, boards), '{}')
               from (select collector, count(*)::int as boards from matches
                      where decision is null and collector is not null group by 1 order by 1) m) as "waitingBoards",
            count(*) filter (where lane = '${companiesHouse.name}')::int as "withKey",
            (select coalesce(json_agg(json_build_object('company', domain, 'source', source, 'failure', failure)), '[]')
               from (select l.domain, l.collector || ' ' || l.target as source, l.failure from looks l join look_times u on u.look_id = l.id
                      where l.failure like 'unreadable:%' and u.lane <> '${DEMO_LANE}'
                      order by u.failures desc, l.id limit ${MAX_NAMED_SOURCES}) named) as unreadable
       from look_times where lane <> '${DEMO_LANE}'`,
  )
  return { ...stored, changedFormats: await readChangedFormats(pool) }
}
