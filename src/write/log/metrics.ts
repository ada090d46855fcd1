import type { Registry } from 'prom-client'
import { type Database, many, one, type Queryable } from '../../db/index.ts'
import { sharedReading } from '../../platform/async/shared-reading.ts'
import { counter, gauge } from '../../platform/metrics.ts'
import type { Outbox } from './outbox-watch.ts'
import { readHead } from './queries.ts'

/** A scrape must not hang with the database. */
const TIMEOUT_MS = 1_500
/** Per scrape, so that the first one after a long pause stays short. */
const MAX_BATCHES = 20_000

/**
 * Metrics of the log and the size of the database, read from the database at each scrape: signals are written by `ingest`, which is another process.
 * So every node reports the same numbers.
 */
export async function logMetrics(registry: Registry, db: Database): Promise<void> {
  const registers = [registry]
  const pool = db.pool('settings')
  let countedTo = await readHead(pool)
  /** If the database doesn't answer in time, the metrics keep their values. */
  const refresh = sharedReading(read, TIMEOUT_MS)
  const collect = async () => {
    await refresh()
  }
  gauge({
    name: 'pro_signal_database_up',
    help: '1 if the database answered this scrape.',
    registers,
    async collect() {
      this.set((await refresh()) ? 1 : 0)
    },
  })
  const head = gauge({
    name: 'pro_signal_log_position',
    help: 'The newest position in the log. Its rate is the number of events per second.',
    registers,
    collect,
  })
  const lastEvent = gauge({
    name: 'pro_signal_log_last_event_timestamp_seconds',
    help: 'When the newest event got its position.',
    registers,
    collect,
  })
  const bytes = gauge({
    name: 'pro_signal_database_bytes',
    help: 'The size of the database on disk.',
    registers,
    collect,
  })
  const signals = counter({
    name: 'pro_signal_log_signals_total',
    help: 'Signals created or updated since this process started, by type. Kind: live, or history (ingest --backfill).',
    labelNames: ['type', 'kind'],
    registers,
    collect,
  })

  async function read(): Promise<void> {
    const state = await one<{ head: number; lastAt: number | null; bytes: number }>(
      pool,
      `select (select position from log_head) as head, pg_database_size(current_database())::bigint as bytes,
              (select extract(epoch from stamped_at)::float8 from log order by position desc limit 1) as "lastAt"`,
    )
    head.set(state.head)
    bytes.set(state.bytes)
    lastEvent.set(state.lastAt ?? 0)
    if (state.head <= countedTo) return
    const { to, counts } = await countSignals(pool, countedTo, state.head)
    countedTo = to
    for (const { type, quiet, count } of counts) signals.inc({ type, kind: quiet ? 'history' : 'live' }, count)
  }
}

interface SignalCount {
  readonly type: string
  readonly quiet: boolean
  readonly count: number
}

async function countSignals(
  db: Queryable,
  after: number,
  head: number,
): Promise<{ to: number; counts: readonly SignalCount[] }> {
  const { to } = await one<{ to: number }>(
    db,
    `select coalesce((select position from log where position > $1 order by position offset $3 limit 1), $2) as to`,
    [after, head, MAX_BATCHES],
  )
  const counts = await many<SignalCount & { [key: string]: unknown }>(
    db,
    `select c.key as type, l.quiet, sum(c.value::int)::bigint as count
       from log l, jsonb_each_text(l.signal_counts) c where l.position > $1 and l.position <= $2 group by 1, 2`,
    [after, to],
  )
  return { to, counts }
}

/** Shows what `watchOutbox` has measured last. */
export function outboxMetrics(registry: Registry): (outbox: Outbox) => void {
  const ofBacklog = (name: string, help: string) => gauge({ name, help, registers: [registry] })
  const batches = ofBacklog('pro_signal_outbox_batches', 'Written batches that have no position in the log yet.')
  const events = ofBacklog('pro_signal_outbox_events', 'Written events that have no position in the log yet.')
  const seconds = ofBacklog(
    'pro_signal_outbox_seconds',
    'How long the oldest written batch has been waiting for its position in the log.',
  )
  return (outbox) => {
    batches.set(outbox.batches)
    events.set(outbox.events)
    seconds.set(outbox.seconds)
  }
}
