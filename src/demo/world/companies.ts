// Draws one company of the demo world. Its facts depend only on the seed and the index.

import type { CompanyFacts, FundingStage } from '../../meaning/companies/index.ts'
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

/** How many employees a company has for each job that it posts in two years. A large company has more of them. */
const EMPLOYEES_PER_JOB = [4, 60] as const
const EMPLOYEES_GROW_WITH_JOBS = 1.3
const MAX_EMPLOYEES = 250_000
/** A company that does not hire is small. */
const IDLE_EMPLOYEES = [2, 40] as const

interface CompanyPlan {
  readonly hasInvestors: boolean
  /** About how many jobs the company posts. 0: it does not hire. */
  readonly jobs: number
}

export function drawCompany(
  index: number,
  offset: number,
  { hasInvestors, jobs }: CompanyPlan,
  random: Random,
): CompanyFacts {
  const { name, domain } = companyName(index, offset)
  const stages = hasInvestors ? WEIGHTED_INVESTED_STAGES : WEIGHTED_STAGES
  const employees = drawEmployees(jobs, random)
  const fitting = stages.filter(({ employees: [min, max] }) => min <= employees && employees <= max)
  const { stage } = random.pick(fitting.length > 0 ? fitting : [largestOf(stages)])
  return {
    domain,
    name,
    hqCountry: drawCountry(random),
    employeeCount: employees,
    fundingStage: stage,
    industry: random.pick(INDUSTRIES),
    ...(random.chance(0.8) && { logo: `https://${domain}/logo.svg` }),
    website: `https://${domain}`,
  }
}

function largestOf(stages: readonly Stage[]): Stage {
  return stages.reduce((largest, stage) => (stage.employees[1] > largest.employees[1] ? stage : largest))
}

/** The number of jobs determines the company's size, which determines the plausible stages. */
function drawEmployees(jobs: number, random: Random): number {
  if (jobs === 0) return Math.round(logUniform(IDLE_EMPLOYEES, random))
  const employees = (jobs + 1) ** EMPLOYEES_GROW_WITH_JOBS * logUniform(EMPLOYEES_PER_JOB, random)
  return Math.min(MAX_EMPLOYEES, Math.round(employees))
}

/** Uniform on a logarithmic scale: most are small. */
function logUniform([min, max]: readonly [number, number], random: Random): number {
  return min * (max / min) ** random.next()
}
