// The stored company of a watched domain: the one that has it as its own domain, or as an alias.

import { companyOfDomain } from '../../../write/sources/index.ts'

/** SQL: joins the company as `c` to a row `w` of watched_companies, with nulls if none is stored. */
export const STORED_COMPANY = `left join lateral (
      select known.* from companies own join companies known on known.ordinal = coalesce(own.merged_into, own.ordinal)
       where own.domain = w.domain
      union all
      select known.* from company_aliases a join companies known on known.ordinal = a.company_ordinal
       where a.domain = w.domain
      limit 1) c on true`

/** SQL: the ordinal of the company of the domain in $1, or null. */
export const STORED_ORDINAL = companyOfDomain('$1')
