// The rows of a result as CSV.

import type { FoundPageReply, SlicePageReply } from '../../contract.ts'
import { csvOf } from '../../parts/tables/csv.ts'
import { signalText } from '../../parts/words/signal-text.ts'

/** Unknown facts are empty cells: 0 employees or the country ZZ would look like facts. */
const known = <Value>(value: Value, unknown: Value) => (value === unknown ? undefined : value)

export function searchCsv(companies: readonly FoundPageReply['companies'][number][]): string {
  const headings = [
    'name',
    'domain',
    'country',
    'employees',
    'fundingStage',
    'industry',
    'match',
    'aiAdoptionScore',
    'heat',
    'lastSignalAt',
    'signals',
    'notLooked',
    'companyId',
  ]
  const rows = companies.map((company) => [
    company.name,
    company.domain,
    known(company.hqCountry, 'ZZ'),
    known(company.employeeCount, 0),
    known<string>(company.fundingStage, 'unknown'),
    known(company.industry, 'unknown'),
    Math.round(company.match * 10) / 10,
    company.aiAdoptionScore.score,
    company.heat,
    company.lastSignalAt,
    company.signals
      .map(({ type, label, occurredAt, status }) => {
        const what = status === 'closed' ? `${type} (closed)` : type
        return `${occurredAt.slice(0, 10)} ${what}: ${signalText({ type, label })}`
      })
      .join('; '),
    company.notLooked?.join('; '),
    company.id,
  ])
  return csvOf(headings, rows)
}

export function sliceCsv(rows: readonly SlicePageReply['data'][number][]): string {
  return csvOf(
    ['name', 'domain', 'country', 'employees', 'score', 'enteredAt', 'windowEndsAt', 'companyId'],
    rows.map((row) => [
      row.name,
      row.domain,
      known(row.hqCountry, 'ZZ'),
      known(row.employeeCount, 0),
      row.score,
      row.enteredAt,
      row.windowEndsAt,
      row.companyId,
    ]),
  )
}
