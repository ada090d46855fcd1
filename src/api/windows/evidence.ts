import type { Queryable } from '../../db/index.ts'
import { type CompanyForNotes, MAX_READ_SIGNALS, membershipsOf, readCompaniesWithSignals } from '../dossiers/index.ts'
import type { Slice } from '../slices/index.ts'
import type { WindowPlace } from './window-order.ts'

/** Enough for all but a few companies, and small enough to read for a whole page. */
const FEW_SIGNALS = 300

export interface PlaceWithEvidence {
  readonly place: WindowPlace
  readonly company: CompanyForNotes['company']
  /** The first sentence of the dossier's "why now". */
  readonly evidence: string
}

/**
 * The companies of a page's rows, and why each is there. It is one read for all rows. Only a company whose reason isn't among
 * its newest signals is read a second time. A row that is no longer in the slice is left out.
 */
export async function withEvidence(
  db: Queryable,
  places: readonly WindowPlace[],
  slices: ReadonlyMap<string, Slice>,
  asOf: number,
): Promise<PlaceWithEvidence[]> {
  const ordinals = [...new Set(places.map(({ ordinal }) => ordinal))]
  const few = await readCompaniesWithSignals(db, ordinals, FEW_SIGNALS)
  const found = new Map(places.map((place) => [place, evidenceOf(place, few, slices, asOf)]))
  const unclear = places.filter(
    (place) => !found.get(place) && (few.get(place.ordinal)?.signals.length ?? 0) >= FEW_SIGNALS,
  )
  const many = await readCompaniesWithSignals(db, [...new Set(unclear.map(({ ordinal }) => ordinal))], MAX_READ_SIGNALS)
  for (const place of unclear) found.set(place, evidenceOf(place, many, slices, asOf))
  return places.flatMap((place) => found.get(place) ?? [])
}

function evidenceOf(
  place: WindowPlace,
  companies: ReadonlyMap<number, CompanyForNotes>,
  slices: ReadonlyMap<string, Slice>,
  asOf: number,
): PlaceWithEvidence | undefined {
  const [read, slice] = [companies.get(place.ordinal), slices.get(place.slug)]
  if (!read || !slice) return undefined
  const { company, signals } = read
  const [membership] = membershipsOf([slice], read, asOf)
  if (!membership) return undefined
  const reason = signals.find(({ id }) => id === membership.reasons[0]?.signalId)
  return { place, company, evidence: membership.whyNow[0] ?? reason?.label ?? slice.definition.thesis }
}
