import { Type } from 'typebox'
import { route } from '../route.ts'
import { Count, EmptyReply, Id, Name, nullable, STRICT, Time } from '../schemas.ts'

export const MAX_LISTS = 50
export const MAX_LIST_ENTRIES = 20_000
/** Of pasted or uploaded text, in UTF-16 code units: 20,000 lines of a spreadsheet. */
export const MAX_ACCOUNTS_LENGTH = 2_000_000
/** The number of entries on a page. */
export const LIST_PAGE_SIZE = 50

export const ENTRY_STATES = ['known', 'waiting'] as const

export const AccountList = Type.Object({
  id: Id,
  name: Type.String(),
  /** The number of domains, including those that wait. */
  entries: Count,
  createdAt: Time,
  changedAt: Time,
  /** Its companies are watched, or wait for the operator's approval. */
  isMonitored: Type.Boolean(),
})

export const ListEntry = Type.Object({
  domain: Type.String(),
  addedAt: Time,
  /** Null: it waits for its company. */
  company: nullable(Type.Object({ id: Id, name: Type.String(), domain: Type.String() })),
})

/** What was understood of a text. */
export const AccountsReport = Type.Object({
  /** The number of different domains. */
  read: Count,
  added: Count,
  alreadyThere: Count,
  /** Those among them that no company has yet. */
  waiting: Count,
  /** The first few. */
  waitingDomains: Type.Array(Type.String()),
  unreadable: Count,
  /** The first few. `line` counts from 1. */
  unreadableLines: Type.Array(Type.Object({ line: Count, text: Type.String(), reason: Type.String() })),
})

/** What uses a list, and would match nothing without it. */
export const ListUser = Type.Object({ kind: Type.String(), id: Type.String(), name: Type.String() })

const Accounts = Type.String({ maxLength: MAX_ACCOUNTS_LENGTH })
const listParams = Type.Object({ listId: Id })
/** 20,000 lines, each of their characters escaped. */
const MAX_BYTES = 2 * MAX_ACCOUNTS_LENGTH
/** The input of adding and removing. */
const accountsInput = {
  params: listParams,
  body: Type.Object({ accounts: Accounts }, STRICT),
  maxBodyBytes: MAX_BYTES,
}
const withReport = Type.Object({ list: AccountList, report: AccountsReport })

export const listRoutes = {
  /** By name. */
  getLists: route({
    method: 'GET',
    path: '/lists',
    reply: Type.Object({ lists: Type.Array(AccountList) }),
  }),
  /**
   * One page of entries, newest first. `find` keeps those whose domain contains it; it is parsed like a pasted account.
   */
  getList: route({
    method: 'GET',
    path: '/lists/:listId',
    params: listParams,
    query: Type.Object(
      {
        page: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,5}$' })),
        state: Type.Optional(Type.Enum(ENTRY_STATES)),
        find: Type.Optional(Type.String({ maxLength: 253 })),
      },
      STRICT,
    ),
    reply: Type.Object({
      list: AccountList,
      /** The number of all entries that no company has yet. */
      waiting: Count,
      entries: Type.Array(ListEntry),
      /** The number of entries that match `state` and `find`. */
      total: Count,
      users: Type.Array(ListUser),
    }),
  }),
  /** Errors: 409 list_exists, 409 too_many_lists (MAX_LISTS), 409 list_full. */
  createList: route({
    method: 'POST',
    path: '/lists',
    body: Type.Object({ name: Name, accounts: Accounts }, STRICT),
    maxBodyBytes: MAX_BYTES,
    reply: withReport,
  }),
  /** A preview of what would be added. Changes nothing. */
  readAccounts: route({
    method: 'POST',
    path: '/lists/preview',
    body: Type.Object({ listId: nullable(Id), accounts: Accounts }, STRICT),
    maxBodyBytes: MAX_BYTES,
    reply: Type.Object({ report: AccountsReport }),
  }),
  /** All or none. Error: 409 list_full (MAX_LIST_ENTRIES). */
  addAccounts: route({
    method: 'POST',
    path: '/lists/:listId/accounts',
    ...accountsInput,
    reply: withReport,
  }),
  /** The same for a company that the screen shows without its domain. Error: 404 company_not_found. */
  addCompany: route({
    method: 'POST',
    path: '/lists/:listId/companies',
    params: accountsInput.params,
    body: Type.Object({ companyId: Id }, STRICT),
    reply: withReport,
  }),
  removeAccounts: route({
    method: 'POST',
    path: '/lists/:listId/removals',
    ...accountsInput,
    reply: Type.Object({ list: AccountList, removed: Count }),
  }),
  /** Error: 409 list_exists. */
  renameList: route({
    method: 'PUT',
    path: '/lists/:listId/name',
    params: listParams,
    body: Type.Object({ name: Name }, STRICT),
    reply: Type.Object({ list: AccountList }),
  }),
  /** Without `force`, 409 list_in_use says what uses the list. */
  deleteList: route({
    method: 'DELETE',
    path: '/lists/:listId',
    params: listParams,
    query: Type.Object({ force: Type.Optional(Type.Enum(['true'])) }, STRICT),
    reply: EmptyReply,
  }),
}
