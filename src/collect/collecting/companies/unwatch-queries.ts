// Each function is one statement inside the caller's transaction, or two equal ones.

import type { Transaction } from '../../../db/index.ts'
import { lastSeenSql } from '../../../write/sources/index.ts'
import { STORED_ORDINAL } from './stored-company.ts'

/** Writers of the company wait. */
export async function lockCompanyOf(tx: Transaction, domain: string): Promise<void> {
  await tx.query(`select from companies where ordinal = ${STORED_ORDINAL} for no key update`, [domain])
}

/** Writes what the visits of its looks saw to the signals, because the looks are about to be deleted. */
export async function keepLastSeen(tx: Transaction, domain: string): Promise<void> {
  for (const table of ['signals', 'reports']) {
    await tx.query(
      `update ${table} s set last_seen_at = ${lastSeenSql('s')}
        where s.company_ordinal = ${STORED_ORDINAL} and s.status = 'active'
          and exists (select from looks l where l.domain = $1 and l.collector = s.source and coalesce(l.reported_as, l.target) = split_part(s.key, '/', 1))`,
      [domain],
    )
  }
}
