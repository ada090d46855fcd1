// Generates signals for a running demo: one plausible fact at a time, about a demo company. Jobs come from its job boards.

import type { CompanyFacts } from '../meaning/companies/index.ts'
import type { IncomingSignal } from '../meaning/signals/index.ts'
import { WEB_KINDS } from '../meaning/types/index.ts'
import type { Random } from './world/random.ts'
import { drawRound, roundAfter } from './world/rounds.ts'
import { drawTool, nthTool } from './world/tools.ts'
import { drawPage } from './world/web-pages.ts'

/** `round` and `tool` are fractions of all signals; the rest are pages. `ai` is a fraction of the tools. */
const CHANCES = { round: 0.15, tool: 0.5, ai: 0.4 }

export function nextLiveSignal(random: Random, companies: readonly CompanyFacts[], nowSeconds: number): IncomingSignal {
  const company = random.pick(companies)
  // The time and a random part: after a restart, a new fact must not reuse an old key.
  const number = `${nowSeconds}-${random.below(36 ** 5).toString(36)}`
  const kind = random.next()
  if (kind < CHANCES.round) {
    return drawRound(company, number, roundAfter(company.fundingStage, random), nowSeconds, random)
  }
  if (kind < CHANCES.round + CHANCES.tool) {
    return drawTool(company, number, nthTool(random.chance(CHANCES.ai), random.below(1_000), 0), nowSeconds, random)
  }
  return drawPage(company, number, WEB_KINDS, nowSeconds, random)
}
