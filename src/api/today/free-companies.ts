// The screen shows companies for free, with names and labels only: so many different ones for each team and UTC day
// that it can't replace the API. Today and the windows share these places. A company that was shown today stays free
// until the end of the day, so reloads, another order and other members of the team use no places.

import { one, type Queryable } from '../../db/index.ts'
import { LruMap } from '../../platform/lru-map.ts'
import { MAX_FREE_COMPANIES } from '../../settings-contract/index.ts'

interface FreePlaces {
  readonly left: number
  /** When the day ends. */
  readonly resetsAt: Date
}

const TODAY = `(now() at time zone 'utc')::date`

/** Concurrent calls may want the same place. Each round gives it to one of them. */
const MAX_ROUNDS = 20

/**
 * Takes a place of the team's day for each company, in this order, and returns those that have one. A company keeps its
 * place for the day. The table's keys keep concurrent calls from taking more places than there are.
 */
export async function takePlaces(
  db: Queryable,
  teamId: string,
  companies: readonly number[],
): Promise<ReadonlySet<number>> {
  return (await place(db, teamId, companies)).placed
}

/** `isFull`: no places are left today. */
async function place(db: Queryable, teamId: string, companies: readonly number[]) {
  const wanted = [...new Set(companies)]
  let placed: readonly number[] = []
  let taken = 0
  for (let round = 0; round < MAX_ROUNDS && placed.length < wanted.length && taken < MAX_FREE_COMPANIES; round++) {
    ;({ placed, taken } = await one<{ placed: number[]; taken: number }>(db, TAKE_PLACES, [teamId, wanted]))
  }
  return { placed: new Set(placed), isFull: taken >= MAX_FREE_COMPANIES }
}

/** `taken`: before. Several companies take the remaining places, so the next round knows that none is left. */
const TAKE_PLACES = {
  name: 'take_free_places',
  text: `
    with had as (select company, place from today_companies where team_id = $1 and day = ${TODAY}),
    gone as (delete from today_companies where team_id = $1 and day < ${TODAY}),
    wanted as (
      select w.company, (select coalesce(max(place), 0) from had) + row_number() over (order by w.n) as place
        from unnest($2::int[]) with ordinality w (company, n)
       where not exists (select from had where had.company = w.company)),
    added as (
      insert into today_companies (team_id, day, place, company)
      select $1, ${TODAY}, place, company from wanted where place <= ${MAX_FREE_COMPANIES}
      on conflict do nothing returning company)
    select (select coalesce(max(place), 0) from had)::int as taken,
           array(select company from added union all select company from had where company = any($2::int[])) as placed`,
}

/** For a team's day: which companies have a place, and which can't get one any more. */
interface KnownPlaces {
  /** Unix seconds. */
  readonly day: number
  readonly placed: Set<number>
  readonly unplaced: Set<number>
}

const MAX_TEAMS = 1_000

/**
 * Caches on this node what can't change before the day ends: a company that has a place keeps it, and once all places
 * are taken, a company without one gets none. A page that is read again queries the database only for new companies.
 */
export class TakenPlaces {
  readonly #db: Queryable
  readonly #known = new LruMap<string, KnownPlaces>(MAX_TEAMS)

  constructor(db: Queryable) {
    this.#db = db
  }

  /** `day`: the start of the database's UTC day. */
  async take(teamId: string, day: number, companies: readonly number[]): Promise<ReadonlySet<number>> {
    let known = this.#known.get(teamId)
    if (known?.day !== day) {
      known = { day, placed: new Set(), unplaced: new Set() }
      this.#known.set(teamId, known)
    }
    const { placed, unplaced } = known
    if (!companies.every((company) => placed.has(company) || unplaced.has(company))) {
      const taken = await place(this.#db, teamId, companies)
      for (const company of companies) {
        if (taken.placed.has(company)) placed.add(company)
        else if (taken.isFull) unplaced.add(company)
      }
    }
    return new Set(companies.filter((company) => placed.has(company)))
  }
}

/** Whether the team was shown the company for free today. */
export async function hasPlace(db: Queryable, teamId: string, companyId: string): Promise<boolean> {
  const { shown } = await one<{ shown: boolean }>(
    db,
    `select exists (select from today_companies join companies on companies.ordinal = today_companies.company
                     where team_id = $1 and day = ${TODAY} and id = $2) as shown`,
    [teamId, companyId],
  )
  return shown
}

export async function readFreePlaces(db: Queryable, teamId: string): Promise<FreePlaces> {
  return one<{ left: number; resetsAt: Date }>(
    db,
    `select ${MAX_FREE_COMPANIES} - count(*)::int as left, (${TODAY} + 1)::timestamp at time zone 'utc' as "resetsAt"
       from today_companies where team_id = $1 and day = ${TODAY}`,
    [teamId],
  )
}
