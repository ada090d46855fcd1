import type { IncomingRecord } from '../../src/meaning/signals/index.ts'
import { company, DAY, signal } from './signals.ts'

/** Three companies that hire, one of them with everything that a dossier can show, and seven more with a tool. */
export function exploreRecords(now = Math.floor(Date.now() / 1_000)): IncomingRecord[] {
  const job = (domain: string, jobTitle: string, days: number, fields = {}) =>
    signal(domain, `${domain} ${jobTitle}`, {
      label: `Hiring: ${jobTitle}`,
      occurredAt: now - days * DAY,
      fields: { jobTitle, function: 'sales', ...fields },
    })
  const more = (domain: string, type: 'funding' | 'tool' | 'web', label: string, days: number, fields: object) =>
    signal(domain, `${domain} ${label}`, { type, label, occurredAt: now - days * DAY, fields: { ...fields } })
  const [first, second, third] = ['northwind.example', 'harbourline.example', 'brightloom.example']
  return [
    job(first, 'AI SDR', 4, { ai: true }),
    job(first, 'Machine Learning Engineer', 11, { ai: true, function: 'engineering' }),
    job(first, 'Data Engineer', 40, { function: 'data' }),
    more(first, 'funding', 'Raised a Series A of $12m', 33, { round: 'series_a', amountUsd: 12_000_000 }),
    more(first, 'tool', 'Adopted OpenAI API', 9, { tool: 'OpenAI API', ai: true, change: 'adopted' }),
    more(first, 'web', 'AI product page', 17, { kind: 'ai_product_page' }),
    job(second, 'Account Executive', 6),
    more(second, 'funding', 'Raised a seed round', 50, { round: 'seed', amountUsd: 2_000_000 }),
    job(third, 'Sales Development Representative', 2),
    // After their signals, which created them with the domain as the name.
    {
      ...company(first, {
        parent: 'northwind-group.example',
        name: 'Northwind',
        hqCountry: 'DE',
        employeeCount: 240,
        fundingStage: 'series_a',
        industry: 'logistics_software',
      }),
      aliases: ['northwind-logistics.example'],
    },
    company(second, {
      name: 'Harbourline',
      hqCountry: 'FR',
      employeeCount: 80,
      fundingStage: 'seed',
      industry: 'fintech',
    }),
    company(third, { name: 'Brightloom', employeeCount: 12 }),
    ...Array.from({ length: 7 }, (_, i) => more(`tool${i}.example`, 'tool', 'Adopted Grafana', i, { tool: 'Grafana' })),
  ]
}
