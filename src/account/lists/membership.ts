// What features that follow lists need, such as saved searches and webhooks with a list. They store a list's id, which
// a rename doesn't change.
//
// A company enters or leaves a list in two ways. Its domain is added or removed: `readListVersions` shows that a list
// has changed. Or the company itself changes (it appears, is merged or split, gets a domain): then the log has an event
// of kind `company` for it. In both cases `listsOf` returns the current state.

import { many, type Queryable } from '../../db/index.ts'
import { findListed } from './entry-queries.ts'
import type { ListSet } from './list-sets.ts'

/** The lists that each company is on. Companies on none are absent. One statement for all of them. */
export async function listsOf(
  db: Queryable,
  listIds: readonly string[],
  ordinals: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const lists = new Map<number, Set<string>>()
  for (const { listId, ordinal } of await findListed(db, listIds, ordinals)) {
    lists.set(ordinal, (lists.get(ordinal) ?? new Set()).add(listId))
  }
  return lists
}

/** By list. A deleted list is absent. A list's entries have changed exactly when its version differs. */
export async function readListVersions(
  db: Queryable,
  listIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await many<{ id: string; version: number }>(
    db,
    `select id, version from lists where id = any($1::uuid[])`,
    [listIds],
  )
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** Changes exactly when its name or entries change. */
export const markOfList = ({ id, version, name }: Pick<ListSet, 'id' | 'version' | 'name'>) =>
  `${id} ${version} ${name}`

/** The marks of each team's lists, sorted. Teams without a list are absent. */
export async function readListMarks(
  db: Queryable,
  teamIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await many<{ teamId: string; id: string; version: number; name: string }>(
    db,
    {
      name: 'list_marks',
      text: `select team_id as "teamId", id, version, name from lists where team_id = any($1::uuid[])`,
    },
    [teamIds],
  )
  const marks = Map.groupBy(rows, ({ teamId }) => teamId)
  return new Map([...marks].map(([teamId, lists]) => [teamId, lists.map(markOfList).sort()]))
}
