import type { Company } from '../companies/index.ts'
import { aiAdoption } from '../scores/index.ts'
import { isoTime, publicSignal, type Signal } from '../signals/index.ts'
import { type Slice, slicesOf } from '../slices/index.ts'

/** The dossier shows this many signals. The score and the slices use more (see routes.ts). */
const MAX_SHOWN_SIGNALS = 200

export function dossierOf(
  company: Company & { readonly aliases: readonly string[] },
  signals: readonly Signal[],
  total: number,
  slices: readonly Slice[],
  asOf: number,
) {
  const { asOf: scoreDay, scoreTenths: _tenths, ...score } = aiAdoption(signals, asOf)
  const { ordinal: _ordinal, ...identity } = company
  return {
    identity: { ...identity, website: identity.website ?? `https://${identity.domain}` },
    signals: signals.slice(0, MAX_SHOWN_SIGNALS).map(publicSignal),
    signalsTotal: total,
    aiAdoptionScore: { ...score, asOf: isoTime(scoreDay) },
    slices: slicesOf(slices, signals, asOf, company.employerKind).map((membership) => ({
      ...membership,
      enteredAt: isoTime(membership.enteredAt),
      windowEndsAt: isoTime(membership.windowEndsAt),
    })),
  }
}
