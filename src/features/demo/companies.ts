// Draws one company of the demo world. Its facts depend only on the seed and the index.

import type { CompanyFacts, FundingStage } from '../companies/index.ts'
import { drawCountry } from './locations.ts'
import { companyName } from './names.ts'
import type { Random } from './random.ts'

interface Stage {
  readonly stage: FundingStage
  /** About how many of 100 companies are at this stage. */
  readonly share: number
  readonly employees: readonly [number, number]
}

const STAGES: readonly Stage[] = [
  { stage: 'bootstrapped', share: 20, employees: [4, 180] },
  { stage: 'pre_seed', share: 7, employees: [2, 12] },
  { stage: 'seed', share: 17, employees: [6, 40] },
  { stage: 'series_a', share: 18, employees: [25, 130] },
  { stage: 'series_b', share: 13, employees: [80, 400] },
  { stage: 'series_c', share: 7, employees: [200, 900] },
  { stage: 'series_d', share: 4, employees: [400, 1_800] },
  { stage: 'series_e_plus', share: 3, employees: [700, 4_000] },
  { stage: 'public', share: 6, employees: [900, 30_000] },
  { stage: 'acquired', share: 3, employees: [40, 900] },
  { stage: 'unknown', share: 2, employees: [3, 60] },
]
const INVESTED_STAGES = new Set<FundingStage>(['pre_seed', 'seed', 'series_a', 'series_b', 'series_c', 'series_d'])

/** One entry per percent, so that a draw is a single lookup. */
const WEIGHTED_STAGES: readonly Stage[] = STAGES.flatMap((stage) => new Array<Stage>(stage.share).fill(stage))
const WEIGHTED_INVESTED_STAGES = WEIGHTED_STAGES.filter(({ stage }) => INVESTED_STAGES.has(stage))

const INDUSTRIES = [
  ...['software', 'software', 'software', 'fintech', 'fintech', 'healthcare', 'healthcare', 'ecommerce', 'ecommerce'],
  ...['logistics', 'manufacturing', 'media', 'education', 'energy', 'insurance', 'cybersecurity', 'biotech', 'legal'],
  ...['real_estate', 'telecommunications', 'automotive', 'hospitality', 'professional_services', 'agriculture'],
] as const

export function drawCompany(index: number, offset: number, hasInvestors: boolean, random: Random): CompanyFacts {
  const { name, domain } = companyName(index, offset)
  const { stage, employees } = random.pick(hasInvestors ? WEIGHTED_INVESTED_STAGES : WEIGHTED_STAGES)
  const [min, max] = employees
  return {
    domain,
    name,
    hqCountry: drawCountry(random),
    // Uniform on a logarithmic scale: most companies are small.
    employeeCount: Math.round(min * (max / min) ** random.next()),
    fundingStage: stage,
    industry: random.pick(INDUSTRIES),
    ...(random.chance(0.8) && { logo: `https://${domain}/logo.svg` }),
    website: `https://${domain}`,
  }
}
