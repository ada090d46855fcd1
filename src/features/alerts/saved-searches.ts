// The rules for saved searches. The settings screen and the command line both call them, and each writes its own audit
// record.

import { randomUUID } from 'node:crypto'
import { MAX_SAVED_SEARCHES, RING_INTERVALS, type RingInterval } from '../../closed-sets/alerts.ts'
import type { Queryable, Transaction } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import type { AuditAction } from '../../settings-contract/index.ts'
import { type Actor, recordAudit } from '../audit/index.ts'
import { recordIdentity } from '../firehose/index.ts'
import { newSigningSecret } from '../sending/index.ts'
import { type DestinationOptions, readDestination, sealTarget } from './destination.ts'
import { readQuery, readTeamFilters } from './read-definition.ts'
import {
  deleteMute,
  deleteSearch,
  findName,
  insertMute,
  insertSearch,
  type StoredSearch,
  selectSearch,
  setSearchPaused,
  updateSearch,
} from './saved-search-queries.ts'

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
const MAX_AWAY_DAYS = 365
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
  const search = {
    id,
    name,
    query: readQuery(request.query),
    ...(await readTeamFilters(tx, teamId, request.filters ?? {})),
    every: readInterval(request.every ?? 'now'),
    awayDays: readAwayDays(request.awayDays ?? DEFAULT_AWAY_DAYS),
    destination: destination.kind,
    target: sealTarget(destination, id, options.box),
    signingSecret: signingSecret === undefined ? null : options.box().seal(signingSecret, id),
    createdBy: actor === 'operator' ? null : actor.accountId,
  }
  if (await findName(tx, teamId, name, null)) throw nameTaken(name)
  await recordIdentity(tx)
  if (!(await insertSearch(tx, teamId, search))) {
    const { rowCount } = await tx.query(`select from teams where id = $1`, [teamId])
    if (rowCount === 0) throw new AppError('not_found', `There is no team ${teamId}.`)
    throw new AppError('conflict', `A team can have at most ${MAX_SAVED_SEARCHES} saved searches: delete one first.`, {
      code: 'too_many_searches',
    })
  }
  return { search: await recorded(tx, actor, teamId, id, 'search.created'), signingSecret }
}

export interface SearchChanges {
  readonly name?: string | undefined
  readonly query?: string | undefined
  readonly filters?: unknown
  readonly every?: string | undefined
  readonly awayDays?: number | undefined
}

/** With another query or other filters it begins anew: stock is taken, and nothing rings for what it has then. */
export async function changeSearch(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  id: string,
  changes: SearchChanges,
): Promise<StoredSearch> {
  const { name, query, filters, listId, every, awayDays } = await requireSearch(tx, teamId, id)
  const changed = {
    name: changes.name === undefined ? name : readName(changes.name),
    query: changes.query === undefined ? query : readQuery(changes.query),
    ...(changes.filters === undefined ? { filters, listId } : await readTeamFilters(tx, teamId, changes.filters)),
    every: changes.every === undefined ? every : readInterval(changes.every),
    awayDays: changes.awayDays === undefined ? awayDays : readAwayDays(changes.awayDays),
  }
  if (await findName(tx, teamId, changed.name, id)) throw nameTaken(changed.name)
  if (!(await updateSearch(tx, teamId, id, changed))) throw noSearch(id)
  return recorded(tx, actor, teamId, id, 'search.changed')
}

/** It keeps watching, so that nothing rings later for what entered in the meantime. */
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

/** The company no longer rings for this search. */
export async function muteCompany(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  id: string,
  companyId: string,
): Promise<void> {
  await recorded(tx, actor, teamId, id, 'search.muted')
  await insertMute(tx, teamId, id, companyId)
}

export async function unmuteCompany(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  id: string,
  companyId: string,
): Promise<void> {
  await recorded(tx, actor, teamId, id, 'search.unmuted')
  await deleteMute(tx, teamId, id, companyId)
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
): Promise<StoredSearch> {
  const search = await requireSearch(tx, teamId, id)
  await recordAudit(tx, actor, teamId, { action, target: { id, name: search.name } })
  return search
}

function readName(text: string): string {
  const name = text.trim().replaceAll(/\s+/g, ' ')
  if (name.length < 1 || name.length > MAX_NAME) {
    throw new AppError('invalid', `A name has 1 to ${MAX_NAME} characters.`, { field: 'name' })
  }
  return name
}

const nameTaken = (name: string) =>
  new AppError('conflict', `The team has a saved search named "${name}" already.`, {
    field: 'name',
    code: 'name_taken',
  })

function readInterval(text: string): RingInterval {
  const interval = RING_INTERVALS.find((each) => each === text)
  if (interval) return interval
  throw new AppError('invalid', `It can ring ${RING_INTERVALS.join(', ')}, not "${text.slice(0, 20)}".`, {
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
