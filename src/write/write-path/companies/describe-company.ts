// Everything about who a company is, for the operator.

import { many, maybeOne, type Queryable } from '../../../db/index.ts'
import { COMPANY_COLUMNS, type Company } from '../../../meaning/companies/index.ts'
import { givenDomains } from './identity-queries.ts'

export interface DescribedCompany extends Company {
  /** What company records state. */
  readonly statedStage: string
  readonly statedKind: string
  readonly employerKindReason: string | null
  readonly aliases: readonly { readonly domain: string; readonly mergedCompanyId: string | null }[]
  /** Signals that are not retracted, by type. */
  readonly signals: Readonly<Record<string, number>>
  /** The domains under which its reports were given. */
  readonly given: readonly { readonly domain: string; readonly reports: number }[]
}

/** A company by its own id or that of a company that was merged into it. */
export async function describeCompany(db: Queryable, id: string): Promise<DescribedCompany | undefined> {
  const company = await maybeOne<
    Company &
      Pick<DescribedCompany, 'statedStage' | 'statedKind' | 'employerKindReason'> & { [column: string]: unknown }
  >(
    db,
    `select ${COMPANY_COLUMNS}, stated_stage as "statedStage", stated_kind as "statedKind",
            kind_reason as "employerKindReason"
       from companies where ordinal = (select coalesce(merged_into, ordinal) from companies where id = $1)
        and merged_into is null`,
    [id],
  )
  if (!company) return undefined
  const { ordinal } = company
  const aliases = await many<{ domain: string; mergedCompanyId: string | null }>(
    db,
    `select a.domain, m.id as "mergedCompanyId" from company_aliases a left join companies m on m.domain = a.domain
      where a.company_ordinal = $1 order by a.domain`,
    [ordinal],
  )
  const counts = await many<{ type: string; signals: number }>(
    db,
    `select type, count(*)::int as signals from signals where company_ordinal = $1 and status <> 'retracted'
      group by type order by type`,
    [ordinal],
  )
  return {
    ...company,
    aliases,
    signals: Object.fromEntries(counts.map(({ type, signals }) => [type, signals])),
    given: await givenDomains(db, company),
  }
}
