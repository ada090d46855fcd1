import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Queryable } from '../../db/index.ts'
import { type Api, apiAccessRequired, invalidApiKey } from '../../http/index.ts'
import { BUCKETS, type Bucket, type ChargedLimit } from '../plans/index.ts'
import { type BudgetState, type ChargedAccount, readBudgets } from './charge.ts'

const RateLimitBucket = Type.Object(
  {
    limit: Type.Integer({ minimum: 0 }),
    used: Type.Integer({ minimum: 0 }),
    remaining: Type.Integer({ minimum: 0 }),
    resetUnix: Type.Integer({ description: 'When the budget has room again, in Unix seconds.' }),
    note: Type.Optional(
      Type.String({
        description:
          'A note about this budget, for example that an operator changed its limit. If the limit was lowered below `used`, `remaining` is 0 and the note says so.',
      }),
    ),
  },
  { title: 'RateLimitBucket', additionalProperties: false },
)

const BUCKET_DESCRIPTIONS: Readonly<Record<Bucket, string>> = {
  perMinute: 'Metered requests in any 60 seconds.',
  dailyRequests: 'Metered requests in a UTC day.',
  monthlyRequests: 'Metered requests in a billing month.',
  monthlyRecords: 'List rows and dossiers in a billing month.',
  monthlyPageTurns: 'Pages after the first one in a billing month.',
  dailyCompanyDetail: 'Different companies opened in a UTC day.',
}

/** The limits of one page, which no budget counts. They belong to search, and the service passes them in. */
export interface PageLimits {
  readonly pageSizeMax: number
  readonly querySetRecordsMax: number
}

const EXAMPLE = {
  period: { monthStart: '2026-11-03T00:00:00.000Z', dayStart: '2026-11-15' },
  rateLimits: {
    perMinute: { limit: 20, used: 3, remaining: 17, resetUnix: 1794735017 },
    dailyRequests: { limit: 300, used: 41, remaining: 259, resetUnix: 1794787200 },
    monthlyRequests: { limit: 3000, used: 259, remaining: 2741, resetUnix: 1796083200 },
    monthlyRecords: { limit: 3000, used: 1840, remaining: 1160, resetUnix: 1796083200 },
    monthlyPageTurns: { limit: 200, used: 12, remaining: 188, resetUnix: 1796083200 },
    dailyCompanyDetail: { limit: 100, used: 9, remaining: 91, resetUnix: 1794787200 },
  },
}

const usageSnapshot = (staticLimits: PageLimits) =>
  Type.Object(
    {
      period: Type.Object({
        monthStart: Type.String({ format: 'date-time', description: 'The start of the billing month.' }),
        dayStart: Type.String({ format: 'date', description: 'The UTC day.' }),
      }),
      rateLimits: Type.Object(
        Object.fromEntries(
          BUCKETS.map((bucket) => [
            bucket,
            Type.Intersect([RateLimitBucket], { description: BUCKET_DESCRIPTIONS[bucket] }),
          ]),
        ),
      ),
      staticLimits: Type.Object({
        pageSizeMax: Type.Integer({ description: 'The largest page size.' }),
        querySetRecordsMax: Type.Integer({ description: 'The largest value of page × pageSize.' }),
      }),
    },
    { title: 'UsageSnapshot', examples: [{ ...EXAMPLE, staticLimits }] },
  )

export function statsRoute(
  app: Api,
  db: Queryable,
  accountOf: (request: FastifyRequest) => ChargedAccount,
  staticLimits: PageLimits,
): void {
  const schema = {
    operationId: 'getStats',
    tags: ['Usage'],
    summary: 'Get the current budgets',
    description:
      'All six budgets, with exact counts. This request is free. Use `remaining` and `resetUnix` to pace your requests.',
    response: { 200: usageSnapshot(staticLimits) },
  }
  app.get('/stats', { config: { reply: 'The budgets of your team.' }, schema }, async (request) => {
    const state = await readBudgets(db, accountOf(request))
    if (!('buckets' in state)) throw state.outcome === 'key_refused' ? invalidApiKey() : apiAccessRequired()
    return {
      period: {
        monthStart: state.monthStart.toISOString(),
        dayStart: new Date(state.nowUnix * 1_000).toISOString().slice(0, 10),
      },
      rateLimits: Object.fromEntries(BUCKETS.map((bucket) => [bucket, bucketReplyOf(bucket, state)])),
      staticLimits,
    }
  })
}

const MONTHLY: ReadonlySet<ChargedLimit> = new Set(['monthlyRequests', 'monthlyRecords', 'monthlyPageTurns'])

export function bucketReplyOf(
  bucket: ChargedLimit,
  { buckets, provisional }: Pick<BudgetState, 'buckets'> & { provisional: boolean },
) {
  const { overridden, ...state } = buckets[bucket]
  const notes = [
    overridden && 'The operator set this limit for your team.',
    state.used > state.limit && 'More is used than this limit allows, because the limit was lowered later.',
    provisional && MONTHLY.has(bucket) && 'The billing month is provisional until the billing provider confirms it.',
  ].filter((note) => note !== false)
  return notes.length > 0 ? { ...state, note: notes.join(' ') } : state
}
