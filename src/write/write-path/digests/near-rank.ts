// The rank of a company with a digest.

import type { Transaction } from '../../../db/index.ts'
import { postsOwnJobs } from '../../../meaning/companies/index.ts'
import { EVIDENCE_ROWS, type Evidence, heatKeyOf, scoreEvidence } from '../../../meaning/scores/index.ts'
import { SIGNAL_DECLARATIONS } from '../../../meaning/types/index.ts'
import { lookedBits, type SourceState } from '../../sources/index.ts'
import type { Rank } from '../store/rank-queries.ts'
import { type Digest, lookedTypesOf, strengthsOf, summaryOfDigest } from './digest.ts'
import { evidenceListOf, evidenceOfEntry } from './digest-entries.ts'
import { type ListedEvidence, readEvidence } from './digest-queries.ts'

export interface NearRank {
  readonly ordinal: number
  readonly digest: Digest
  /** Undefined: it is computed from the evidence. */
  readonly scoreTenths: number | undefined
}

/** Call it after the lists of the digests are written: the evidence is read from them. */
export async function ranksOfDigests(
  tx: Transaction,
  ranks: readonly NearRank[],
  now: number,
  { declared }: SourceState,
): Promise<Rank[]> {
  const scored = ranks.filter(({ scoreTenths }) => scoreTenths === undefined).map(({ ordinal }) => ordinal)
  const evidence = Map.groupBy(await readEvidence(tx, scored), ({ ordinal }) => ordinal)
  return ranks.map(({ ordinal, digest, scoreTenths }) => {
    const { employerKind } = digest.context
    return {
      companyOrdinal: ordinal,
      heatKey: heatKeyOf(strengthsOf(digest), employerKind),
      scoreTenths: scoreTenths ?? scoreOf(evidence.get(ordinal) ?? [], now, postsOwnJobs(employerKind)),
      looked: lookedBits(lookedTypesOf(digest, declared, now)),
      summary: summaryOfDigest(digest),
    }
  })
}

const ROWS = new Map(EVIDENCE_ROWS.map((row) => [evidenceListOf(row), row]))

function scoreOf(lists: readonly ListedEvidence[], now: number, jobsCount: boolean): number {
  const evidence = { intent: [] as Evidence[], implementation: [] as Evidence[], readiness: [] as Evidence[] }
  for (const { list, entries } of lists) {
    const row = ROWS.get(list)
    if (!row || (SIGNAL_DECLARATIONS[row.type].aboutJobs && !jobsCount)) continue
    for (const { place, data } of entries) evidence[row.component].push(evidenceOfEntry(row, place, data))
  }
  return scoreEvidence(evidence, now).scoreTenths
}
