import { wasShownToday } from '../../account/budgets/index.ts'
import { readHiddenCompanies } from '../../account/dispositions/index.ts'
import type { Queryable } from '../../db/index.ts'
import { companyNotFound, toHttpError } from '../../http/index.ts'
import { heatAt, heatKey } from '../../meaning/scores/index.ts'
import { readCompaniesWithSignals } from '../dossiers/index.ts'
import { takePlaces } from '../today/index.ts'
import { similarCompanies } from './similar-companies.ts'
import { listsOf, wantedSlices } from './window-lists.ts'
import { factsOf, type WindowParts } from './window-parts.ts'

const MAX_SIMILAR = 5

/** What is shown next to a dossier: the company's heat, and other companies in the same windows. */
export async function companyContext(
  { dossiers, slices, slicePages, clock, read }: WindowParts,
  pool: Queryable,
  session: { readonly teamId: string; readonly accountId: string },
  companyId: string,
) {
  const brief = await dossiers.brief(companyId)
  if (!brief) throw companyNotFound(companyId)
  const { company, memberships, signals } = brief
  // Heat belongs to the dossier, which is charged: it is shown only with one that the team has seen today.
  if (!(await wasShownToday(read, session.teamId, company.id))) return { heat: null, similar: [] }
  const asOf = await clock.now()
  const mine = new Set(memberships.map(({ slug }) => slug))
  const shared = (await wantedSlices(slices, undefined)).filter(({ definition }) => mine.has(definition.slug))
  // If no search slot is free, the heat is still shown.
  const lists = await listsOf(slicePages, shared, 'score', asOf, { team: session.teamId }).catch((error: unknown) => {
    if (toHttpError(error).status !== 503) throw error
    return []
  })
  const hidden = await readHiddenCompanies(read, session)
  const passes = (ordinal: number) => !hidden.has(ordinal)
  const similar = similarCompanies(lists, company.ordinal, { limit: MAX_SIMILAR, passes })
  const ordinals = similar.map(({ ordinal }) => ordinal)
  const shown = await takePlaces(pool, session.teamId, ordinals)
  const companies = await readCompaniesWithSignals(read, ordinals, 1)
  const labels = new Map(shared.map(({ definition: { slug, label } }) => [slug, label]))
  return {
    heat: heatAt(heatKey(signals, company.employerKind), asOf),
    similar: similar.flatMap(({ ordinal, slugs }) => {
      const found = companies.get(ordinal)
      if (!found || !shown.has(ordinal)) return []
      return [{ ...factsOf(found.company), windows: slugs.map((slug) => ({ slug, label: labels.get(slug) ?? slug })) }]
    }),
  }
}
