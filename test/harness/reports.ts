// Reports for the tests of facts: like signals, with the source as the first argument.

import { factOf, groupReports, type Report, type ReportGroup } from '../../src/meaning/facts/index.ts'
import { at, signal } from './base-signals.ts'

type Rest = Partial<Report>

export function job(source: string, date: string, jobTitle: string, location = 'Berlin', rest: Rest = {}): Report {
  const { fields, ...others } = rest
  return signal(
    'hiring',
    at(date),
    { jobTitle, ...(location !== '' && { location }), ...fields },
    { source: { name: source }, label: `Hiring: ${jobTitle}`, ...others },
  )
}

export function closedOn(date: string): Rest {
  return { status: 'closed', closedAt: at(date) }
}

export function round(source: string, date: string, fields: Report['fields'], rest: Rest = {}): Report {
  return signal('funding', at(date), fields, { source: { name: source }, label: 'Raised a round', ...rest })
}

export function tool(source: string, date: string, name: string, change = 'adopted', rest: Rest = {}): Report {
  return signal('tool', at(date), { tool: name, change }, { source: { name: source }, label: name, ...rest })
}

export function page(source: string, date: string, pageUrl: string, change = 'launched', rest: Rest = {}): Report {
  return signal(
    'web',
    at(date),
    { kind: 'ai_product_page', pageUrl, change },
    { source: { name: source }, label: 'AI page', ...rest },
  )
}

/** The facts as lists of the keys of their reports. */
export function keysOf(groups: readonly ReportGroup[]): string[][] {
  return groups.map(({ reports }) => reports.map(({ key }) => key))
}

export function factsOf(reports: readonly Report[]) {
  return groupReports(reports).map(factOf)
}
