// Boards and domains that wait for an operator's decision.

import type { MatchDecision } from '../../../closed-sets/collecting.ts'
import { type Database, many, maybeOne, type Queryable, type Transaction } from '../../../db/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import { Stamper } from '../../../write/log/index.ts'
import { writeRecords } from '../../../write/write-path/index.ts'
import type { Collector } from '../../collectors/index.ts'
import { removingLooks } from '../companies/remove-looks.ts'
import { STORED_ORDINAL } from '../companies/stored-company.ts'
import { keepLastSeen } from '../companies/unwatch-queries.ts'
import { insertLooks, wakeCollecting } from '../companies/watch-queries.ts'
import { hurryWebsites } from '../visits/look-queries.ts'
import { assertAllowed } from './undocumented-boards.ts'

export interface Match {
  readonly id: number
  readonly domain: string
  /** Null: the company's home page has moved to the domain `target`. */
  readonly collector: string | null
  readonly target: string
  readonly page: string
  readonly why: string
  readonly foundAt: Date
  readonly decision: MatchDecision | null
}

const COLUMNS = `id, domain, collector, target, page, why, found_at as "foundAt", decision`
type Row = Match & { [column: string]: unknown }

export async function listMatches(db: Queryable, { all = false } = {}): Promise<Match[]> {
  return many<Row>(db, `select ${COLUMNS} from matches where $1 or decision is null order by domain, id`, [all])
}

/**
 * An accepted board is visited from now on, for this company only. An accepted domain is the same company. `allowed`:
 * systems without a documented feed that may be read.
 */
export async function acceptMatch(
  db: Database,
  id: number,
  collectors: readonly Collector[],
  allowed: readonly string[] = ['all'],
): Promise<Match> {
  const match = await readMatch(db.pool('settings'), id)
  // First, so that a domain that can't be added isn't stored as accepted.
  if (match.collector === null) {
    await addDomain(db, match)
    return db.transaction('settings', async (tx) => {
      await hurryWebsites(tx, [match.domain])
      await wakeCollecting(tx)
      return decide(tx, id, 'accepted')
    })
  }
  const owners = await many<{ domain: string }>(
    db.pool('settings'),
    `select l.domain from looks l join matches m on m.board_key = l.board_key where m.id = $1`,
    [id],
  )
  return removingLooks(db, [match.domain, ...owners.map(({ domain }) => domain)], async (tx) => {
    const accepted = await decide(tx, id, 'accepted')
    const collector = collectors.find(({ name }) => name === accepted.collector)
    if (!collector) throw new AppError('invalid', `This version has no collector ${accepted.collector}.`)
    assertAllowed(collector, allowed)
    // What was seen for another company wasn't that company's own.
    await tx.query(
      `delete from looks l using matches m where m.id = $1 and l.board_key = m.board_key and l.domain <> m.domain`,
      [id],
    )
    await insertLooks(tx, [{ domain: accepted.domain, collector, target: accepted.target }])
    await wakeCollecting(tx)
    return accepted
  })
}

async function addDomain(db: Database, { domain, target }: Match): Promise<void> {
  const stamper = new Stamper(db)
  const { outcomes } = await writeRecords(db, stamper, [
    { record: 'company', company: await withoutName(db, { domain, name: domain }), aliases: [target] },
  ])
  await stamper.stamp()
  const [outcome] = outcomes
  if (typeof outcome === 'object')
    throw new AppError('conflict', `${target} can't become a domain of ${domain}: ${outcome.rejected}.`)
}

/** It is not proposed again. A board is no longer visited for the company; its signals stay. */
export async function rejectMatch(db: Database, id: number): Promise<Match> {
  const { domain, collector, target } = await readMatch(db.pool('settings'), id)
  return removingLooks(db, [domain], async (tx) => {
    if (collector === null) await assertOtherCompany(tx, domain, target)
    else {
      await keepLastSeen(tx, domain)
      await tx.query(
        `delete from looks l using matches m where m.id = $1 and l.board_key = m.board_key and l.domain = m.domain`,
        [id],
      )
    }
    return decide(tx, id, 'rejected')
  })
}

async function assertOtherCompany(tx: Transaction, domain: string, alias: string): Promise<void> {
  const same = await maybeOne(
    tx,
    `select from company_aliases where domain = $2 and company_ordinal = ${STORED_ORDINAL}`,
    [domain, alias],
  )
  if (!same) return
  throw new AppError(
    'conflict',
    `${alias} is a domain of ${domain}. Make it a company of its own first: bin/pro-signal companies split --domain ${alias}`,
  )
}

async function withoutName(db: Database, company: { domain: string; name: string }) {
  const known = await maybeOne(db.pool('settings'), `select from companies where ordinal = ${STORED_ORDINAL}`, [
    company.domain,
  ])
  return known ? { domain: company.domain } : company
}

async function readMatch(db: Queryable, id: number): Promise<Match> {
  const match = await maybeOne<Row>(db, `select ${COLUMNS} from matches where id = $1`, [id])
  if (!match) throw unknownMatch(id)
  return match
}

async function decide(db: Queryable, id: number, decision: MatchDecision): Promise<Match> {
  const match = await maybeOne<Row>(
    db,
    `update matches set decision = $2, decided_at = now() where id = $1 returning ${COLUMNS}`,
    [id, decision],
  )
  if (!match) throw unknownMatch(id)
  return match
}

const unknownMatch = (id: number) =>
  new AppError('not_found', `There is no match ${id}: bin/pro-signal matches list shows them.`)
