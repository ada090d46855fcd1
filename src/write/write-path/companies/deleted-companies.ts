// Companies that an operator deleted. Their domains are remembered, so that no source brings them back.
//
// Invariant: no company is created under a domain that is in deleted_companies, and none has it as an alias. Both are checked
// under the lock of aliases, which a deletion holds exclusively.

import { many, type Queryable } from '../../../db/index.ts'
import type { Company } from '../../../meaning/companies/index.ts'
import { domainsAbove } from './resolve-domains.ts'

/** Thrown if the batch has records of deleted companies. It is written without them. */
export class DeletedCompanies extends Error {
  /** As given. */
  readonly domains: ReadonlySet<string>

  constructor(domains: ReadonlySet<string>) {
    super('companies of the batch were deleted')
    this.domains = domains
  }
}

/** Those of the given domains that belong to a deleted company. `companies`: the companies of the others, by given domain. */
export async function findDeleted(
  db: Queryable,
  given: readonly string[],
  companies: ReadonlyMap<string, Pick<Company, 'domain'>>,
): Promise<ReadonlySet<string>> {
  // A company's own domain belongs to no other, and an alias counts as deleted only if it was deleted itself.
  const candidates = new Map(
    given
      .filter((domain) => companies.get(domain)?.domain !== domain)
      .map((domain) => [domain, companies.has(domain) ? [domain] : domainsAbove(domain)]),
  )
  if (candidates.size === 0) return new Set()
  const rows = await many<{ domain: string }>(
    db,
    'select domain from deleted_companies where domain = any($1::text[])',
    [[...new Set([...candidates.values()].flat())]],
  )
  const deleted = new Set(rows.map(({ domain }) => domain))
  if (deleted.size === 0) return deleted
  return new Set([...candidates].flatMap(([domain, names]) => (names.some((name) => deleted.has(name)) ? domain : [])))
}

export function deletedCompany(domain: string): string {
  return `company ${domain} was deleted by the operator (companies allow ${domain} lets it come back)`
}
