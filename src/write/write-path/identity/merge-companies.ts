// Two companies become one: the reports of one move to the other, its domain becomes an alias, and its id leads there.

import { recordInstallationAudit } from '../../../account/audit/index.ts'
import { countAsOpened } from '../../../account/budgets/index.ts'
import type { Database, Transaction } from '../../../db/index.ts'
import { type Company, UNKNOWN_FACTS } from '../../../meaning/companies/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Stamper } from '../../log/index.ts'
import { deleteRank, leadTo } from '../companies/identity-queries.ts'
import { movedCompany, resolveDomains } from '../companies/resolve-domains.ts'
import { unknownFacts } from '../plan/plan-batch.ts'
import { lockCompanies } from '../store/company-queries.ts'
import { retryOnConflict } from '../transaction/write-records.ts'
import { moveReports } from './move-reports.ts'

export interface MergedCompanies {
  readonly from: Company
  /** The survivor. */
  readonly into: Company
  readonly reports: number
}

interface Merge {
  readonly from: string
  readonly into: string
  readonly quiet?: boolean
}

/** An operator merges them. Domains are normalised. Throws an AppError if the two can't be merged. */
export async function mergeCompanies(db: Database, stamper: Stamper, merge: Merge): Promise<MergedCompanies> {
  const merged = await retryOnConflict(db, () =>
    db.transaction('ingest', async (tx) => {
      const done = await mergeIn(tx, merge)
      const { into, reports } = done
      const target = { id: into.id, name: into.domain }
      await recordInstallationAudit(tx, {
        action: 'company.merged',
        target,
        details: { from: done.from.domain, reports },
      })
      return done
    }),
  )
  await stamper.stamp()
  return merged
}

/** The same in the caller's transaction, which is retried if a company moves while it waits for its lock. */
export async function mergeIn(tx: Transaction, { from, into, quiet = false }: Merge): Promise<MergedCompanies> {
  const { companies } = await resolveDomains(tx, [from, into])
  const old = companyOf(companies, from)
  const survivor = companyOf(companies, into)
  if (old.ordinal === survivor.ordinal) throw sameCompany(from, into, survivor)
  if (old.domain !== from) {
    throw new AppError(
      'conflict',
      `${from} is a domain of ${old.domain}, not a company of its own. Merge ${old.domain}, or split ${from} from it first.`,
    )
  }
  const locked = await lockCompanies(tx, [old.ordinal, survivor.ordinal])
  const [lockedOld, lockedSurvivor] = [old, survivor].map(({ ordinal }) =>
    locked.find((company) => company.ordinal === ordinal),
  )
  if (!lockedOld || !lockedSurvivor) throw movedCompany()
  const after = await resolveDomains(tx, [from, into])
  if (companyOf(after.companies, into).ordinal !== survivor.ordinal) throw movedCompany()
  return joinCompanies(tx, lockedOld, lockedSurvivor, quiet)
}

/** Both are locked. */
async function joinCompanies(
  tx: Transaction,
  old: Company,
  survivor: Company,
  quiet: boolean,
): Promise<MergedCompanies> {
  const lent = unknownFacts(survivor, old)
  const into = { ...survivor, ...lent }
  // Before the reports move: visits of the old company's domains count for the survivor.
  await leadTo(tx, { old, survivor: into, lentFacts: Object.keys(lent) })
  const identities = new Map([[old.ordinal, { mergedInto: null }]])
  const reports = await moveReports(tx, { companies: [old, into], quiet, identities }, () => into)
  await deleteRank(tx, old.ordinal)
  await countAsOpened(tx, old.id, into.id)
  return { from: old, into, reports }
}

/**
 * Facts that the survivor took from a company that leaves it become unknown again, unless a record has changed them
 * since.
 */
export function withoutLentFacts(survivor: Company, old: Company, lentFacts: readonly string[]): Company {
  const names = Object.keys(UNKNOWN_FACTS) as (keyof typeof UNKNOWN_FACTS)[]
  const lent = names.filter((name) => lentFacts.includes(name) && survivor[name] === old[name])
  return { ...survivor, ...Object.fromEntries(lent.map((name) => [name, UNKNOWN_FACTS[name]])) }
}

export function companyOf(companies: ReadonlyMap<string, Company>, domain: string): Company {
  const company = companies.get(domain)
  if (company) return company
  throw new AppError('not_found', `No company has the domain ${domain}.`)
}

function sameCompany(from: string, into: string, { domain }: Company): AppError {
  const both = from === into || [from, into].every((each) => each !== domain)
  const message = both
    ? `${from} and ${into} are one company already: ${domain}.`
    : `${from === domain ? into : from} is a domain of ${domain} already.`
  return new AppError('conflict', message)
}
