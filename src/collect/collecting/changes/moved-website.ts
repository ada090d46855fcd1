// Companies whose home page redirects permanently to another domain. The same name under another ending is an alias
// (acme.com to acme.io), anything else waits for an operator.

import { type Database, many, type Queryable, type Transaction } from '../../../db/index.ts'
import { isSharedHost } from '../../../meaning/companies/index.ts'
import type { IncomingLine } from '../../../meaning/signals/index.ts'
import type { Stamper } from '../../../write/log/index.ts'
import { writeRecords } from '../../../write/write-path/index.ts'
import type { Snapshot } from '../../collectors/index.ts'
import { insertMatches, isSameName } from '../companies/found-boards.ts'
import type { Look } from '../visits/look.ts'
import { hurryWebsites } from '../visits/look-queries.ts'

interface Moved {
  readonly look: Look
  readonly snapshot: Snapshot
}

/** A host shared by many companies is not a company's domain. */
export async function proposeDomain(tx: Transaction, domain: string, movedTo: string): Promise<void> {
  if (!isSameName(domain, movedTo) && !isSharedHost(movedTo)) await insertMatches(tx, [matchOf(domain, movedTo)])
}

/**
 * The looks of these websites continue at the new domains. A domain that belongs to another company can't be an alias,
 * and waits for an operator.
 */
export async function addMovedAliases(db: Database, stamper: Stamper, visits: readonly Moved[]): Promise<void> {
  const moved = visits.flatMap(({ look: { domain, company }, snapshot: { movedTo } }) =>
    movedTo === undefined ? [] : { domain, movedTo, isKnown: company.aliases.includes(movedTo) },
  )
  if (moved.length === 0) return
  // Another look of the company has found it since this visit began.
  const known = moved.filter(({ isKnown }) => isKnown).map(({ domain }) => domain)
  const added = await addAliases(
    db,
    stamper,
    moved.filter(({ domain, movedTo, isKnown }) => !isKnown && isSameName(domain, movedTo)),
  )
  await hurryWebsites(db.pool('ingest'), [...known, ...added])
}

/** Returns the domains of the companies that have a new one. */
async function addAliases(db: Database, stamper: Stamper, moved: readonly MovedDomain[]): Promise<string[]> {
  const wanted = await withoutRejected(db.pool('ingest'), moved)
  if (wanted.length === 0) return []
  const lines = wanted.map(
    ({ domain, movedTo }): IncomingLine => ({ record: 'company', company: { domain }, aliases: [movedTo] }),
  )
  const { outcomes } = await writeRecords(db, stamper, lines)
  const waiting = wanted.flatMap(({ domain, movedTo }, i) => {
    const outcome = outcomes[i]
    return typeof outcome === 'object' ? { ...matchOf(domain, movedTo), reason: outcome.rejected } : []
  })
  await insertMatches(
    db.pool('ingest'),
    waiting.map(({ reason, ...match }) => ({ ...match, why: `${match.why} It was not added: ${reason}.` })),
  )
  return wanted.flatMap(({ domain }, i) => (typeof outcomes[i] === 'object' ? [] : domain))
}

interface MovedDomain {
  readonly domain: string
  readonly movedTo: string
}

async function withoutRejected(db: Queryable, moved: readonly MovedDomain[]): Promise<readonly MovedDomain[]> {
  if (moved.length === 0) return []
  const rows = await many<{ domain: string; target: string }>(
    db,
    `select domain, target from matches where domain = any($1::text[]) and collector is null and decision = 'rejected'`,
    [moved.map(({ domain }) => domain)],
  )
  return moved.filter(({ domain, movedTo }) => rows.every((row) => row.domain !== domain || row.target !== movedTo))
}

function matchOf(domain: string, target: string) {
  const why = `The home page of ${domain} redirects to ${target} for good.`
  return { domain, collector: null, target, page: `https://${domain}/`, why }
}
