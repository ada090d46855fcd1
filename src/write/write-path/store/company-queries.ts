// Each function is one statement inside the caller's transaction.

import { type Column, columns, many, type Queryable } from '../../../db/index.ts'
import { type Company, decideEmployerKind, shownEmployerKind } from '../../../meaning/companies/index.ts'

/** In the write path a company has the stage and the kind that records state. What is shown follows from them. */
export const WRITTEN_COMPANY_COLUMNS = `c.id, c.ordinal, c.domain, c.name, c.hq_country as "hqCountry",
  c.employee_count as "employeeCount", c.stated_stage as "fundingStage", c.industry, c.logo,
  c.website, c.stated_kind as "employerKind", c.parent, c.kind_reason as "employerKindReason",
  c.operator_kind as "operatorKind", c.texts_kind as "textsKind", c.texts_why as "textsWhy"`

export type NewCompany = Omit<Company, 'ordinal'>
type CompanyRow = Company & { [key: string]: unknown }

/** Those that were merged into others are not found. */
export async function findCompanies(db: Queryable, domains: readonly string[]): Promise<Company[]> {
  return many<CompanyRow>(
    db,
    `select ${WRITTEN_COMPANY_COLUMNS} from companies c where domain = any($1) and merged_into is null`,
    [domains],
  )
}

/** The ordinals of the companies that the signals and reports belong to. Those that are not stored are ignored. */
export async function findCompaniesOfSignals(
  db: Queryable,
  signalIds: readonly string[],
): Promise<{ id: string; ordinal: number }[]> {
  return many<{ id: string; ordinal: number }>(
    db,
    `select id, company_ordinal as ordinal from signals where id = any($1::uuid[])
      union select id, company_ordinal from reports where id = any($1::uuid[])`,
    [signalIds],
  )
}

const FACTS: Readonly<Record<string, Column<NewCompany>>> = {
  name: ['text', ({ name }) => name],
  hq_country: ['text', ({ hqCountry }) => hqCountry],
  employee_count: ['int', ({ employeeCount }) => employeeCount],
  stated_stage: ['text', ({ fundingStage }) => fundingStage],
  industry: ['text', ({ industry }) => industry],
  logo: ['text', ({ logo }) => logo],
  website: ['text', ({ website }) => website],
  stated_kind: ['text', ({ employerKind }) => employerKind],
  employer_kind: ['text', shownEmployerKind],
  kind_reason: ['text', (company) => decideEmployerKind(company).reason],
  texts_kind: ['text', ({ textsKind = null }) => textsKind],
  texts_why: ['text', ({ textsWhy = null }) => textsWhy],
  parent: ['text', ({ parent }) => parent],
}

const NEW = columns<NewCompany>(1, {
  id: ['uuid', ({ id }) => id],
  domain: ['text', ({ domain }) => domain],
  ...FACTS,
  // It has no rounds yet, so the stated stage is the one shown.
  funding_stage: ['text', ({ fundingStage }) => fundingStage],
})

const INSERT = `
  insert into companies as c (ordinal, ${NEW.names})
  select nextval('company_ordinals'), ${NEW.names} from ${NEW.as('n', 'row_index')} order by row_index
  on conflict do nothing returning ${WRITTEN_COMPANY_COLUMNS}`

/**
 * Inserts in the order of the domains, so two writers that insert the same companies wait for each other but never
 * deadlock. A company that another writer has just inserted is not returned; the caller looks it up afterwards.
 */
export async function insertCompanies(db: Queryable, companies: readonly NewCompany[]): Promise<Company[]> {
  const sorted = [...companies].sort((a, b) => (a.domain < b.domain ? -1 : 1))
  return many<CompanyRow>(db, INSERT, NEW.values(sorted))
}

/**
 * Always locks in the order of ordinals, so writers of the same companies wait for each other but never deadlock. A
 * company that was merged into another is not returned, even if that happened while we waited.
 */
export async function lockCompanies(db: Queryable, ordinals: readonly number[]): Promise<Company[]> {
  return many<CompanyRow>(
    db,
    `select ${WRITTEN_COMPANY_COLUMNS} from companies c where ordinal = any($1::int[]) and merged_into is null
      order by ordinal for no key update`,
    [ordinals],
  )
}

const UPDATED = columns<Company>(1, { ordinal: ['int', ({ ordinal }) => ordinal], ...FACTS })

const UPDATE = `
  update companies u
     set name = n.name, hq_country = n.hq_country, employee_count = n.employee_count, stated_stage = n.stated_stage,
         industry = n.industry, logo = n.logo, website = n.website,
         stated_kind = n.stated_kind, employer_kind = n.employer_kind, kind_reason = n.kind_reason,
         texts_kind = n.texts_kind, texts_why = n.texts_why, parent = n.parent
    from ${UPDATED.as('n')} join companies c on c.ordinal = n.ordinal
   where u.ordinal = n.ordinal returning ${WRITTEN_COMPANY_COLUMNS}`

/** Call it while the companies are locked. Returns them as they were. */
export async function updateCompanies(db: Queryable, companies: readonly Company[]): Promise<Company[]> {
  return companies.length > 0 ? many<CompanyRow>(db, UPDATE, UPDATED.values(companies)) : []
}
