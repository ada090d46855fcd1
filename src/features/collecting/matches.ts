// Boards and domains that wait for an operator's decision.

import type { MatchDecision } from '../../closed-sets/collecting.ts'
import { type Database, many, maybeOne, type Queryable } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Collector } from '../collectors/index.ts'
import { Stamper } from '../log/index.ts'
import { writeRecords } from '../write-path/index.ts'
import { insertLooks, wakeCollecting } from './watch-queries.ts'

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

/** An accepted board is looked at from now on, for this company only. An accepted domain is the same company. */
export async function acceptMatch(db: Database, id: number, collectors: readonly Collector[]): Promise<Match> {
  const { match, alias } = await db.transaction('settings', async (tx) => {
    const found = await decide(tx, id, 'accepted')
    if (found.collector === null) return { match: found, alias: found.target }
    const collector = collectors.find(({ name }) => name === found.collector)
    if (!collector) throw new AppError('invalid', `This version has no collector ${found.collector}.`)
    // What was seen for another company was not its own.
    await tx.query(`delete from looks where collector = $1 and target = $2 and domain <> $3`, [
      found.collector,
      found.target,
      found.domain,
    ])
    await insertLooks(tx, [{ domain: found.domain, collector, target: found.target }])
    await wakeCollecting(tx)
    return { match: found, alias: undefined }
  })
  if (alias !== undefined) {
    const stamper = new Stamper(db)
    const company = { domain: match.domain, name: match.domain }
    const { outcomes } = await writeRecords(db, stamper, [
      { record: 'company', company: await withoutName(db, company), aliases: [alias] },
    ])
    await stamper.stamp()
    const [outcome] = outcomes
    if (typeof outcome === 'object')
      throw new AppError('conflict', `${alias} can't become a domain of ${match.domain}: ${outcome.rejected}.`)
  }
  return match
}

/** It is not proposed again. */
export function rejectMatch(db: Database, id: number): Promise<Match> {
  return db.transaction('settings', (tx) => decide(tx, id, 'rejected'))
}

async function withoutName(db: Database, company: { domain: string; name: string }) {
  const known = await maybeOne(db.pool('settings'), `select from companies where domain = $1`, [company.domain])
  return known ? { domain: company.domain } : company
}

async function decide(db: Queryable, id: number, decision: MatchDecision): Promise<Match> {
  const match = await maybeOne<Row>(
    db,
    `update matches set decision = $2, decided_at = now() where id = $1 returning ${COLUMNS}`,
    [id, decision],
  )
  if (!match) throw new AppError('not_found', `There is no match ${id}: pro-signal matches list shows them.`)
  return match
}
