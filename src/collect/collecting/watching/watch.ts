// Which companies are watched. A watched company has one look for each collector of websites, and one for each of its boards.

import type { Database, Queryable, Transaction } from '../../../db/index.ts'
import { readDomain, registrableDomain } from '../../../meaning/companies/index.ts'
import { parseText, Rejection } from '../../../meaning/signals/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import { Stamper } from '../../../write/log/index.ts'
import { findDeleted, writeRecords } from '../../../write/write-path/index.ts'
import { boardKey, type Collector } from '../../collectors/index.ts'
import { isTarget } from '../companies/found-boards.ts'
import { removingLooks } from '../companies/remove-looks.ts'
import { keepLastSeen, lockCompanyOf } from '../companies/unwatch-queries.ts'
import {
  insertLooks,
  insertWatched,
  type NewLook,
  type NewWatch,
  readGivenNames,
  readOwners,
  type WatchedBy,
  wakeCollecting,
} from '../companies/watch-queries.ts'
import { assertAllowed } from './undocumented-boards.ts'

export interface WatchRequest {
  readonly domain: string
  readonly name?: string | undefined
  readonly board?: string | undefined
}

export interface AddedWatch {
  readonly domain: string
  /** False: it was watched before. */
  readonly isNew: boolean
  /** Those that were given. */
  readonly boards: readonly { readonly collector: string; readonly target: string; readonly isNew: boolean }[]
}

/** The domain of a company as people write it: a domain, a URL, an e-mail address. */
export function companyDomain(text: string): string {
  const read = readDomain(text)
  if (read === undefined) {
    throw new AppError('invalid', `${JSON.stringify(text)} is not a domain such as northwind.example.`)
  }
  if ('refused' in read) throw new AppError('invalid', `${JSON.stringify(text)} can't be watched: ${read.refused}.`)
  return registrableDomain(read.domain)
}

/** The name of a company as an operator gives it, by the rules for names in imported records. */
export function companyName(text: string): string {
  try {
    const name = parseText(text, 'name')
    if (name !== undefined) return name
  } catch (error) {
    throw error instanceof Rejection ? new AppError('invalid', `The ${error.reason}.`) : error
  }
  throw new AppError('invalid', 'The name is empty.')
}

export async function addWatched(
  tx: Transaction,
  requests: readonly WatchRequest[],
  collectors: readonly Collector[],
  allowed: readonly string[] = ['all'],
  by: WatchedBy = 'operator',
): Promise<AddedWatch[]> {
  const companies = new Map<string, NewWatch>()
  const boards = new Map<string, Board & { readonly domain: string }>()
  for (const { domain: text, name, board } of requests) {
    const domain = companyDomain(text)
    companies.set(domain, {
      domain,
      name: name === undefined ? companies.get(domain)?.name : companyName(name),
    })
    const own = board === undefined ? undefined : { domain, ...boardOf(board, collectors, allowed) }
    if (own) boards.set(`${domain} ${keyOf(own)}`, own)
  }
  const [deleted] = await findDeleted(tx, [...companies.keys()], new Map())
  if (deleted !== undefined) throw new AppError('conflict', deletedText(deleted))
  const given = [...boards.values()]
  const fresh = await insertWatched(tx, [...companies.values()], by)
  const websites = [...companies.keys()].flatMap((domain): NewLook[] =>
    collectors.flatMap((collector) => (collector.boardOf ? [] : { domain, collector, target: domain })),
  )
  const inserted = await insertLooks(tx, [...websites, ...given])
  const added = new Set(inserted.map(({ collector, target }) => boardKey(collector, target)))
  await assertOwnBoards(tx, given)
  await wakeCollecting(tx)
  const boardsOf = Map.groupBy(given, ({ domain }) => domain)
  return [...companies.keys()].map((domain) => ({
    domain,
    isNew: fresh.has(domain),
    boards: (boardsOf.get(domain) ?? []).map(({ collector: { name }, target }) => ({
      collector: name,
      target,
      isNew: added.has(boardKey(name, target)),
    })),
  }))
}

const MAX_NAMES = 1_000

/**
 * Writes the given names to companies that are stored already, because a visit without news writes nothing. The others
 * get theirs from their first visit. Call it after `addWatched` has committed.
 */
export async function writeGivenNames(db: Database, requests: readonly WatchRequest[]): Promise<void> {
  const domains = requests.flatMap(({ domain, name }) => (name === undefined ? [] : companyDomain(domain)))
  if (domains.length === 0) return
  const stamper = new Stamper(db)
  for (let at = 0; at < domains.length; at += MAX_NAMES) {
    const named = await readGivenNames(db.pool('settings'), domains.slice(at, at + MAX_NAMES))
    await writeRecords(
      db,
      stamper,
      named.map((company) => ({ record: 'company', company })),
    )
  }
  await stamper.stamp()
}

