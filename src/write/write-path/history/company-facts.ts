import type { Company } from '../../../meaning/companies/index.ts'
import type { CompanyWas } from './history-of-batch.ts'

const IDENTITY: readonly string[] = ['id', 'ordinal', 'domain']

/**
 * What a batch changes in companies, by ordinal. `before` and `after` have the facts that records state. The kind and
 * the stage that are shown follow from them and from the reports.
 */
export function companiesWere(
  before: readonly Company[],
  after: ReadonlyMap<string, Company>,
  created: ReadonlySet<string>,
  identities: ReadonlyMap<number, CompanyWas>,
): Map<number, CompanyWas> {
  const were = new Map<number, CompanyWas>()
  for (const domain of created) {
    const company = after.get(domain)
    if (company) were.set(company.ordinal, { created: true })
  }
  for (const company of before) {
    const now = after.get(company.domain)
    const was = now && !created.has(company.domain) && overwritten(company, now)
    if (was) were.set(company.ordinal, was)
  }
  for (const [ordinal, was] of identities) were.set(ordinal, { ...were.get(ordinal), ...was })
  return were
}

function overwritten(before: Company, after: Company): CompanyWas | undefined {
  const names = (Object.keys(before) as (keyof Company)[]).filter(
    (name) => !IDENTITY.includes(name) && before[name] !== after[name],
  )
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, before[name]]))
}
