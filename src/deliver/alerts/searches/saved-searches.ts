// The rules for saved searches. The settings screen and the command line both call them, and each rule writes its own
// audit record.

import { randomUUID } from 'node:crypto'
import { lockTeam } from '../../../account/accounts/index.ts'
import { type Actor, recordAudit } from '../../../account/audit/index.ts'
import { ALERT_INTERVALS, type AlertInterval, MAX_SAVED_SEARCHES } from '../../../closed-sets/alerts.ts'
import { OVERLAP_SECONDS, type Overlap } from '../../../closed-sets/webhooks.ts'
import type { Queryable, Transaction } from '../../../db/index.ts'
import { noMail } from '../../../mail/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { SecretBox } from '../../../platform/config/secret-box.ts'
import { keyOfName } from '../../../platform/text/key-of-name.ts'
import type { SentenceFilters } from '../../../query/index.ts'
import { type AuditAction, cleanName } from '../../../settings-contract/index.ts'
import { recordIdentity } from '../../firehose/index.ts'
import { newSigningSecret } from '../../sending/index.ts'
import { askAddress } from '../addresses/addresses.ts'
import { deleteMute, insertMute } from '../addresses/mute-queries.ts'
import { type DestinationOptions, INSTEAD_OF_MAIL, openTarget, readDestination, sealTarget } from './destination.ts'
import { readQuery, readTeamFilters, withStated } from './read-definition.ts'
import {
  deleteSearch,
  insertSearch,
  lockSearch,
  replaceSecret,
  type StoredSearch,
  selectNames,
  selectSearch,
  selectSecret,
  setSearchPaused,
  updateSearch,
  updateTarget,
} from './saved-search-queries.ts'
import { readNow } from './watcher-queries.ts'

export interface SearchRequest {
  readonly name: string
  readonly query: string
  readonly filters?: unknown
  readonly every?: string | undefined
  readonly awayDays?: number | undefined
  /** `webhook:URL`, `slack:URL` or `mail:ADDRESS`. */
  readonly to: string
}

const DEFAULT_AWAY_DAYS = 7
export const MAX_AWAY_DAYS = 365
const MAX_NAME = 100

export async function createSearch(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  request: SearchRequest,
  options: DestinationOptions,
): Promise<{ search: StoredSearch; signingSecret: string | undefined }> {
  const id = randomUUID()
  const name = readName(request.name)
  const destination = readDestination(request.to, options)
  const signingSecret = destination.kind === 'webhook' ? newSigningSecret() : undefined
  const { query, stated } = readQuery(request.query)
  const search = {
    id,
    name,
    query,
    ...(await readTeamFilters(tx, teamId, withStated(request.filters ?? {}, stated))),
    every: readInterval(request.every ?? 'now'),
    awayDays: readAwayDays(request.awayDays ?? DEFAULT_AWAY_DAYS),
    destination: destination.kind,
    target: sealTarget(destination, id, options.box),
    signingSecret: signingSecret === undefined ? null : options.box().seal(signingSecret, id),
    createdBy: actor === 'operator' ? null : actor.accountId,
  }
  // Of two concurrent calls, the second sees the search of the first.
  await lockTeam(tx, teamId)
  await refuseTaken(tx, teamId, name)
  await recordIdentity(tx)
  if (!(await insertSearch(tx, teamId, search))) {
    const { rowCount } = await tx.query(`select from teams where id = $1`, [teamId])
    if (rowCount === 0) throw new AppError('not_found', `There is no team ${teamId}.`)
    throw new AppError('conflict', `A team can have at most ${MAX_SAVED_SEARCHES} saved searches: delete one first.`, {
      code: 'too_many_searches',
    })
  }
  const created = await recorded(tx, actor, teamId, id, 'search.created')
  await askForMail(tx, teamId, created, options)
  return { search: created, signingSecret }
}

/** Omitted options stay unchanged. */
export interface SearchChanges {
  readonly name?: string | undefined
  readonly query?: string | undefined
  /** All of them, without the list. */
  readonly filters?: Readonly<Record<string, unknown>> | undefined
  /** The name of an account list. Null: none. */
  readonly list?: string | null | undefined
  readonly every?: string | undefined
  readonly awayDays?: number | undefined
  readonly to?: string | undefined
}

