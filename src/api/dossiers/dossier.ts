import type { Company } from '../../meaning/companies/index.ts'
import { aiAdoption, scoreCoverage } from '../../meaning/scores/index.ts'
import { isoTime, publicSignalWithSources, type Signal } from '../../meaning/signals/index.ts'
import { REPORTED_TYPES } from '../../meaning/types/index.ts'
import { type CompanyLook, type Coverage, coverageOf, lookedTypes, type Source } from '../../write/sources/index.ts'
import { quietNotesOf, type Slice, slicesOf } from '../slices/index.ts'

/** The number of signals that the dossier shows. The score and the slices use more (see routes.ts). */
const MAX_SHOWN_SIGNALS = 200

export function dossierOf(
  company: Company & { readonly aliases: readonly string[] },
  signals: readonly Signal[],
  total: number,
  slices: readonly Slice[],
  asOf: number,
  declared: readonly Source[],
  looks: readonly CompanyLook[] = [],
  /** The id of a signal that is always shown. */
  asked: string | null = null,
) {
  const coverage = coverageOf(signals, declared, looks)
  const { asOf: scoreDay, scoreTenths: _tenths, ...score } = aiAdoption(signals, asOf, company.employerKind)
  const monitored = lookedTypes(coverage, asOf)
  const memberships = slicesOf(slices, signals, asOf, monitored, company.employerKind, coverage, company.employeeCount)
  const { employeeCount, employerKind } = company
  const quiet =
    memberships.length > 0 ? undefined : quietNotesOf(slices, { signals, asOf, coverage, employeeCount }, employerKind)
  const carrying = [...score.contributions, ...memberships.flatMap(({ reasons }) => reasons)]
  const { ordinal: _ordinal, employerKindReason, ...identity } = company
  return {
    identity: {
      ...identity,
      ...(employerKindReason && { employerKindReason }),
      website: identity.website ?? `https://${identity.domain}`,
    },
    signals: shownSignals(signals, new Set([asked, ...carrying.map(({ signalId }) => signalId)])).map(
      publicSignalWithSources,
    ),
    signalsTotal: total,
    coverage: Object.fromEntries(REPORTED_TYPES.map((type) => [type, publicCoverage(coverage[type])])),
    aiAdoptionScore: { ...score, coverage: scoreCoverage(monitored), asOf: isoTime(scoreDay) },
    slices: memberships.map(({ whyNow: _sentences, ...membership }) => ({
      ...membership,
      enteredAt: isoTime(membership.enteredAt),
      windowEndsAt: isoTime(membership.windowEndsAt),
    })),
    ...(quiet && { notebook: quiet }),
  }
}

/**
 * The requested signal, those that the score and the slices refer to, and the newest others. Newest first, as given.
 */
function shownSignals(signals: readonly Signal[], carrying: ReadonlySet<string | null>): readonly Signal[] {
  if (signals.length <= MAX_SHOWN_SIGNALS) return signals
  let others = MAX_SHOWN_SIGNALS - signals.filter(({ id }) => carrying.has(id)).length
  return signals.filter(({ id }) => carrying.has(id) || others-- > 0)
}

/** Null: not monitored. */
function publicCoverage(coverage: Coverage | undefined) {
  if (!coverage) return null
  const { since, lastLookedAt, sources } = coverage
  return { since: isoTime(since), lastLookedAt: isoTime(lastLookedAt), sources }
}
