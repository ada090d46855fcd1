// Which types a slice has data for. An empty slice can mean that no company has such signals, or that they are neither
// delivered nor monitored: the latter is reported, as `not_fed`.

import { one, type Queryable } from '../../db/index.ts'
import { REPORTED_TYPES, type ReportedType, type SignalType } from '../../meaning/types/index.ts'
import { typesOfBits } from '../../write/sources/index.ts'
import { RANK_COLUMNS } from '../../write/write-path/index.ts'
import type { SliceNeeds } from './definition/needs.ts'

export interface Feeds {
  /** Some company has signals of these types. */
  readonly types: readonly SignalType[]
  /** Some company is monitored for these types. */
  readonly looked: readonly SignalType[]
}

const READ_FEEDS = `select coalesce(bit_or(looked), 0)::int as looked,
  ${REPORTED_TYPES.map((type) => `coalesce(bool_or(${RANK_COLUMNS[type].best} is not null), false) as ${type}`).join(', ')}
  from company_ranks`

/** Reads a row of each company: half a second for a million of them. */
export async function readFeeds(db: Queryable): Promise<Feeds> {
  const { looked, ...has } = await one<{ looked: number } & Record<string, unknown>>(db, READ_FEEDS)
  return { types: REPORTED_TYPES.filter((type) => has[type]), looked: typesOfBits(looked) }
}

/** The types that a slice needs, but that are neither delivered nor monitored. */
export function notFed(needs: SliceNeeds, feeds: Feeds): ReportedType[] {
  const isFed = (type: ReportedType) =>
    feeds.types.includes(type) && (!needs.looked.includes(type) || feeds.looked.includes(type))
  return [...new Set([...needs.types, ...needs.looked])].filter((type) => !isFed(type))
}