/** With another query or other filters it starts over: companies that match already send no alerts. */
export async function changeSearch(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  id: string,
  changes: SearchChanges,
  options: DestinationOptions,
): Promise<{ search: StoredSearch; signingSecret: string | undefined }> {
  // The screen has locked the team already. Locked in another order, two edits could deadlock.
  await lockTeam(tx, teamId)
  await lockSearch(tx, teamId, id)
  const stored = await requireSearch(tx, teamId, id)
  const { name, query, every, awayDays } = stored
  const read = changes.query === undefined ? undefined : readQuery(changes.query)
  const changed = {
    name: changes.name === undefined ? name : readName(changes.name),
    query: read?.query ?? query,
    ...(await changedFilters(tx, teamId, stored, changes, read?.stated ?? {})),
    every: changes.every === undefined ? every : readInterval(changes.every),
    awayDays: changes.awayDays === undefined ? awayDays : readAwayDays(changes.awayDays),
  }
  if (keyOfName(changed.name) !== keyOfName(name)) await refuseTaken(tx, teamId, changed.name)
  if (!(await updateSearch(tx, teamId, id, changed))) throw noSearch(id)
  const signingSecret =
    changes.to === undefined ? undefined : await changeTarget(tx, teamId, stored, changes.to, options)
  const saved = await recorded(tx, actor, teamId, id, 'search.changed')
  if (changes.to !== undefined) await askForMail(tx, teamId, saved, options)
  return { search: saved, signingSecret }
}

async function changedFilters(
  tx: Transaction,
  teamId: string,
  { filters, listId }: StoredSearch,
  changes: Pick<SearchChanges, 'filters' | 'list'>,
  stated: SentenceFilters,
): Promise<{ filters: Record<string, unknown>; listId: string | null }> {
  const { list } = changes
  const isSame = changes.filters === undefined && list === undefined && Object.keys(stated).length === 0
  if (isSame) return { filters, listId }
  const read = await readTeamFilters(tx, teamId, {
    ...(withStated(changes.filters ?? filters, stated) as Record<string, unknown>),
    ...(typeof list === 'string' && { list }),
  })
  return list === undefined ? { ...read, listId: read.listId ?? listId } : read
}

/** An address that is not a member's verified one must confirm first. */
async function askForMail(
  tx: Transaction,
  teamId: string,
  { n, destination }: StoredSearch,
  { mailer, box }: DestinationOptions,
): Promise<void> {
  if (destination !== 'mail' || !mailer) return
  await askAddress(tx, teamId, n, { mailer, box: box(), now: await readNow(tx) })
}

/** Sends the search's address another confirmation request, at most once a day. */
export async function askAgain(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  id: string,
  options: DestinationOptions,
): Promise<StoredSearch> {
  const search = await recorded(tx, actor, teamId, id, 'search.address_asked')
  if (!options.mailer) throw noMail(INSTEAD_OF_MAIL)
  await askForMail(tx, teamId, search, options)
  return search
}

/** Returns the secret of a search that becomes a webhook. One that is a webhook already keeps its secret. */
async function changeTarget(
  tx: Transaction,
  teamId: string,
  { id, destination, target }: StoredSearch,
  to: string,
  options: DestinationOptions,
): Promise<string | undefined> {
  const next = readDestination(to, options)
  if (next.kind === destination && next.target === openTarget(destination, target, id, options.box)) return undefined
  const signingSecret = next.kind === 'webhook' && destination !== 'webhook' ? newSigningSecret() : undefined
  await updateTarget(tx, teamId, id, {
    destination: next.kind,
    target: sealTarget(next, id, options.box),
    signingSecret: signingSecret === undefined ? null : options.box().seal(signingSecret, id),
  })
  return signingSecret
}

export async function revealSearchSecret(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  id: string,
  box: SecretBox,
): Promise<string> {
  await recorded(tx, actor, teamId, id, 'search.secret_revealed')
  const sealed = await selectSecret(tx, teamId, id)
  if (sealed === null) throw noSecret()
  return box.open(sealed, id)
}

