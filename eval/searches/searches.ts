// What a seller types on a usual day.

export interface TypicalSearch {
  /** What the seller wants to know. */
  readonly wants: string
  readonly query: string
  readonly filters?: Readonly<Record<string, unknown>>
  /** Every large employer matches such a search, so the first ten must not be the largest ones. */
  readonly mustNotListGiants?: true
}

export const SEARCHES: readonly TypicalSearch[] = [
  { wants: 'Who is hiring?', query: 'hiring', mustNotListGiants: true },
  { wants: 'Who is hiring for sales?', query: 'hiring(function: sales)', mustNotListGiants: true },
  { wants: 'Who needs SDRs this month?', query: 'hiring(title ~ SDR, within: 30d)' },
  {
    wants: 'Who searches a sales leader?',
    query: 'hiring(function: sales, seniority: director|vp|c_level)',
    mustNotListGiants: true,
  },
  { wants: 'Who raised money?', query: 'funding(within: 90d)' },
  {
    wants: 'Who raised an A or B and builds a sales team?',
    query: 'funding(round: series_a|series_b, within: 1y) hiring(function: sales)',
  },
  { wants: 'Whose money is for AI?', query: 'funding_ai' },
  { wants: 'Who uses Salesforce?', query: 'tool(name: salesforce)' },
  { wants: 'Who runs HubSpot and hires for RevOps?', query: 'tool(name: hubspot) hiring(title ~ RevOps)' },
  { wants: 'Who left a CRM?', query: 'tool(category: crm, change: dropped, within: 180d)' },
  { wants: 'Whose hiring is surging?', query: 'velocity' },
  {
    wants: 'German firms of 50 to 1,000 people that hire for AI',
    query: 'hiring(ai: true)',
    filters: { countries: ['DE'], employeesMin: 50, employeesMax: 1_000 },
  },
  {
    wants: 'Who has Snowflake and hires data people?',
    query: 'tool(name: snowflake) hiring(function: data)',
    mustNotListGiants: true,
  },
  { wants: 'Who launched an AI product?', query: 'web(kind: ai_product_page, change: launched, within: 90d)' },
  {
    wants: 'Who builds up security without Okta?',
    query: 'hiring(function: security, count >= 2) NOT tool(name: okta)',
    mustNotListGiants: true,
  },
]
