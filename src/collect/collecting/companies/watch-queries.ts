// Watched companies and their looks. Each function is one statement.

import { columns, many, type Queryable, type Transaction } from '../../../db/index.ts'
import type { Collector } from '../../collectors/index.ts'
import { STORED_COMPANY } from './stored-company.ts'

export interface NewWatch {
  readonly domain: string
  readonly name?: string | undefined
}

const WATCHED = columns<NewWatch>(1, {
  domain: ['text', ({ domain }) => domain],
  name: ['text', ({ name }) => name ?? null],
})

/** Why a company is watched: the operator added it, or lists of teams, whose rows are in team_watches. */
export type WatchedBy = 'operator' | 'teams'

/**
 * Returns the domains that were not watched before. Locks the rows of the others, so none of them is removed before
 * this transaction ends.
 */
export async function insertWatched(
  db: Queryable,
  companies: readonly NewWatch[],
  by: WatchedBy = 'operator',
): Promise<Set<string>> {
  const rows = await many<{ domain: string; isNew: boolean }>(
    db,
    `insert into watched_companies as w (domain, given_name, by_operator)
     select n.domain, n.name, $${WATCHED.next} from ${WATCHED.as('n')} order by n.domain
     on conflict (domain) do update
       set given_name = coalesce(excluded.given_name, w.given_name), by_operator = w.by_operator or excluded.by_operator
      where (coalesce(excluded.given_name, w.given_name), w.by_operator or excluded.by_operator)
            is distinct from (w.given_name, w.by_operator)
     returning domain, xmax = 0 as "isNew"`,
    [...WATCHED.values(companies), by === 'operator'],
  )
  return new Set(rows.filter(({ isNew }) => isNew).map(({ domain }) => domain))
}

/** The stored companies of watched domains, by their own domains, with the names that they should have. */
export async function readGivenNames(
  db: Queryable,
  domains: readonly string[],
): Promise<{ readonly domain: string; readonly name: string }[]> {
  return many<{ domain: string; name: string }>(
    db,
    `select c.domain, w.given_name as name from watched_companies w ${STORED_COMPANY}
      where w.domain = any($1::text[]) and c.name <> w.given_name`,
    [domains],
  )
}

export interface NewLook {
  readonly domain: string
  readonly collector: Collector
  readonly target: string
}

/**
 * The lane of the demo's job boards. Only the demo's own loop has this lane and visits them; no other process
 * visits companies that are watched for the demo, unless an operator adds them.
 */
export const DEMO_LANE = 'demo'

/** SQL: whether a watched company is the demo's. */
export const isOfDemo = (domain: string) =>
  `exists (select from looks d join look_times t on t.look_id = d.id where d.domain = ${domain} and t.lane = '${DEMO_LANE}')`

export const laneOf = ({ system }: Collector) => system ?? 'web'

const LOOKS = columns<NewLook & { readonly place: number }>(1, {
  domain: ['text', ({ domain }) => domain],
  collector: ['text', ({ collector }) => collector.name],
  target: ['text', ({ target }) => target],
  types: ['text', ({ collector }) => `{${collector.types.join(',')}}`],
  lane: ['text', ({ collector }) => laneOf(collector)],
  place: ['int', ({ place }) => place],
})

/** SQL: the name for a new look's reports if those of a renamed board already use its name. Else null. */
const OTHER_NAME = `(select concat(n.target, '@', floor(extract(epoch from now()))) from looks o
  where o.collector = n.collector and coalesce(o.reported_as, o.target) = n.target)`

/**
 * A board that is watched already, in any spelling, stays with its company. Returns those that are new. They are
 * visited in the order of the collectors given here: the first collector for all companies, then the next.
 */
export async function insertLooks(
  db: Queryable,
  looks: readonly NewLook[],
): Promise<{ readonly collector: string; readonly target: string }[]> {
  if (looks.length === 0) return []
  const places = new Map([...new Set(looks.map(({ collector }) => collector))].map((collector, i) => [collector, i]))
  const placed = looks.map((look) => ({ ...look, place: places.get(look.collector) ?? 0 }))
  return many<{ collector: string; target: string }>(
    db,
    `with added as (
       insert into looks (domain, collector, target, types, reported_as)
       select n.domain, n.collector, n.target, n.types::text[], ${OTHER_NAME} from ${LOOKS.as('n')} order by n.collector, n.target
       on conflict do nothing returning id, collector, target),
     timed as (
       insert into look_times (look_id, lane, due_at)
       select a.id, n.lane, now() + n.place * interval '1 ms' from added a join ${LOOKS.as('n')} on n.collector = a.collector and n.target = a.target)
     select collector, target from added`,
    LOOKS.values(placed),
  )
}

/** The domains that boards are watched for, by the boards' keys. */
export async function readOwners(db: Queryable, boardKeys: readonly string[]): Promise<Map<string, string>> {
  const rows = await many<{ key: string; domain: string }>(
    db,
    `select board_key as key, domain from looks where board_key = any($1::text[])`,
    [boardKeys],
  )
  return new Map(rows.map(({ key, domain }) => [key, domain]))
}

/** Idle nodes check what is due as soon as this transaction has committed. */
export async function wakeCollecting(tx: Transaction): Promise<void> {
  await tx.query(`select pg_notify('looks', '')`)
}

/** Adds looks of new collectors to companies added before them. */
export async function insertMissingLooks(db: Queryable, collectors: readonly Collector[]): Promise<void> {
  for (const collector of collectors.filter(({ boardOf }) => boardOf === undefined)) {
    await db.query(
      `with added as (
         insert into looks (domain, collector, target, types)
         select w.domain, $1, w.domain, $2::text[] from watched_companies w
          where not exists (select from looks l where l.collector = $1 and l.target = w.domain)
            and not ${isOfDemo('w.domain')}
         on conflict do nothing returning id)
       insert into look_times (look_id, lane) select id, $3 from added`,
      [collector.name, collector.types, laneOf(collector)],
    )
  }
}
