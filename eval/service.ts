// The complete service on a database of its own, for evaluations that ask what a customer would see: lines are imported as
// `ingest` imports them, and questions go over HTTP with a key that has no limits.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKey } from '../src/account/keys/index.ts'
import { BUCKETS } from '../src/account/plans/index.ts'
import { changeLimits, createTeam } from '../src/account/teams/index.ts'
import { type Database, migrate, openDatabase } from '../src/db/index.ts'
import { emptySummary, findSources, ingest, type Reject } from '../src/ingest/index.ts'
import { type Config, loadConfig } from '../src/platform/config/config.ts'
import { createLog, type Logger } from '../src/platform/logger.ts'
import { startService } from '../src/service/service.ts'
import { Stamper } from '../src/write/log/index.ts'
import { declareSources } from '../src/write/sources/index.ts'
import {
  backfillSearchText,
  expireSignals,
  lineWriter,
  rebuildAll,
  refreshRanks,
} from '../src/write/write-path/index.ts'

const NO_LIMIT = 1_000_000
const PAGE_SIZE = 50

export interface FoundCompany {
  readonly id: string
  readonly name: string
  readonly domain: string
  readonly employeeCount: number
  readonly employerKind: string
  readonly match: number
  readonly heat: number
  readonly signalCounts: Readonly<Record<string, number>>
  readonly signals: readonly PublicSignal[]
}

export interface PublicSignal {
  readonly id: string
  readonly type: string
  readonly status: string
  readonly label: string
  readonly occurredAt: string
  readonly [field: string]: unknown
}

export interface SearchReply {
  readonly companies: readonly FoundCompany[]
  readonly total: number
  readonly warnings?: readonly unknown[]
  readonly explain?: { readonly normalized: string }
  readonly [field: string]: unknown
}

export interface Dossier {
  readonly identity: Readonly<Record<string, unknown>> & { readonly name: string; readonly domain: string }
  readonly signals: readonly PublicSignal[]
  readonly slices: readonly {
    readonly slug: string
    readonly score: number
    readonly enteredAt: string
    readonly windowEndsAt: string
    readonly notebook: {
      readonly thesis: string
      readonly whyNow: string
      readonly talkingPoints: readonly string[]
      readonly approach?: string
    }
  }[]
  readonly notebook?: {
    readonly known: string
    readonly opens: readonly string[]
    readonly talkingPoints: readonly string[]
  }
  readonly aiAdoptionScore: Readonly<Record<string, unknown>>
  readonly coverage: Readonly<Record<string, unknown>>
}

/** A reply that isn't 2xx. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number, body: string) {
    super(`${status}: ${body}`)
    this.status = status
  }
}

/** Before the service runs: the database that it will serve. */
export interface Preparation {
  readonly db: Database
  readonly config: Config
  readonly log: Logger
  /** Imports the lines in their order. Returns those that were rejected: their numbers from 1, and why. */
  write(lines: Iterable<object>): Promise<readonly Reject[]>
}

export interface Asked {
  readonly db: Database
  search(body: Readonly<Record<string, unknown>>): Promise<SearchReply>
  /** All companies of a search, at most 500, in order. */
  searchAll(body: Readonly<Record<string, unknown>>): Promise<FoundCompany[]>
  dossier(companyId: string): Promise<Dossier>
  /** The ids of the companies in the slice. */
  slice(slug: string): Promise<Set<string>>
}

/** Prepares a database, starts the service on it, asks, and removes everything. */
export async function withService<Result>(
  prepare: (preparation: Preparation) => Promise<void>,
  ask: (asked: Asked) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'pro-signal-eval-'))
  const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'error', PORT: '0' })
  const log = createLog(config)
  try {
    const db = await openDatabase({ config, log })
    try {
      await migrate(() => db.connectDirect())
      const stamper = new Stamper(db)
      await prepare({ db, config, log, write: (lines) => write(db, stamper, join(folder, 'lines.ndjson'), lines) })
      await settle(db, stamper)
      const key = await keyOf(db)
      const service = await startService(config, log, new Set(['api']))
      try {
        await ready(service.url)
        return await ask(asker(db, service.url, key))
      } finally {
        await service.close()
      }
    } finally {
      await db.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function write(
  db: Database,
  stamper: Stamper,
  file: string,
  lines: Iterable<object>,
): Promise<readonly Reject[]> {
  writeFileSync(file, Array.from(lines, (line) => `${JSON.stringify(line)}\n`).join(''))
  const rejects: Reject[] = []
  await ingest(await findSources([file]), emptySummary(), {
    ...lineWriter(db, stamper, { quiet: true }),
    declare: (declared) => db.transaction('ingest', (tx) => declareSources(tx, declared)),
    takeRejects: async (rejected) => void rejects.push(...rejected),
    now: () => Math.floor(Date.now() / 1_000),
  })
  await stamper.stamp()
  return rejects
}

/** What the worker would do in the background. */
async function settle(db: Database, stamper: Stamper): Promise<void> {
  await rebuildAll(db, stamper)
  await expireSignals(db, stamper)
  await backfillSearchText(db)
  await refreshRanks(db, stamper)
  await stamper.stamp()
}

async function keyOf(db: Database): Promise<string> {
  const owner = { email: 'seller@example.com', password: 'a password of the evaluation' }
  const { id } = await createTeam(db, { name: 'Sellers', plan: 'pro' }, owner)
  return db.transaction('settings', async (tx) => {
    await changeLimits(
      tx,
      'operator',
      id,
      BUCKETS.map((bucket) => ({ bucket, limit: NO_LIMIT })),
    )
    return (await createKey(tx, 'operator', id, { name: 'Evaluation' })).key
  })
}

/** On a busy machine an index of 6,000 companies takes minutes. */
const READY_MS = 600_000

async function ready(url: string): Promise<void> {
  const end = Date.now() + READY_MS
  while (Date.now() < end) {
    const reply = await fetch(`${url}/readyz`)
    const { search } = (await reply.json()) as { search?: string }
    // Until the index is loaded, PostgreSQL answers.
    if (reply.ok && search === 'index') return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the service is not ready')
}

function asker(db: Database, url: string, key: string): Asked {
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const reply = await fetch(`${url}/api/v1${path}`, { ...init, headers })
    if (!reply.ok) throw new Refused(reply.status, await reply.text())
    return reply.json()
  }
  const search = async (body: Readonly<Record<string, unknown>>) =>
    (await call('/companies', { method: 'POST', body: JSON.stringify(body) })) as SearchReply
  return {
    db,
    search,
    async searchAll(body) {
      const found: FoundCompany[] = []
      for (let page = 1; page <= 10; page++) {
        const { companies, total } = await search({ ...body, page, pageSize: PAGE_SIZE })
        found.push(...companies)
        if (found.length >= total) break
      }
      return found
    },
    async dossier(companyId) {
      return ((await call(`/companies/${companyId}`)) as { data: Dossier }).data
    },
    async slice(slug) {
      const found = new Set<string>()
      for (let page = 1; page <= 10; page++) {
        const parameters = new URLSearchParams({
          slice: slug,
          scoreMin: '0',
          page: String(page),
          pageSize: String(PAGE_SIZE),
        })
        const { data, pagination } = (await call(`/slices?${parameters}`)) as {
          data: { companyId: string }[]
          pagination: { total: number }
        }
        for (const { companyId } of data) found.add(companyId)
        if (found.size >= pagination.total) break
      }
      return found
    },
  }
}
