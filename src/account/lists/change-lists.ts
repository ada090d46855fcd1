// The rules for account lists. The settings screen and the command line both call them. Each writes its own audit record.

import { errorCodeIs, type Queryable, type Transaction, UNIQUE_VIOLATION } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { nearest } from '../../platform/text/edit-distance.ts'
import {
  cleanName,
  type ListUserReply,
  MAX_LIST_ENTRIES,
  MAX_LISTS,
  MAX_NAME_LENGTH,
  nameProblemOf,
} from '../../settings-contract/index.ts'
import { lockTeam } from '../accounts/index.ts'
import { type Actor, recordAudit } from '../audit/index.ts'
import {
  type AccountList,
  deleteListRow,
  findListByName,
  insertList,
  lockList,
  noteMonitored,
  selectLists,
  updateName,
} from './queries.ts'

/** What uses a list. Features that use lists register in src/service/list-users.ts. */
export type FindListUsers = (db: Queryable, teamId: string, listId: string) => Promise<readonly ListUserReply[]>

export async function createList(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  { name: given }: { readonly name: string },
): Promise<AccountList> {
  const name = checkedName(given)
  // Of two concurrent calls, the second sees the first one's list.
  await lockTeam(tx, teamId)
  await refuseTaken(tx, teamId, name)
  const list = await insertList(tx, teamId, name, MAX_LISTS)
  if (!list) {
    throw new AppError('conflict', `A team can have at most ${MAX_LISTS} lists: delete one first.`, {
      code: 'too_many_lists',
    })
  }
  await recordAudit(tx, actor, teamId, { action: 'list.created', target: list })
  return list
}

export async function renameList(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  { listId, name: given }: { readonly listId: string; readonly name: string },
): Promise<AccountList> {
  const name = checkedName(given)
  const list = await requireLocked(tx, teamId, listId)
  if (list.name === name) return list
  if (list.name.toLowerCase() !== name.toLowerCase()) await refuseTaken(tx, teamId, name)
  const renamed = await updateName(tx, teamId, listId, name).catch((error: unknown) => {
    throw errorCodeIs(error, UNIQUE_VIOLATION) ? taken(name) : error
  })
  await recordAudit(tx, actor, teamId, { action: 'list.renamed', target: renamed, details: { from: list.name } })
  return renamed
}

interface Deletion {
  readonly listId: string
  /** Deletes the list even if something uses it. */
  readonly force: boolean
  readonly usersOf: FindListUsers
}

export async function deleteList(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  { listId, force, usersOf }: Deletion,
): Promise<AccountList> {
  const list = await requireLocked(tx, teamId, listId)
  const users = await usersOf(tx, teamId, listId)
  if (users.length > 0 && !force) throw inUse(list, users)
  await deleteListRow(tx, teamId, listId)
  if (list.monitoredAt) await noteMonitored(tx)
  const details = { companies: list.entries, users: users.length }
  await recordAudit(tx, actor, teamId, { action: 'list.deleted', target: list, details })
  return list
}

/** The message doesn't repeat the id, so that a reply never contains anything of another team's list. */
export async function requireLocked(tx: Transaction, teamId: string, listId: string): Promise<AccountList> {
  const list = await lockList(tx, teamId, listId)
  if (!list) throw noList()
  return list
}

export const noList = () => new AppError('not_found', 'The team has no such list.')

export const listFull = ({ name, entries }: AccountList, given: number) =>
  new AppError(
    'conflict',
    `${JSON.stringify(name)} has ${entries.toLocaleString('en')} of ${MAX_LIST_ENTRIES.toLocaleString('en')} companies: there is no room for ${given.toLocaleString('en')} more, so none was added.`,
    { code: 'list_full' },
  )

/** The list with this name in any case. Only lists of the same team are suggested. */
export async function requireListByName(db: Queryable, teamId: string, name: string): Promise<AccountList> {
  const list = await findListByName(db, teamId, name.trim())
  if (list) return list
  const guesses = await suggestLists(db, teamId, name)
  const help =
    guesses.length > 0 ? `: did you mean ${guesses.map((guess) => JSON.stringify(guess)).join(' or ')}?` : '.'
  throw new AppError('not_found', `The team has no list ${JSON.stringify(name)}${help}`)
}

export async function suggestLists(db: Queryable, teamId: string, name: string): Promise<string[]> {
  const lists = await selectLists(db, teamId)
  return nearest(
    name.trim().slice(0, MAX_NAME_LENGTH),
    lists.map((list) => list.name),
  )
}

function checkedName(given: string): string {
  const name = cleanName(given)
  if (!nameProblemOf(name)) return name
  throw new AppError('invalid', `A list's name must have 1 to ${MAX_NAME_LENGTH} characters, all of them visible.`)
}

async function refuseTaken(tx: Transaction, teamId: string, name: string): Promise<void> {
  if (await findListByName(tx, teamId, name)) throw taken(name)
}

const taken = (name: string) =>
  new AppError('conflict', `The team already has a list ${JSON.stringify(name)}.`, { code: 'list_exists' })

function inUse({ name }: AccountList, users: readonly ListUserReply[]): AppError {
  const named = users.map((user) => `${user.kind} ${JSON.stringify(user.name)}`).join(', ')
  return new AppError('conflict', `${JSON.stringify(name)} is used by ${named}: without it they match nothing.`, {
    code: 'list_in_use',
  })
}
