// Signals that arrive while somebody watches: one believable fact at a time, about a company that is there.

import type { CompanyFacts } from '../companies/index.ts'
import { type IncomingSignal, WEB_KINDS } from '../signals/index.ts'
import { drawJob, drawTitle } from './jobs.ts'
import { Random, seedOf } from './random.ts'
import { drawRound, roundAfter } from './rounds.ts'
import { drawTool, nthTool } from './tools.ts'
import { drawPage } from './web-pages.ts'

/** How often, among all signals. The rest are jobs. */
const CHANCES = { round: 0.06, tool: 0.2, page: 0.14, ai: 0.4, sales: 0.35 }

/**
 * Signals without end, each with the time at which it is asked for. Two that are made of the same seed, companies and
 * times are the same, keys included: two processes that do so at once write each fact once.
 */
export function* liveSignals(
  seed: string | number,
  companies: readonly CompanyFacts[],
  nowSeconds: () => number,
): Generator<IncomingSignal, never> {
  const random = new Random(seedOf(String(seed)))
  for (;;) yield nextLiveSignal(random, companies, nowSeconds())
}

export function nextLiveSignal(random: Random, companies: readonly CompanyFacts[], nowSeconds: number): IncomingSignal {
  const company = random.pick(companies)
  // The time and some chance: a process that begins again must not tell a new fact under an old key.
  const number = `${nowSeconds}-${random.below(36 ** 5).toString(36)}`
  const ai = random.chance(CHANCES.ai)
  const kind = random.next()
  if (kind < CHANCES.round) {
    return drawRound(company, number, roundAfter(company.fundingStage, random), nowSeconds, random)
  }
  if (kind < CHANCES.round + CHANCES.tool) {
    return drawTool(company, number, nthTool(ai, random.below(1_000), 0), nowSeconds, random)
  }
  if (kind < CHANCES.round + CHANCES.tool + CHANCES.page) {
    return drawPage(company, number, WEB_KINDS, nowSeconds, random)
  }
  const title = drawTitle(ai, random.chance(CHANCES.sales), random)
  return { ...drawJob(company, number, title, nowSeconds, 0, random), status: 'active' }
}
