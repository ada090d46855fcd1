import { Type } from 'typebox'
import { companyNotFound } from '../../../http/index.ts'
import { REPORTED_TYPES } from '../../../meaning/types/index.ts'
import { isUuid } from '../../../platform/ids.ts'
import { isLookedFor } from '../../../write/sources/index.ts'
import type { DossierReply } from '../../dossiers/index.ts'
import { PRICE, priced } from '../price.ts'
import { tool } from '../tool.ts'
import { NOT_MONITORED, reasonOf } from './shapes.ts'

/** The newest signals show the current activity. All 200 of a dossier would fill a model's context. */
const MAX_SIGNALS = 12

export const getCompany = tool({
  name: 'get_company',
  title: 'Get what is known about one company',
  description: `Profile, AI adoption score with its components, the buying windows that it is in, and its newest ${MAX_SIGNALS} signals. Price: 1 request, 1 record, and 1 company of the day if it is new today.`,
  input: Type.Object(
    { id: Type.String({ description: "A company's id, from find_companies." }) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    id: Type.String(),
    name: Type.String(),
    domain: Type.String(),
    country: Type.String(),
    employees: Type.Integer(),
    fundingStage: Type.String(),
    industry: Type.String(),
    aiAdoption: Type.Object({
      score: Type.Number(),
      intent: Type.Number(),
      implementation: Type.Number(),
      momentum: Type.Number(),
      readiness: Type.Number(),
    }),
    windows: Type.Array(
      Type.Object({ slice: Type.String(), score: Type.Number(), endsAt: Type.String(), whyNow: Type.String() }),
    ),
    known: Type.Optional(Type.String({ description: 'Only of a company in no window.' })),
    signals: Type.Array(Type.String()),
    signalsTotal: Type.Integer(),
    notLooked: Type.Array(Type.String(), { description: NOT_MONITORED }),
    ...PRICE,
  }),
  hasOutsideText: true,
  run: ({ id }, call) => {
    const { dossiers } = call.parts
    const minimum = isUuid(id) ? { records: 1, companyId: id.toLowerCase() } : { records: 1 }
    const knowsCompany = (each: string) => dossiers.isKnown(each)
    return priced(
      call,
      minimum,
      async () => {
        const body = isUuid(id) ? await dossiers.bodyOf(id.toLowerCase(), JSON.stringify) : undefined
        if (!body) throw companyNotFound(id)
        const { data } = JSON.parse(body.toString()) as DossierReply
        const { identity, aiAdoptionScore, slices, notebook, signals, signalsTotal, coverage } = data
        const { score, intent, implementation, momentum, readiness } = aiAdoptionScore
        const output = {
          id: identity.id,
          name: identity.name,
          domain: identity.domain,
          country: identity.hqCountry,
          employees: identity.employeeCount,
          fundingStage: identity.fundingStage,
          industry: identity.industry,
          aiAdoption: { score, intent, implementation, momentum, readiness },
          windows: slices.map((slice) => ({
            slice: slice.slug,
            score: slice.score,
            endsAt: slice.windowEndsAt.slice(0, 10),
            whyNow: slice.notebook.whyNow,
          })),
          ...(notebook && { known: [notebook.known, ...notebook.opens].join(' ') }),
          signals: signals.slice(0, MAX_SIGNALS).map(reasonOf),
          signalsTotal,
          notLooked: notMonitored(coverage),
        }
        return { cost: minimum, output }
      },
      knowsCompany,
    )
  },
})

function notMonitored(coverage: DossierReply['data']['coverage']): string[] {
  const now = Date.now() / 1_000
  return REPORTED_TYPES.filter((type) => {
    const looked = coverage[type]
    return !isLookedFor(type, looked ? Date.parse(looked.lastLookedAt) / 1_000 : undefined, now)
  })
}
