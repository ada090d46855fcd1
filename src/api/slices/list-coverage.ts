// For how many companies of a list each type is monitored. A company without any data yet is monitored for nothing.

import type { ListSet } from '../../account/lists/index.ts'
import { many, type Queryable } from '../../db/index.ts'
import type { ReportedType } from '../../meaning/types/index.ts'
import { lookedBits } from '../../write/sources/index.ts'

export class ListCoverage {
  readonly companies: number
  /** By the types that they are monitored for, as bits. */
  readonly #counts: ReadonlyMap<number, number>

  constructor(companies: number, counts: ReadonlyMap<number, number>) {
    this.companies = companies
    this.#counts = counts
  }

  /** The number of companies that are monitored for all of the types. */
  monitored(types: readonly ReportedType[]): number {
    const bits = lookedBits(types)
    return [...this.#counts].reduce((sum, [looked, count]) => ((looked & bits) === bits ? sum + count : sum), 0)
  }
}

export async function readListCoverage(
  db: Queryable,
  { entries, ordinals }: Pick<ListSet, 'entries' | 'ordinals'>,
): Promise<ListCoverage> {
  const rows = await many<{ looked: number; companies: number }>(
    db,
    `select looked::int as looked, count(*)::int as companies from company_ranks
      where company_ordinal = any($1::int[]) group by looked`,
    [[...ordinals]],
  )
  // A company with two domains on the list counts once.
  return new ListCoverage(
    Math.max(entries, ordinals.length),
    new Map(rows.map(({ looked, companies }) => [looked, companies])),
  )
}
