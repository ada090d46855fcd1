// Splits a domain from the company that it was merged into or belonged to: the reports given under it move to a company
// of its own.

import { recordInstallationAudit } from '../../../account/audit/index.ts'
import type { Database, Transaction } from '../../../db/index.ts'
import { type Company, UNKNOWN_FACTS } from '../../../meaning/companies/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Stamper } from '../../log/index.ts'
import {
  givenDomains,
  leadBack,
  lockMergedCompany,
  type MergedCompany,
  removeAlias,
} from '../companies/identity-queries.ts'
import { lockAliases, movedCompany, resolveDomains } from '../companies/resolve-domains.ts'
import type { CompanyWas } from '../history/history-of-batch.ts'
import { insertCompanies, lockCompanies } from '../store/company-queries.ts'
import { companyId } from '../store/identity.ts'
import { retryOnConflict } from '../transaction/write-records.ts'
import { announceDomains } from './announce-domains.ts'
import { companyOf, withoutLentFacts } from './merge-companies.ts'
import { moveReports } from './move-reports.ts'

export interface SplitCompany {
  /** The company that the domain left. */
  readonly from: Company
  /** Undefined if the domain was only an alias without reports. */
  readonly company: Company | undefined
  readonly reports: number
}

interface Split {
  readonly domain: string
  /** If given, the domain must be one of this company. */
  readonly from?: string | undefined
}

/** An operator splits it. Domains are normalised. Throws an AppError if the domain can't be split from a company. */
export async function splitCompany(db: Database, stamper: Stamper, split: Split): Promise<SplitCompany> {
  const result = await retryOnConflict(db, () =>
    db.transaction('ingest', async (tx) => {
      const done = await splitIn(tx, split)
      const { from, company, reports } = done
      const target = { ...(company && { id: company.id }), name: split.domain }
      await recordInstallationAudit(tx, { action: 'company.split', target, details: { from: from.domain, reports } })
      return done
    }),
  )
  await stamper.stamp()
  return result
}

async function splitIn(tx: Transaction, { domain, from }: Split): Promise<SplitCompany> {
  // It may create a company, and it changes what a domain leads to.
  await lockAliases(tx, 'exclusive')
  const { companies } = await resolveDomains(tx, from === undefined ? [domain] : [domain, from])
  const survivor = companyOf(companies, domain)
  if (survivor.domain === domain) throw new AppError('conflict', `${domain} is a company of its own already.`)
  if (from !== undefined && companyOf(companies, from).ordinal !== survivor.ordinal) {
    throw new AppError('conflict', `${domain} is a domain of ${survivor.domain}, not of ${from}.`)
  }
  const [locked] = await lockCompanies(tx, [survivor.ordinal])
  if (!locked) throw movedCompany()
  const merged = await lockMergedCompany(tx, domain)
  if (merged && merged.mergedInto !== locked.ordinal) throw movedCompany()
  return merged ? restore(tx, merged, locked) : separate(tx, domain, locked)
}

async function restore(tx: Transaction, { lentFacts, ...merged }: MergedCompany, survivor: Company) {
  await leadBack(tx, merged)
  const was = { mergedInto: merged.mergeParent }
  return part(tx, merged, withoutLentFacts(survivor, merged, lentFacts), was)
}

/** A domain without a company of its own so far. */
async function separate(tx: Transaction, domain: string, survivor: Company): Promise<SplitCompany> {
  const wasAlias = await removeAlias(tx, domain)
  const isUnder = (given: string) => given === domain || given.endsWith(`.${domain}`)
  const isReported = (await givenDomains(tx, survivor)).some((given) => isUnder(given.domain))
  if (!isReported && wasAlias) {
    const { companies } = await resolveDomains(tx, [domain])
    await announceDomains(tx, [survivor, ...companies.values()], false)
    return { from: survivor, company: undefined, reports: 0 }
  }
  if (!isReported) {
    throw new AppError(
      'not_found',
      `Nothing of ${survivor.domain} was reported under ${domain}: there is nothing to split.`,
    )
  }
  const created = { ...UNKNOWN_FACTS, domain, name: domain, id: companyId(domain) }
  const [company] = await insertCompanies(tx, [created])
  if (!company) throw movedCompany()
  return part(tx, company, survivor, { created: true })
}

/** Each report goes where its domain leads now. */
async function part(tx: Transaction, company: Company, survivor: Company, was: CompanyWas): Promise<SplitCompany> {
  const given = (await givenDomains(tx, survivor)).map(({ domain }) => domain)
  const { companies } = await resolveDomains(tx, given)
  const move = { companies: [survivor, company], quiet: false, identities: new Map([[company.ordinal, was]]) }
  const reports = await moveReports(tx, move, (report, current) => {
    const leadsTo = companies.get(report.givenDomain ?? current.domain)
    return leadsTo?.ordinal === company.ordinal ? company : current
  })
  return { from: survivor, company, reports }
}
