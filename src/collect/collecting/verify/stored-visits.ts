// Receipts in the order in which they are verified: board by board, the newest first, so that claims replaced by a
// later visit are known.

import { many, type Queryable } from '../../../db/index.ts'
import { ENDED } from '../changes/claims.ts'
import { RECEIPT, type Receipt } from '../receipts/receipt-queries.ts'

export interface StoredVisit extends Receipt {
  /** What stored reports say because of this visit, by their ids. Those of later visits are left out. */
  readonly current: ReadonlyMap<string, string>
}

export interface WantedVisits {
  readonly domain?: string | undefined
  readonly id?: number | undefined
}

interface Board {
  readonly collector: string
  readonly reportedAs: string
  readonly [column: string]: unknown
}

const BOARDS_AT_ONCE = 500
const VISITS_AT_ONCE = 20

export async function* storedVisits(db: Queryable, wanted: WantedVisits): AsyncGenerator<StoredVisit> {
  let after: Board = { collector: '', reportedAs: '' }
  for (;;) {
    const boards = await many<Board>(
      db,
      `select distinct collector, reported_as as "reportedAs" from receipts
        where (collector, reported_as) > ($1, $2) and ($3::text is null or domain = $3) and ($4::bigint is null or id = $4)
        order by 1, 2 limit ${BOARDS_AT_ONCE}`,
      [after.collector, after.reportedAs, wanted.domain ?? null, wanted.id ?? null],
    )
    for (const board of boards) yield* visitsOf(db, board, wanted)
    const last = boards.at(-1)
    if (!last || boards.length < BOARDS_AT_ONCE) return
    after = last
  }
}

async function* visitsOf(
  db: Queryable,
  { collector, reportedAs }: Board,
  { domain, id }: WantedVisits,
): AsyncGenerator<StoredVisit> {
  const replaced = new Set<string>()
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = await many<Receipt & { readonly reports: readonly string[]; readonly claims: string }>(
      db,
      `select ${RECEIPT}, r.reports, r.claims from receipts r
        where r.collector = $1 and r.reported_as = $2 and r.id < $3 and ($4::bigint is null or r.id >= $4)
        order by r.id desc limit ${VISITS_AT_ONCE}`,
      [collector, reportedAs, before, id ?? null],
    )
    for (const { reports, claims, ...receipt } of rows) {
      const current = new Map<string, string>()
      for (const [i, says] of claims.split(' ').entries()) {
        const report = reports[i] as string
        // A report's content and its end are two claims, of two visits.
        const claim = `${report} ${says === ENDED}`
        if (!replaced.has(claim)) current.set(report, says)
        replaced.add(claim)
      }
      const isWanted = (id === undefined || receipt.id === id) && (domain === undefined || receipt.domain === domain)
      if (isWanted) yield { ...receipt, current } as StoredVisit
    }
    before = rows.at(-1)?.id ?? before
    if (rows.length < VISITS_AT_ONCE) return
  }
}

export interface StoredReport {
  readonly id: string
  readonly source: string
  readonly key: string
  readonly label: string
  readonly [column: string]: unknown
}

/** By id, those that are still stored. */
export async function readReports(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, StoredReport>> {
  const rows = await many<StoredReport>(
    db,
    `select id, source, key, label from signals where id = any($1::uuid[])
     union select id, source, key, label from reports where id = any($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
