// The complete service with a few companies, and teams that call it.

import { BUCKETS, type Bucket, type PlanName } from '../../src/account/plans/index.ts'
import { createTeam } from '../../src/account/teams/index.ts'
import { type Database, openDatabase } from '../../src/db/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { companyId, writeRecords } from '../../src/write/write-path/index.ts'
import { cleanup } from './cleanup.ts'
import { createDatabase } from './database.ts'
import { silentLog } from './log.ts'
import { createKey, setLimitOverride } from './operator.ts'
import { startTestService, type TestServiceOptions } from './service.ts'
import { company, DAY, signal } from './signals.ts'

const COUNTRIES = ['DE', 'FR', 'US', 'GB']
export const WORLD_SIZE = 12
const domainOf = (i: number) => `company-${i}.example`
export const idOf = (i: number) => companyId(domainOf(i))

export interface Api {
  readonly url: string
  readonly databaseUrl: string
  readonly db: Database
  newTeam(options?: TeamOptions): Promise<ApiTeam>
}

interface TeamOptions {
  readonly plan?: PlanName
  readonly limits?: Partial<Record<Bucket, number>>
}

export interface ApiTeam {
  readonly teamId: string
  readonly keyId: string
  readonly key: string
  get(path: string, init?: RequestInit): Promise<Response>
  post(body: unknown, init?: RequestInit): Promise<Response>
  used(): Promise<Record<Bucket, number>>
}

/** The records are in the database when the service starts: what it counts at its start is not counted again soon. */
export async function startApi({
  records = [],
  ...options
}: TestServiceOptions & { readonly records?: Parameters<typeof writeRecords>[2] } = {}): Promise<Api> {
  const databaseUrl = options.env?.DATABASE_URL ?? (await createDatabase())
  const db = await openDatabase({ config: loadConfig({ DATABASE_URL: databaseUrl }), log: silentLog })
  cleanup(() => db.close())
  await writeRecords(db, new Stamper(db), [...world(), ...records])
  const { url } = await startTestService({ ...options, env: { ...options.env, DATABASE_URL: databaseUrl } })
  return { url, databaseUrl, db, newTeam: (team) => newTeam(url, db, team) }
}

/** Companies 0 to 11: all hire for AI in sales, the even ones have raised money, every third one has a tool. */
function world() {
  const now = Math.floor(Date.now() / 1_000)
  return Array.from({ length: WORLD_SIZE }, (_, i) => i).flatMap((i) => [
    company(domainOf(i), {
      name: `Company ${i}`,
      hqCountry: COUNTRIES[i % COUNTRIES.length] ?? 'DE',
      employeeCount: 10 * (i + 1),
      fundingStage: i % 2 === 0 ? 'seed' : 'series_a',
      industry: 'logistics_software',
    }),
    signal(domainOf(i), `job-${i}`, {
      occurredAt: now - (i + 1) * DAY,
      label: 'Hiring: AI SDR',
      fields: { jobTitle: 'AI SDR', function: 'sales', ai: true },
    }),
    ...(i % 2 === 0
      ? [
          signal(domainOf(i), `round-${i}`, {
            type: 'funding' as const,
            occurredAt: now - 20 * DAY,
            label: 'Raised a seed round',
            fields: {
              round: 'seed',
              amountUsd: 4_000_000,
              investors: ['Northwind Ventures'],
              announcedOn: '2026-05-04',
            },
          }),
        ]
      : []),
    ...(i % 3 === 0
      ? [
          signal(domainOf(i), `tool-${i}`, {
            type: 'tool' as const,
            occurredAt: now - 10 * DAY,
            label: 'Adopted HubSpot',
            fields: { tool: 'HubSpot', category: 'crm', ai: false, change: 'adopted' },
          }),
        ]
      : []),
  ])
}

let teams = 0

async function newTeam(url: string, db: Database, { plan = 'pro', limits = {} }: TeamOptions = {}): Promise<ApiTeam> {
  const owner = { email: `owner${teams++}@example.com`, password: 'a password' }
  const { id: teamId } = await createTeam(db, { name: 'Team', plan }, owner)
  const { key, id: keyId } = await createKey(db.pool('settings'), teamId, { name: 'Key' })
  for (const [bucket, limit] of Object.entries(limits) as [Bucket, number][]) {
    await setLimitOverride(db.pool('settings'), teamId, bucket, limit)
  }
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${url}/api/v1${path}`, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } })
  return {
    teamId,
    keyId,
    key,
    get: call,
    post: (body, init = {}) =>
      call('/companies', {
        method: 'POST',
        body: JSON.stringify(body),
        ...init,
        headers: { 'content-type': 'application/json', ...init.headers },
      }),
    async used() {
      const stats = (await (await call('/stats')).json()) as { rateLimits: Record<Bucket, { used: number }> }
      return Object.fromEntries(BUCKETS.map((bucket) => [bucket, stats.rateLimits[bucket].used])) as Record<
        Bucket,
        number
      >
    },
  }
}

/** Higher than any test reaches. */
export const NO_LIMITS: Readonly<Record<Bucket, number>> = {
  perMinute: 1_000_000,
  dailyRequests: 1_000_000,
  monthlyRequests: 1_000_000,
  monthlyRecords: 1_000_000,
  monthlyPageTurns: 1_000_000,
  dailyCompanyDetail: 1_000_000,
}

export interface ErrorBody {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly status: number
    readonly limitType?: string
    readonly suggestions?: string[]
    readonly details?: {
      field: string
      message: string
      suggestions?: string[]
      position?: number
      length?: number
      expected?: string[]
    }[]
  }
}

export async function errorOf(response: Response): Promise<ErrorBody['error']> {
  return ((await response.json()) as ErrorBody).error
}
