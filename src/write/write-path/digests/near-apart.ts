// The new reports of a batch that are facts of their own without being compared with others: nothing stored or written
// that shares a key with them may be the same fact (meaning/facts: apartOf). In a company with many open jobs of one
// source almost all reports are like this, and reading the jobs that share their titles would dominate its import.

import type { Transaction } from '../../../db/index.ts'
import type { Report } from '../store/stored-signal.ts'
import { apartPlaceOf, keyListsOf } from './digest-entries.ts'
import { findOtherPlaces, type PlacedList } from './digest-queries.ts'
import type { NearCompany } from './near-company.ts'

interface Candidate {
  readonly id: string
  readonly lists: readonly string[]
}

/** By company, the ids. */
export async function findApart(
  tx: Transaction,
  companies: readonly NearCompany[],
): Promise<Map<NearCompany, ReadonlySet<string>>> {
  const inBatch = companies.map((near) => ({ near, ...candidatesOf(near) }))
  const wanted = inBatch.flatMap(({ near, places }) =>
    [...places].map(([list, place]): PlacedList => ({ ordinal: near.company.ordinal, list, place })),
  )
  const others = Map.groupBy(await findOtherPlaces(tx, wanted), ({ ordinal }) => ordinal)
  return new Map(
    inBatch.map(({ near, candidates, mixed }) => {
      const stored = (others.get(near.company.ordinal) ?? []).map(({ list }) => list)
      return [near, withoutConnected(candidates, [...mixed, ...stored])]
    }),
  )
}

/** `places` are the lists that have only candidates, `mixed` those that have other entries too. */
function candidatesOf({ plan, before, state }: NearCompany) {
  const candidates: Candidate[] = []
  const places = new Map<string, number>()
  const mixed = new Set<string>()
  const ids = new Set(plan.reportChanges.map(({ id }) => id))
  for (const id of ids) {
    const report = state.reports.get(id) as Report
    const place = before.reports.has(id) || before.signals.has(id) ? undefined : apartPlaceOf(report)
    const lists = keyListsOf(report)
    if (place === undefined) for (const list of lists) mixed.add(list)
    else {
      candidates.push({ id, lists })
      for (const list of lists) {
        const other = places.get(list)
        if (other === undefined) places.set(list, place)
        else if (other !== place) mixed.add(list)
      }
    }
  }
  for (const id of [...ids, ...plan.touched]) {
    const known = before.reports.get(id)
    if (known) for (const list of keyListsOf(known)) mixed.add(list)
  }
  for (const list of mixed) places.delete(list)
  return { candidates, places, mixed }
}

/** Without the candidates of these lists, those that share a list with one of them, and so on. */
function withoutConnected(candidates: readonly Candidate[], lists: readonly string[]): ReadonlySet<string> {
  const apart = new Set(candidates.map(({ id }) => id))
  if (lists.length === 0) return apart
  const byList = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    for (const list of candidate.lists) {
      const others = byList.get(list)
      if (others) others.push(candidate)
      else byList.set(list, [candidate])
    }
  }
  const reached = [...lists]
  for (let list = reached.pop(); list !== undefined; list = reached.pop()) {
    for (const candidate of byList.get(list) ?? []) if (apart.delete(candidate.id)) reached.push(...candidate.lists)
    byList.delete(list)
  }
  return apart
}
