// Generates signals for a running demo: one plausible fact at a time, about a demo company.

import type { CompanyFacts } from '../companies/index.ts'
import { type IncomingSignal, WEB_KINDS } from '../signals/index.ts'
import { drawJob, drawTitle } from './jobs.ts'
import type { Random } from './random.ts'
import { drawRound, roundAfter } from './rounds.ts'
import { drawTool, nthTool } from './tools.ts'
import { drawPage } from './web-pages.ts'

/** `round`, `tool` and `page` are fractions of all signals; the rest are jobs. `sales` is a fraction of the AI jobs. */
const CHANCES = { round: 0.06, tool: 0.2, page: 0.14, ai: 0.4, sales: 0.35 }

export function nextLiveSignal(random: Random, companies: readonly CompanyFacts[], nowSeconds: number): IncomingSignal {
  const company = random.pick(companies)
  // The time and a random part: after a restart, a new fact must not reuse an old key.
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
