import type { Company } from '../companies/index.ts'
import { aiAdoption } from '../scores/index.ts'
import { isoTime, publicSignal, type Signal } from '../signals/index.ts'
import { type Slice, slicesOf } from '../slices/index.ts'

/** Shown; the score and the slices look at more (see routes.ts). */
const SIGNALS_SHOWN = 200

export function dossierOf(
  company: Company,
  signals: readonly Signal[],
  total: number,
  slices: readonly Slice[],
  asOf: number,
) {
  const { asOf: scoreDay, scoreTenths: _tenths, ...score } = aiAdoption(signals, asOf)
  const { ordinal: _ordinal, ...identity } = company
  return {
    identity,
    signals: signals.slice(0, SIGNALS_SHOWN).map(publicSignal),
    signalsTotal: total,
    aiAdoptionScore: { ...score, asOf: isoTime(scoreDay) },
    slices: slicesOf(slices, signals, asOf).map((membership) => ({
      ...membership,
      enteredAt: isoTime(membership.enteredAt),
      windowEndsAt: isoTime(membership.windowEndsAt),
    })),
  }
}