/** A board that the operator names. `allowed`: systems without a documented feed that may be read. */
export function boardOf(
  text: string,
  collectors: readonly Collector[],
  allowed: readonly string[] = ['all'],
): { readonly collector: Collector; readonly target: string } {
  const url = URL.canParse(text)
    ? new URL(text)
    : URL.canParse(`https://${text}`)
      ? new URL(`https://${text}`)
      : undefined
  for (const collector of url ? collectors : []) {
    const target = collector.boardOf?.(url as URL)
    if (target === undefined || !isTarget(target)) continue
    assertAllowed(collector, allowed)
    return { collector, target }
  }
  const boards = collectors.filter(({ boardOf, system, types }) => boardOf && system && types.includes('hiring'))
  const known = boards.map(({ title }) => title)
  throw new AppError(
    'invalid',
    `${JSON.stringify(text)} is not the address of a job board that can be read. Known: ${known.join(', ')}. Jobs on the company's own pages are found without an address.`,
  )
}

type Board = ReturnType<typeof boardOf>

const keyOf = ({ collector, target }: Board) => boardKey(collector.name, target)

/**
 * The requests that can't be fulfilled, each with the reason: the company was deleted, or the board belongs to another
 * one, which is watched already or named in an earlier request.
 */
export async function findRefused<Request extends WatchRequest>(
  tx: Transaction,
  requests: readonly Request[],
  collectors: readonly Collector[],
): Promise<Map<Request, string>> {
  const given = requests.flatMap((request) =>
    request.board === undefined ? [] : [{ request, board: boardOf(request.board, collectors) }],
  )
  const owners = await readOwners(
    tx,
    given.map(({ board }) => keyOf(board)),
  )
  const refused = await findDeletedRequests(tx, requests)
  for (const { request, board } of given) {
    const domain = companyDomain(request.domain)
    const key = keyOf(board)
    const owner = owners.get(key) ?? domain
    owners.set(key, owner)
    if (owner !== domain) refused.set(request, foreignText(board, owner))
  }
  return refused
}

async function findDeletedRequests<Request extends WatchRequest>(
  tx: Transaction,
  requests: readonly Request[],
): Promise<Map<Request, string>> {
  const domainOf = new Map(requests.map((request) => [request, companyDomain(request.domain)]))
  const deleted = await findDeleted(tx, [...new Set(domainOf.values())], new Map())
  return new Map(
    [...domainOf].flatMap(([request, domain]) =>
      deleted.has(domain) ? [[request, deletedText(domain)] as const] : [],
    ),
  )
}

const deletedText = (domain: string) =>
  `${domain} was deleted, and is not watched: run companies allow ${domain} first, or leave it.`

function foreignText({ collector, target }: Board, owner: string): string {
  return `The board ${target} (${collector.title}) is watched for ${owner}: run watch remove ${owner} first, or leave it.`
}

async function assertOwnBoards(
  tx: Transaction,
  boards: readonly (Board & { readonly domain: string })[],
): Promise<void> {
  const owners = await readOwners(tx, boards.map(keyOf))
  for (const { domain, ...board } of boards) {
    const owner = owners.get(keyOf(board)) ?? domain
    if (owner !== domain) throw new AppError('conflict', foreignText(board, owner))
  }
}

/** Kept: lists of teams want it watched. */
export type RemovedWatch = 'removed' | 'kept' | 'unknown'

/** Undoes an operator's `watch add`. Its signals stay, with the times at which they were last seen. */
export function removeWatched(db: Database, text: string): Promise<RemovedWatch> {
  const domain = companyDomain(text)
  return removingLooks(db, [domain], async (tx) => {
    const { rowCount } = await tx.query(`update watched_companies set by_operator = false where domain = $1`, [domain])
    if (rowCount === 0) return 'unknown'
    return (await unwatch(tx, domain)) ? 'removed' : 'kept'
  })
}

/** Removes every reason to watch these, team lists included: the company was deleted. */
export async function forgetWatched(db: Database, domains: readonly string[]): Promise<void> {
  await db.transaction('ingest', async (tx) => {
    await tx.query('delete from team_watches where domain = any($1::text[])', [domains])
    await tx.query('delete from watched_companies where domain = any($1::text[])', [domains])
  })
}

/** Lists with one of these domains are evaluated again: it may be watched again. */
export async function followListsAgain(db: Queryable): Promise<void> {
  await db.query(`update team_monitoring set fingerprint = ''`)
}

/**
 * Removes a company that has no reason to be watched any more. Call it with the row of watched_companies locked,
 * in `removingLooks`: then a process that adds it meanwhile waits, and adds it again.
 */
export async function unwatch(tx: Transaction, domain: string): Promise<boolean> {
  const { rowCount } = await tx.query(`select from watched_companies where domain = $1 and ${isUnwanted}`, [domain])
  if (rowCount === 0) return false
  await keepLastSeen(tx, domain)
  await tx.query(`delete from watched_companies where domain = $1`, [domain])
  return true
}

/** SQL. */
const isUnwanted = `not by_operator and not exists (select from team_watches t where t.domain = watched_companies.domain)`

/** Deletes the looks with all their data. A company without other looks is no longer watched. */
export async function removeLooks(
  tx: Transaction,
  { domain, collectors }: { readonly domain: string; readonly collectors: readonly string[] },
): Promise<void> {
  await lockCompanyOf(tx, domain)
  await tx.query(`delete from looks where domain = $1 and collector = any($2::text[])`, [domain, collectors])
  await tx.query(
    `delete from watched_companies where domain = $1 and not exists (select from looks where domain = $1)
        and not exists (select from team_watches where domain = $1)`,
    [domain],
  )
}
