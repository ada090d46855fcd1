import { many, one, type Queryable } from '../../db/index.ts'
import type { contract, InputOf, ReplyOf } from '../../settings-contract/index.ts'

const PAGE_SIZE = 50
/** How many requests a filter reads for one page. */
const MAX_SCANNED = 10_000
/** A team has at most this many keys and endpoints to choose from. */
const MAX_CHOICES = 200

type RequestFilter = InputOf<typeof contract.listRequests>['query']
type RequestReply = ReplyOf<typeof contract.listRequests>['requests'][number]

interface FoundRequest extends Omit<RequestReply, 'charged' | 'error'> {
  readonly cursor: string
  readonly records: number | null
  readonly pageTurns: number | null
  readonly errorCode: string | null
  readonly errorMessage: string | null
}

/** The order is (at, id), as in the index. */
const LIST = `
  with scanned as (
    select *, (extract(epoch from at) * 1000000)::bigint || '_' || id as cursor from request_log
     where team_id = $1 and ($2::bigint is null or (at, id) < (timestamptz 'epoch' + $2 * interval '1 microsecond', $3::bigint))
       and ($4::text is null or request_id = $4)
     order by at desc, id desc limit $5
  ), found as (
    select r.id::text, r.at, r.endpoint, r.method, r.path, r.status, r.ms, r.records, r.page_turns as "pageTurns",
           r.request_id as "requestId", r.error_code as "errorCode", r.error_message as "errorMessage", r.cursor,
           json_build_object('id', r.key_id, 'name', coalesce(k.name, ''), 'prefix', coalesce(k.prefix, ''),
                             'lastFour', coalesce(k.last_four, '')) as key
      from scanned r left join api_keys k on k.id = r.key_id
     where ($6::uuid is null or r.key_id = $6) and ($7::text is null or r.endpoint = $7)
       and case $8::text when '2xx' then r.status < 400 when '4xx' then r.status between 400 and 499
                         when '429' then r.status = 429 when '5xx' then r.status >= 500 else true end
     order by r.at desc, r.id desc limit ${PAGE_SIZE + 1}
  )
  select (select count(*)::int from scanned) as scanned, (select cursor from scanned order by at, id limit 1) as last,
         coalesce((select json_agg(f order by f.at desc, f.id::bigint desc) from found f), '[]') as found`

export async function listRequests(db: Queryable, teamId: string, filter: RequestFilter) {
  const { before, key, status, requestId, endpoint } = filter
  const [micros, id] = before?.split('_') ?? []
  const isFiltered = key !== undefined || status !== undefined || endpoint !== undefined
  const limit = isFiltered ? MAX_SCANNED : PAGE_SIZE + 1
  const { found, scanned, last } = await one<{ found: FoundRequest[]; scanned: number; last: string | null }>(
    db,
    LIST,
    [teamId, micros ?? null, id ?? null, requestId ?? null, limit, key ?? null, endpoint ?? null, status ?? null],
  )
  const page = found.slice(0, PAGE_SIZE)
  const next = found.length > PAGE_SIZE ? page.at(-1)?.cursor : scanned === limit ? last : undefined
  return { requests: page.map(replyOf), next: next ?? null }
}

function replyOf({ cursor: _, at, records, pageTurns, errorCode, errorMessage, ...rest }: FoundRequest): RequestReply {
  return {
    ...rest,
    at: new Date(at).toISOString(),
    charged: records === null ? null : { records, pageTurns: pageTurns ?? 0 },
    error: errorCode === null ? null : { code: errorCode, message: errorMessage ?? '' },
  }
}

/** What the log can be filtered by: the keys and endpoints of its days. */
export async function listChoices(db: Queryable, teamId: string, days: number) {
  const recent = `from usage_by_key u where u.team_id = $1 and u.day >= (now() at time zone 'utc')::date - $2::int`
  const [keys, endpoints] = await Promise.all([
    many<RequestReply['key'] & { [column: string]: unknown }>(
      db,
      `select k.id, k.name, k.prefix, k.last_four as "lastFour" from api_keys k
        where k.team_id = $1 and k.id in (select u.key_id ${recent}) order by k.name, k.id limit ${MAX_CHOICES}`,
      [teamId, days],
    ),
    many<{ endpoint: string }>(db, `select distinct u.endpoint ${recent} order by 1 limit ${MAX_CHOICES}`, [
      teamId,
      days,
    ]),
  ])
  return { keys, endpoints: endpoints.map(({ endpoint }) => endpoint) }
}