/** Until the overlap ends, requests are signed with the new and the previous secret. */
export async function rotateSearchSecret(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  id: string,
  overlap: Overlap,
  box: SecretBox,
): Promise<{ search: StoredSearch; signingSecret: string }> {
  await lockSearch(tx, teamId, id)
  const { destination } = await requireSearch(tx, teamId, id)
  if (destination !== 'webhook') throw noSecret()
  const signingSecret = newSigningSecret()
  await replaceSecret(tx, teamId, id, box.seal(signingSecret, id), OVERLAP_SECONDS[overlap])
  return { search: await recorded(tx, actor, teamId, id, 'search.secret_rotated', { overlap }), signingSecret }
}

const noSecret = () =>
  new AppError('invalid', 'This search sends no alerts to a webhook, so it has no signing secret.', { field: 'to' })

/** It keeps watching, so that entries in the meantime send no late alerts. */
export async function pauseSearch(tx: Transaction, actor: Actor, teamId: string, id: string): Promise<StoredSearch> {
  if (!(await setSearchPaused(tx, teamId, id, true))) throw noSearch(id)
  return recorded(tx, actor, teamId, id, 'search.paused')
}

/** Ends a pause and a mute of the search. */
export async function resumeSearch(tx: Transaction, actor: Actor, teamId: string, id: string): Promise<StoredSearch> {
  if (!(await setSearchPaused(tx, teamId, id, false))) throw noSearch(id)
  return recorded(tx, actor, teamId, id, 'search.resumed')
}

export async function removeSearch(tx: Transaction, actor: Actor, teamId: string, id: string): Promise<void> {
  await recorded(tx, actor, teamId, id, 'search.deleted')
  if (!(await deleteSearch(tx, teamId, id))) throw noSearch(id)
}

/** The company sends no more alerts for this search. */
export async function muteCompany(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  id: string,
  companyId: string,
): Promise<void> {
  await recorded(tx, actor, teamId, id, 'search.muted')
  await insertMute(tx, id, companyId)
}

export async function unmuteCompany(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  id: string,
  companyId: string,
): Promise<void> {
  await recorded(tx, actor, teamId, id, 'search.unmuted')
  await deleteMute(tx, id, companyId)
}

export async function requireSearch(db: Queryable, teamId: string, id: string): Promise<StoredSearch> {
  const search = await selectSearch(db, teamId, id)
  if (!search) throw noSearch(id)
  return search
}

const noSearch = (id: string) => new AppError('not_found', `There is no saved search ${id}.`)

async function recorded(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  id: string,
  action: Extract<AuditAction, `search.${string}`>,
  details?: Readonly<Record<string, string>>,
): Promise<StoredSearch> {
  const search = await requireSearch(tx, teamId, id)
  await recordAudit(tx, actor, teamId, { action, target: { id, name: search.name }, ...(details && { details }) })
  return search
}

function readName(text: string): string {
  const name = cleanName(text).replaceAll(/\s+/g, ' ')
  if (name.length < 1 || name.length > MAX_NAME) {
    throw new AppError('invalid', `A name has 1 to ${MAX_NAME} characters.`, { field: 'name' })
  }
  return name
}

async function refuseTaken(tx: Transaction, teamId: string, name: string): Promise<void> {
  const key = keyOfName(name)
  if (!(await selectNames(tx, teamId)).some((each) => keyOfName(each) === key)) return
  throw new AppError('conflict', `The team has a saved search named "${name}" already.`, {
    field: 'name',
    code: 'name_taken',
  })
}

function readInterval(text: string): AlertInterval {
  const interval = ALERT_INTERVALS.find((each) => each === text)
  if (interval) return interval
  throw new AppError('invalid', `Alerts can be sent ${ALERT_INTERVALS.join(', ')}, not "${text.slice(0, 20)}".`, {
    field: 'every',
  })
}

function readAwayDays(days: number): number {
  if (Number.isInteger(days) && days >= 0 && days <= MAX_AWAY_DAYS) return days
  throw new AppError(
    'invalid',
    `The days that a company must stay away are a whole number from 0 to ${MAX_AWAY_DAYS}.`,
    {
      field: 'awayDays',
    },
  )
}
