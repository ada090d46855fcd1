import { CHECK_VIOLATION, errorCodeIs, type Queryable, type Transaction } from '../../db/index.ts'
import { registrableDomain } from '../../meaning/companies/index.ts'
import type { AccountsReportReply } from '../../settings-contract/index.ts'
import { type Actor, recordAudit } from '../audit/index.ts'
import { listFull, requireLocked } from './change-lists.ts'
import { countPresent, deleteEntries, findKnown, insertEntries } from './entry-queries.ts'
import { noteMonitored } from './queries.ts'
import { type ReadAccounts, readAccounts } from './read-accounts.ts'

const MAX_SHOWN_WAITING = 100

interface AccountsChange {
  readonly listId: string
  /** As pasted or uploaded. */
  readonly accounts: string
}

/** Adds all or none. */
export async function addAccounts(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  { listId, accounts }: AccountsChange,
): Promise<AccountsReportReply> {
  const read = await readAccounts(accounts)
  const list = await requireLocked(tx, teamId, listId)
  const { domains, waiting } = await resolveAccounts(tx, read)
  const added = await insertEntries(tx, listId, domains).catch((error: unknown) => {
    throw errorCodeIs(error, CHECK_VIOLATION) ? listFull(list, domains.length) : error
  })
  if (added > 0 && list.monitoredAt) await noteMonitored(tx)
  if (added > 0) await recordAudit(tx, actor, teamId, { action: 'list.changed', target: list, details: { added } })
  return resultOf(read, { domains, waiting, added })
}

/** What `addAccounts` would report. `listId` is undefined for a new list. */
export async function previewAccounts(
  db: Queryable,
  listId: string | undefined,
  accounts: string,
): Promise<AccountsReportReply> {
  const read = await readAccounts(accounts)
  const { domains, waiting } = await resolveAccounts(db, read)
  const present = listId === undefined ? 0 : await countPresent(db, listId, domains)
  return resultOf(read, { domains, waiting, added: domains.length - present })
}

interface RemovedAccounts {
  readonly removed: number
  readonly read: ReadAccounts
}

export async function removeAccounts(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  { listId, accounts }: AccountsChange,
): Promise<RemovedAccounts> {
  const read = await readAccounts(accounts)
  const list = await requireLocked(tx, teamId, listId)
  // A subdomain may have been added as a separate company's, and that company may no longer exist.
  const domains = [...new Set([...read.domains, ...(await resolveAccounts(tx, read)).domains])]
  const removed = await deleteEntries(tx, listId, domains)
  if (removed === 0) return { removed, read }
  if (list.monitoredAt) await noteMonitored(tx)
  await recordAudit(tx, actor, teamId, { action: 'list.changed', target: list, details: { removed } })
  return { removed, read }
}

interface ResolvedAccounts {
  readonly domains: readonly string[]
  readonly waiting: readonly string[]
}

/**
 * The domains as stored in a list: mail.acme.example means acme.example, unless it is a separate company or a known
 * domain of a company.
 */
async function resolveAccounts(db: Queryable, { domains: given }: ReadAccounts): Promise<ResolvedAccounts> {
  const known = await findKnown(db, [...new Set([...given, ...given.map(registrableDomain)])])
  const domains = [...new Set(given.map((domain) => (known.has(domain) ? domain : registrableDomain(domain))))]
  return { domains, waiting: domains.filter((domain) => !known.has(domain)) }
}

function resultOf(
  { unreadable, unreadableLines }: ReadAccounts,
  { domains, waiting, added }: ResolvedAccounts & { readonly added: number },
): AccountsReportReply {
  return {
    read: domains.length,
    added,
    alreadyThere: domains.length - added,
    waiting: waiting.length,
    waitingDomains: waiting.slice(0, MAX_SHOWN_WAITING),
    unreadable,
    unreadableLines: unreadableLines.map((line) => ({ ...line })),
  }
}
