import type pg from 'pg'
import type { Registry } from 'prom-client'
import { type Database, POOL_ROLES, readDatabaseId } from '../db/index.ts'
import { VERSION } from '../platform/config/version.ts'
import { gauge, histogram } from '../platform/metrics.ts'

/** Which database this process uses, and how busy its connection pools are. Pools are read at each scrape. */
export async function databaseMetrics(registry: Registry, db: Database): Promise<void> {
  const registers = [registry]
  gauge({
    name: 'pro_signal_info',
    help: 'Always 1. The version of the code, and an id of the database.',
    labelNames: ['version', 'database'],
    registers,
  }).set({ version: VERSION, database: await readDatabaseId(db.pool('settings')) }, 1)
  gauge({
    name: 'pro_signal_pool_connections',
    help: 'Open connections to the database by pool and state: idle or busy.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const pool of POOL_ROLES) {
        const { totalCount, idleCount } = db.pool(pool)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'busy' }, totalCount - idleCount)
      }
    },
  })
  gauge({
    name: 'pro_signal_pool_connections_max',
    help: 'The maximum number of connections of a pool.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const pool of POOL_ROLES) this.set({ pool }, db.pool(pool).options.max)
    },
  })
  gauge({
    name: 'pro_signal_pool_waiting',
    help: 'Statements that wait for a connection of a pool. If it stays above 0, the pool is too small or the database too slow.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const pool of POOL_ROLES) this.set({ pool }, db.pool(pool).waitingCount)
    },
  })
  const seconds = histogram({
    name: 'pro_signal_pool_wait_seconds',
    help: 'How long work waited for a connection when none was free: until one was returned or opened, or the wait timed out.',
    labelNames: ['pool'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 3],
    registers,
  })
  for (const pool of POOL_ROLES) {
    seconds.zero({ pool })
    measureWaits(db.pool(pool), (wait) => seconds.observe({ pool }, wait))
  }
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: unknown) => void,
) => void

/** `pool.query` and transactions take their connections through `pool.connect`. Nothing is measured if one is free. */
function measureWaits(pool: pg.Pool, observe: (seconds: number) => void): void {
  const connect = pool.connect.bind(pool) as (done?: Connected) => Promise<pg.PoolClient>
  const measured = (done?: Connected) => {
    if (pool.idleCount > pool.waitingCount) return connect(done)
    const startedAt = performance.now()
    const ended = () => observe((performance.now() - startedAt) / 1_000)
    if (done === undefined) return connect().finally(ended)
    return connect((...outcome) => {
      ended()
      done(...outcome)
    })
  }
  pool.connect = measured as typeof pool.connect
}
