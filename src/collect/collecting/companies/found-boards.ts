// Boards and domains that a company's own pages point to. With enough proof a board is visited from now on; anything else
// waits for an operator.

import { columns, many, type Queryable, type Transaction } from '../../../db/index.ts'
import { registrableDomain } from '../../../meaning/companies/index.ts'
import { companyOfDomain } from '../../../write/sources/index.ts'
import { boardKey, type Collector, type FoundBoard, MAX_TARGET } from '../../collectors/index.ts'
import { withoutSecondPage } from './own-pages.ts'
import { STORED_ORDINAL } from './stored-company.ts'
import { insertLooks, readOwners } from './watch-queries.ts'

interface NewMatch {
  readonly domain: string
  readonly collector: string | null
  readonly target: string
  readonly page: string
  readonly why: string
  /** See FoundBoard. */
  readonly unsigned?: boolean
}

export async function takeFoundBoards(
  tx: Transaction,
  domain: string,
  boards: readonly FoundBoard[],
  collectors: ReadonlyMap<string, Collector>,
): Promise<void> {
  const found = await withoutSecondPage(tx, domain, boards)
  const known = found.filter(({ collector, board }) => collectors.has(collector) && isTarget(board))
  if (known.length === 0) return
  const rejected = await readRejected(tx, domain)
  const wanted = known.filter((board) => !rejected.has(keyOf(board)))
  const proven = wanted.filter((board) => board.proven)
  await insertLooks(
    tx,
    proven.flatMap(({ collector, board }) => {
      const found = collectors.get(collector)
      return found ? { domain, collector: found, target: board } : []
    }),
  )
  await deleteAnswered(tx, domain)
  const owners = await readOwners(tx, wanted.map(keyOf))
  const own = await ownDomains(tx, domain, [...owners.values()])
  const waiting = wanted.flatMap((found): NewMatch[] => {
    const owner = owners.get(keyOf(found))
    if (owner === undefined ? found.proven : own.has(owner)) return []
    const why = owner === undefined ? found.why : `${found.why} It is watched for ${owner}.`
    const unsigned = owner === undefined && found.unsigned === true
    return [{ domain, collector: found.collector, target: found.board, page: found.page, why, unsigned }]
  })
  await insertMatches(tx, waiting)
}

/** The domains of the same company: a list may have two domains of one company. */
async function ownDomains(db: Queryable, domain: string, others: readonly string[]): Promise<Set<string>> {
  const rows = await many<{ other: string }>(
    db,
    `select other from unnest($2::text[]) other where ${companyOfDomain('other')} = ${STORED_ORDINAL}`,
    [domain, others],
  )
  return new Set([domain, ...rows.map(({ other }) => other)])
}

/** Whether the home page moved to the same name under another ending: acme.com to acme.io. */
export function isSameName(domain: string, other: string): boolean {
  const label = (name: string) => registrableDomain(name).split('.')[0]
  return label(domain) === label(other)
}

/** Of companies that are still watched. */
export async function insertMatches(db: Queryable, matches: readonly NewMatch[]): Promise<void> {
  if (matches.length === 0) return
  await db.query(
    `insert into matches (domain, collector, target, page, why, unsigned)
     select m.domain, m.collector, m.target, left(m.page, 2000), left(m.why, 1000), m.unsigned from ${MATCHES.as('m')}
       join watched_companies w on w.domain = m.domain
     on conflict (domain, board_key) do update set page = excluded.page, why = excluded.why, unsigned = excluded.unsigned
      where matches.decision is null
        and (matches.page, matches.why, matches.unsigned) is distinct from (excluded.page, excluded.why, excluded.unsigned)`,
    MATCHES.values(matches),
  )
}

/** Boards that waited and are watched for the company by now. */
async function deleteAnswered(tx: Transaction, domain: string): Promise<void> {
  await tx.query(
    `delete from matches m using looks l
      where m.domain = $1 and m.decision is null and l.domain = m.domain and l.board_key = m.board_key`,
    [domain],
  )
}

const MATCHES = columns<NewMatch>(1, {
  domain: ['text', ({ domain }) => domain],
  collector: ['text', ({ collector }) => collector],
  target: ['text', ({ target }) => target],
  page: ['text', ({ page }) => page],
  why: ['text', ({ why }) => why],
  unsigned: ['boolean', ({ unsigned }) => unsigned ?? false],
})

const keyOf = ({ collector, board }: FoundBoard) => boardKey(collector, board)

async function readRejected(db: Queryable, domain: string): Promise<Set<string>> {
  const rows = await many<{ key: string }>(
    db,
    `select board_key as key from matches where domain = $1 and decision = 'rejected'`,
    [domain],
  )
  return new Set(rows.map(({ key }) => key))
}

/** What a look can have as its target. */
export function isTarget(text: string): boolean {
  return text.length > 0 && text.length <= MAX_TARGET && !text.includes('/')
}
