import type { FindListUsers } from '../account/lists/index.ts'
import { findSearchesWithList } from '../deliver/alerts/index.ts'
import { findWebhooksOfList } from '../deliver/firehose/index.ts'

/** Every feature that lets a team name a list has an entry: deleting a list warns about what they find. */
const USERS: readonly FindListUsers[] = [findSearchesWithList, findWebhooksOfList]

export const findListUsers: FindListUsers = async (db, teamId, listId) => {
  const users = []
  // Sequential, because they may share a connection.
  for (const find of USERS) users.push(...(await find(db, teamId, listId)))
  return users
}
