import type { ListSets } from '../../account/lists/index.ts'
import type { DatabaseClock, Queryable } from '../../db/index.ts'
import type { Company } from '../../meaning/companies/index.ts'
import type { DossierReplies } from '../dossiers/index.ts'
import type { SliceCache, SlicePages } from '../slices/index.ts'

export interface WindowParts {
  readonly slices: SliceCache
  readonly slicePages: SlicePages
  readonly dossiers: DossierReplies
  readonly searchCaches: { readonly lists: ListSets }
  readonly clock: DatabaseClock
  readonly read: Queryable
}

/** What the pages about windows show of a company. They have no domains: those are part of the full dossier. */
export function factsOf({ id, name, hqCountry, employeeCount, fundingStage, industry }: Company) {
  return { companyId: id, name, hqCountry, employeeCount, fundingStage, industry }
}
