// Northwind, the company of the examples in the documentation. It is part of the demo world, so that every example finds
// something there.

import type { CompanyFacts } from '../meaning/companies/index.ts'
import { fillFromDictionary, type IncomingRecord, type IncomingSignal } from '../meaning/signals/index.ts'

const DAY_SECONDS = 86_400

export const EXAMPLE_DOMAIN = 'northwind.example'

const NORTHWIND: CompanyFacts = {
  domain: EXAMPLE_DOMAIN,
  name: 'Northwind',
  hqCountry: 'DE',
  employeeCount: 240,
  fundingStage: 'series_a',
  industry: 'logistics_software',
  website: 'https://northwind.example',
}

type Fact = Pick<IncomingSignal, 'type' | 'source' | 'key' | 'url' | 'confidence' | 'label' | 'fields'> & {
  readonly daysAgo: number
}

const FACTS: readonly Fact[] = [
  {
    type: 'hiring',
    source: 'job-boards',
    key: 'northwind.example/jobs/ai-sdr',
    url: 'https://jobs.northwind.example/ai-sdr',
    daysAgo: 12,
    confidence: 0.95,
    label: 'Hiring AI SDR in Berlin',
    fields: {
      jobTitle: 'AI SDR',
      function: 'sales',
      location: 'Berlin',
      country: 'DE',
      workplaceType: 'hybrid',
      employmentType: 'full_time',
      jobUrl: 'https://jobs.northwind.example/ai-sdr',
      ai: true,
    },
  },
  {
    type: 'funding',
    source: 'funding-news',
    key: 'northwind.example/rounds/series-a',
    url: 'https://news.example/northwind-series-a',
    daysAgo: 40,
    confidence: 0.9,
    label: 'Raised $12M Series A led by Harbour Ventures',
    fields: { round: 'series_a', amountUsd: 12_000_000, investors: ['Harbour Ventures'], instrument: 'equity' },
  },
  {
    type: 'tool',
    source: 'tech-scans',
    key: 'northwind.example/tools/openai-api',
    url: 'https://northwind.example',
    daysAgo: 30,
    confidence: 0.85,
    label: 'Adopted OpenAI API',
    fields: { ...fillFromDictionary('tool', { tool: 'OpenAI API' }), change: 'adopted' },
  },
  {
    type: 'web',
    source: 'website-scans',
    key: 'northwind.example/pages/ai',
    url: 'https://northwind.example/ai',
    daysAgo: 25,
    confidence: 0.9,
    label: 'AI product page',
    fields: { kind: 'ai_product_page', pageUrl: 'https://northwind.example/ai', change: 'launched' },
  },
]

/** The company and its signals. `until` is in Unix seconds. */
export function exampleCompany(until: number): IncomingRecord[] {
  const today = Math.floor(until / DAY_SECONDS) * DAY_SECONDS
  const signals = FACTS.map(({ daysAgo, ...fact }): IncomingSignal => {
    const { domain } = NORTHWIND
    return {
      ...fact,
      record: 'signal',
      company: { domain },
      status: 'active',
      occurredAt: today - daysAgo * DAY_SECONDS,
    }
  })
  return [{ record: 'company', company: NORTHWIND }, ...signals]
}
