import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/index.ts'
import { companyNotFound, settingsRoute } from '../../http/index.ts'
import { type AccountListReply, contract, LIST_PAGE_SIZE, type ListEntryReply } from '../../settings-contract/index.ts'
import { asMember } from '../accounts/index.ts'
import { addAccounts, previewAccounts, removeAccounts } from './change-entries.ts'
import { createList, deleteList, type FindListUsers, noList, renameList } from './change-lists.ts'
import { countWaiting, findDomain, readEntries, type ShownEntry } from './entry-queries.ts'
import { type AccountList, findList, selectLists } from './queries.ts'
import { readSearchText } from './read-accounts.ts'

/** `usersOf` finds what uses a list. */
export function listSettings(app: FastifyInstance, db: Database, usersOf: FindListUsers): void {
  const pool = db.pool('settings')

  async function replyOf(teamId: string, listId: string): Promise<AccountListReply> {
    const list = await findList(pool, teamId, listId)
    if (!list) throw noList()
    return listReply(list)
  }

  settingsRoute(app, contract.getLists, async ({ session: { teamId } }) => {
    return { lists: (await selectLists(pool, teamId)).map(listReply) }
  })

  settingsRoute(app, contract.getList, async ({ session: { teamId }, params: { listId }, query }) => {
    const list = await replyOf(teamId, listId)
    const offset = (Number(query.page ?? 1) - 1) * LIST_PAGE_SIZE
    const filter = { state: query.state, find: readSearchText(query.find ?? ''), offset, limit: LIST_PAGE_SIZE }
    const { entries, total } = await readEntries(pool, listId, filter)
    const users = await usersOf(pool, teamId, listId)
    const waiting = await countWaiting(pool, listId)
    return { list, waiting, entries: entries.map(entryReply), total, users: [...users] }
  })

  settingsRoute(app, contract.createList, async ({ session, body: { name, accounts } }) => {
    const { teamId } = session
    const { listId, report } = await asMember(db, session, async (tx) => {
      const list = await createList(tx, session, teamId, { name })
      return { listId: list.id, report: await addAccounts(tx, session, teamId, { listId: list.id, accounts }) }
    })
    return { list: await replyOf(teamId, listId), report }
  })

  settingsRoute(app, contract.readAccounts, async ({ session: { teamId }, body: { listId, accounts } }) => {
    if (listId !== null && !(await findList(pool, teamId, listId))) throw noList()
    return { report: await previewAccounts(pool, listId ?? undefined, accounts) }
  })

  settingsRoute(app, contract.addAccounts, async ({ session, params: { listId }, body: { accounts } }) => {
    const { teamId } = session
    const report = await asMember(db, session, (tx) => addAccounts(tx, session, teamId, { listId, accounts }))
    return { list: await replyOf(teamId, listId), report }
  })

  settingsRoute(app, contract.addCompany, async ({ session, params: { listId }, body: { companyId } }) => {
    const { teamId } = session
    const report = await asMember(db, session, async (tx) => {
      const accounts = await findDomain(tx, companyId)
      if (accounts === undefined) throw companyNotFound(companyId)
      return addAccounts(tx, session, teamId, { listId, accounts })
    })
    return { list: await replyOf(teamId, listId), report }
  })

  settingsRoute(app, contract.removeAccounts, async ({ session, params: { listId }, body: { accounts } }) => {
    const { teamId } = session
    const { removed } = await asMember(db, session, (tx) => removeAccounts(tx, session, teamId, { listId, accounts }))
    return { list: await replyOf(teamId, listId), removed }
  })

  settingsRoute(app, contract.renameList, async ({ session, params: { listId }, body: { name } }) => {
    await asMember(db, session, (tx) => renameList(tx, session, session.teamId, { listId, name }))
    return { list: await replyOf(session.teamId, listId) }
  })

  settingsRoute(app, contract.deleteList, async ({ session, params: { listId }, query }) => {
    const deletion = { listId, force: query.force === 'true', usersOf }
    await asMember(db, session, (tx) => deleteList(tx, session, session.teamId, deletion))
    return {}
  })
}

function listReply({ id, name, entries, createdAt, changedAt, monitoredAt }: AccountList): AccountListReply {
  const times = { createdAt: createdAt.toISOString(), changedAt: changedAt.toISOString() }
  return { id, name, entries, ...times, isMonitored: monitoredAt !== null }
}

function entryReply({ domain, addedAt, companyId, companyName, companyDomain }: ShownEntry): ListEntryReply {
  const company =
    companyId === null ? null : { id: companyId, name: companyName ?? '', domain: companyDomain ?? domain }
  return { domain, addedAt: addedAt.toISOString(), company }
}
