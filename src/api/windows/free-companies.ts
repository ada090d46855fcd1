// The screen shows companies for free, with names and labels only: so many different ones for each team and UTC day that it
// can't replace the API. Today and the windows share these places. A company that was shown today stays free until the day
// is over, so a reload, another order and the other members of the team use nothing up.

import { many, one, type Transaction } from '../../db/index.ts'
import { MAX_FREE_COMPANIES } from '../../settings-contract/index.ts'

interface FreeCompanies {
  /** Those of the given ordinals that may be shown. */
  readonly shown: ReadonlySet<number>
  readonly left: number
  /** When the day ends. */
  readonly resetsAt: Date
}

const TODAY = `(now() at time zone 'utc')::date`

/**
 * Counts the companies as shown, in the given order, as long as there is room. Call it under the team's lock: then concurrent
 * requests together never count too many. Places of earlier days are removed.
 */
export async function countFreeCompanies(
  tx: Transaction,
  teamId: string,
  ordinals: readonly number[],
): Promise<FreeCompanies> {
  await tx.query(`delete from today_companies where team_id = $1 and day < ${TODAY} - 1`, [teamId])
  const shown = await many<{ company: number }>(tx, TAKE_PLACES, [teamId, ordinals])
  return { shown: new Set(shown.map(({ company }) => company)), ...(await readLeft(tx, teamId)) }
}

const TAKE_PLACES = `
  with given as (select company, min(n) as n from unnest($2::int[]) with ordinality as each (company, n) group by company),
  before as (select company, place from today_companies where team_id = $1 and day = ${TODAY}),
  added as (
    insert into today_companies (team_id, day, place, company)
    select $1, ${TODAY}, coalesce((select max(place) from before), 0) + row_number() over (order by n), company
      from given where company not in (select company from before)
     order by n limit greatest(0, ${MAX_FREE_COMPANIES} - coalesce((select max(place) from before), 0))
    on conflict do nothing
    returning company)
  select company from given join before using (company) union all select company from added`

async function readLeft(tx: Transaction, teamId: string): Promise<Pick<FreeCompanies, 'left' | 'resetsAt'>> {
  return one<{ left: number; resetsAt: Date }>(
    tx,
    `select greatest(0, ${MAX_FREE_COMPANIES} - count(*))::int as left,
            (${TODAY} + 1)::timestamp at time zone 'utc' as "resetsAt"
       from today_companies where team_id = $1 and day = ${TODAY}`,
    [teamId],
  )
}
