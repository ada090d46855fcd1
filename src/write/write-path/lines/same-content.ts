// A line with another text than before may still say the same: its fields come in another order, or the rules by which
// it is read have changed, as after an upgrade. Then only its hash is stored: no company is locked, and only this
// report of its company is read.

import { columns, type Queryable } from '../../../db/index.ts'
import type { IncomingSignal } from '../../../meaning/signals/index.ts'
import { resolveDomains } from '../companies/resolve-domains.ts'
import { factsOf } from '../plan/batch-facts.ts'
import { isOlder, readForCompany, statesOtherFacts } from '../plan/plan-batch.ts'
import { asStored } from '../store/given-hash.ts'
import { signalId } from '../store/identity.ts'
import { readSignalsById } from '../store/signal-queries.ts'
import { hasSameContent, type StoredSignal } from '../store/stored-signal.ts'

/** A stored signal and the line that says the same. */
export interface SameContent {
  readonly id: string
  readonly version: number
  readonly hash: string
  readonly seenAt: number | null
}

/** The records, by their places in the batch, whose reports are rows of signals with the same content. */
export async function findSameContent(
  db: Queryable,
  records: ReadonlyMap<number, IncomingSignal>,
): Promise<Map<number, SameContent>> {
  const same = new Map<number, SameContent>()
  if (records.size === 0) return same
  const ids = new Map([...records].map(([place, { source, key }]) => [place, signalId(source, key)]))
  const signals = await readSignalsById(db, [...new Set(ids.values())])
  const { reports } = factsOf(signals, [])
  const versions = new Map(signals.map(({ id, version }: StoredSignal) => [id, version]))
  const domains = new Set([...records.values()].map(({ company }) => company.domain))
  const { companies } = await resolveDomains(db, [...domains])
  for (const [place, record] of records) {
    const id = ids.get(place) ?? ''
    const [report, version, company] = [reports.get(id), versions.get(id), companies.get(record.company.domain)]
    if (!report || !company || version === undefined || record.line?.id !== id || isOlder(record, report)) continue
    const isSame =
      hasSameContent(report, company.ordinal, readForCompany(record, company)) &&
      (report.givenDomain ?? company.domain) === record.company.domain &&
      !statesOtherFacts(company, record.company)
    if (isSame) same.set(place, { id, version, hash: record.line.hash, seenAt: record.seenAt ?? null })
  }
  return same
}

const HASHES = columns<SameContent>(1, {
  id: ['uuid', ({ id }) => id],
  version: ['int', ({ version }) => version],
  hash: ['uuid', ({ hash }) => asStored(hash)],
  seen_at: ['bigint', ({ seenAt }) => seenAt],
})

/**
 * Only if the row is still the one compared. Skips locked rows; never blocks: their lines are compared again next time.
 */
export async function storeHashes(db: Queryable, same: readonly SameContent[]): Promise<void> {
  if (same.length === 0) return
  await db.query(
    `with n as (select * from ${HASHES.as('n')}),
          free as (select s.id from signals s join n on n.id = s.id and n.version = s.version for no key update of s skip locked)
     update signals s
        set given_line = n.hash, given_version = n.version,
            seen_at = greatest(s.seen_at, to_timestamp(n.seen_at)),
            last_seen_at = case when s.last_seen_at < now() - interval '1 day' then now() else s.last_seen_at end
       from n join free using (id) where s.id = n.id and s.version = n.version`,
    HASHES.values(same),
  )
}
