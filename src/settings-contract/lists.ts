import { Type } from 'typebox'
import { route } from './route.ts'
import { Count, EmptyReply, Id, Name, nullable, STRICT, Time } from './schemas.ts'

export const MAX_LISTS = 50
export const MAX_LIST_ENTRIES = 20_000
/** Of pasted or uploaded text, in UTF-16 code units: 20,000 lines of a spreadsheet. */
export const MAX_ACCOUNTS_LENGTH = 2_000_000
/** Of entries that a page shows. */
export const LIST_PAGE_SIZE = 50

export const ENTRY_STATES = ['known', 'waiting'] as const

export const AccountList = Type.Object({
  id: Id,
  name: Type.String(),
  /** Domains, those that wait included. */
  entries: Count,
  createdAt: Time,
  changedAt: Time,
})

export const ListEntry = Type.Object({
  domain: Type.String(),
  addedAt: Time,
  /** Null: it waits for its company. */
  company: nullable(Type.Object({ id: Id, name: Type.String(), domain: Type.String() })),
})

/** What was understood of a text. */
export const AccountsReport = Type.Object({
  /** Different domains. */
  read: Count,
  added: Count,
  alreadyThere: Count,
  /** Of those that were read: no company has them yet. */
  waiting: Count,
  /** The first of them. */
  waitingDomains: Type.Array(Type.String()),
  unreadable: Count,
  /** The first of them. `line` counts from 1. */
  unreadableLines: Type.Array(Type.Object({ line: Count, text: Type.String(), reason: Type.String() })),
})

/** What uses a list, and would match nothing without it. */
export const ListUser = Type.Object({ kind: Type.String(), id: Type.String(), name: Type.String() })

const Accounts = Type.String({ maxLength: MAX_ACCOUNTS_LENGTH })
const listParams = Type.Object({ listId: Id })
/** 20,000 lines, each of their characters escaped. */
const MAX_BYTES = 2 * MAX_ACCOUNTS_LENGTH
/** Adding and removing take the same. */
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
  /** The entries that a page shows, the newest first; with `find`, those whose domain contains it, read as a pasted account is. */
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
      /** Of all its entries: those that no company has yet. */
      waiting: Count,
      entries: Type.Array(ListEntry),
      /** Of the entries that `state` and `find` leave. */
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
  /** What would be added, without a change. */
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
  /** Error: 409 list_in_use without `force`, which says what uses it. */
  deleteList: route({
    method: 'DELETE',
    path: '/lists/:listId',
    params: listParams,
    query: Type.Object({ force: Type.Optional(Type.Enum(['true'])) }, STRICT),
    reply: EmptyReply,
  }),
}
