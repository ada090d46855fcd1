// Companies whose home page redirects to another domain for good. The same name under another ending is an alias (acme.com
// to acme.io), anything else waits for an operator.

import type { Database, Transaction } from '../../db/index.ts'
import type { Snapshot } from '../collectors/index.ts'
import { isSharedHost } from '../companies/index.ts'
import type { Stamper } from '../log/index.ts'
import type { IncomingLine } from '../signals/index.ts'
import { writeRecords } from '../write-path/index.ts'
import { insertMatches, isSameName } from './found-boards.ts'
import type { Look } from './look.ts'

interface Moved {
  readonly look: Look
  readonly snapshot: Snapshot
}

/** A host that many companies use is no company's domain. */
export async function proposeDomain(tx: Transaction, domain: string, movedTo: string): Promise<void> {
  if (!isSameName(domain, movedTo) && !isSharedHost(movedTo)) await insertMatches(tx, [matchOf(domain, movedTo)])
}

export async function addMovedAliases(db: Database, stamper: Stamper, visits: readonly Moved[]): Promise<void> {
  const lines = visits.flatMap(({ look, snapshot: { movedTo } }): IncomingLine[] => {
    if (movedTo === undefined || !isSameName(look.domain, movedTo) || look.company.aliases.includes(movedTo)) return []
    return [{ record: 'company', company: { domain: look.domain }, aliases: [movedTo] }]
  })
  if (lines.length > 0) await writeRecords(db, stamper, lines)
}

function matchOf(domain: string, target: string) {
  const why = `The home page of ${domain} redirects to ${target} for good.`
  return { domain, collector: null, target, page: `https://${domain}/`, why }
}
