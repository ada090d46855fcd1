import type { CompanyFacts } from '../../meaning/companies/index.ts'
import type { IncomingSignal } from '../../meaning/signals/index.ts'
import { drawConfidence } from './confidence.ts'
import { drawJobLocation } from './locations.ts'
import type { Random } from './random.ts'
import { AI_SALES_TITLES, AI_SDR_TITLES, AI_TITLES, PLAIN_TITLES, type Title } from './titles.ts'

const WORKPLACES = ['onsite', 'hybrid', 'hybrid', 'remote'] as const
const EMPLOYMENTS = [...new Array<'full_time'>(9).fill('full_time'), 'contract', 'part_time'] as const

/** How long a job stays open. */
export const OPEN_DAYS = { min: 20, max: 110 }

export function drawTitle(ai: boolean, sales: boolean, random: Random): Title {
  if (!ai) return random.pick(PLAIN_TITLES)
  return random.pick(sales ? AI_SALES_TITLES : AI_TITLES)
}

export function drawAiSdrTitle(random: Random): Title {
  return random.pick(AI_SDR_TITLES)
}

/** `number` identifies the job within the company, in its key and its URL. */
export function drawJob(
  company: CompanyFacts,
  number: string,
  { jobTitle, dictionaryFields }: Title,
  occurredAt: number,
  daysAgo: number,
  random: Random,
): IncomingSignal {
  const { country, city } = drawJobLocation(company.hqCountry, random)
  const ownPage = random.chance(0.6)
  const openDays = random.between(OPEN_DAYS.min, OPEN_DAYS.max)
  const withdrawn = random.chance(0.004)
  const jobUrl = `https://careers.${company.domain}/jobs/${number}`
  return {
    record: 'signal',
    type: 'hiring',
    company: { domain: company.domain },
    source: ownPage ? 'careers-pages' : 'job-boards',
    url: jobUrl,
    key: `${company.domain}/jobs/${number}`,
    occurredAt,
    confidence: ownPage ? drawConfidence(0.88, 0.99, random) : drawConfidence(0.7, 0.95, random),
    label: `Hiring ${jobTitle} in ${city}`,
    ...endOf(withdrawn, daysAgo, openDays, occurredAt),
    fields: {
      jobTitle,
      ...dictionaryFields,
      location: city,
      country,
      workplaceType: random.pick(WORKPLACES),
      employmentType: dictionaryFields.seniority === 'intern' ? 'internship' : random.pick(EMPLOYMENTS),
      jobUrl,
    },
  }
}

function endOf(withdrawn: boolean, daysAgo: number, openDays: number, occurredAt: number) {
  if (withdrawn) return { status: 'retracted' as const }
  if (daysAgo <= openDays) return { status: 'active' as const }
  return { status: 'closed' as const, closedAt: occurredAt + Math.floor(openDays) * DAY_SECONDS }
}

const DAY_SECONDS = 86_400
