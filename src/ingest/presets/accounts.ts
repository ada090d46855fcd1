// Lists of companies: from CRMs, from providers of company data, and plain sheets. Providers state the last round as well.

import { companyDomain, country, headcount, known, money, slug } from './cells.ts'
import type { Preset, PresetField, PresetLine, PresetRow } from './preset.ts'

const EMPLOYEES = 'employeeCount: the lower end of a range'
const COUNTRY = 'hqCountry'

const name = (...headers: string[]): PresetField => ({ name: 'name', headers, becomes: 'name' })
const website = (...headers: string[]): PresetField => ({
  name: 'website',
  headers,
  becomes: 'domain',
  required: true,
})
const countryIn = (...headers: string[]): PresetField => ({ name: 'country', headers, becomes: COUNTRY })
const employees = (...headers: string[]): PresetField => ({ name: 'employees', headers, becomes: EMPLOYEES })
const industry = (...headers: string[]): PresetField => ({ name: 'industry', headers, becomes: 'industry' })

function companyOf({ text }: PresetRow): PresetLine | string {
  const read = companyDomain(text('website'))
  if ('problem' in read) return read.problem
  return known({
    record: 'company',
    domain: read.domain,
    name: text('name'),
    hqCountry: country(text('country')),
    employeeCount: headcount(text('employees')),
    industry: slug(text('industry')),
  })
}

function companyLines(row: PresetRow): readonly PresetLine[] | string {
  const company = companyOf(row)
  return typeof company === 'string' ? company : [company]
}

const ROUND_FIELDS = { date: 'roundDate', type: 'roundType', usd: 'roundUsd', amount: 'roundAmount' } as const
/** They name no round. */
const NO_ROUND = /\b(?:unknown|undisclosed|not specified|other|stage vc)\b/i
/** They bring the company no money. */
const NO_MONEY = /\b(?:out of business|bankruptcy|liquidation|spin-?off)\b/i

interface Provider {
  readonly source: string
  readonly confidence: number
}

/** The company, and its last round if the row has the date of one. */
function withLastRound({ source, confidence }: Provider) {
  return (row: PresetRow): readonly PresetLine[] | string => {
    const company = companyOf(row)
    if (typeof company === 'string') return company
    const occurredAt = row.date(ROUND_FIELDS.date)
    if (occurredAt === '') return [company]
    const type = row.text(ROUND_FIELDS.type)
    if (NO_MONEY.test(type)) return [company]
    const round = NO_ROUND.test(type) ? undefined : slug(type.replace(/ round$/i, ''))
    const amountUsd = money(row.text(ROUND_FIELDS.usd))
    const currency = row.text('roundCurrency')
    const signal = known({
      record: 'signal',
      type: 'funding',
      company: known({ domain: company.domain, name: company.name }),
      source,
      key: `${company.domain}/${occurredAt.slice(0, 10)}${round === undefined ? '' : `/${round}`}`,
      occurredAt,
      confidence,
      label: type === '' ? 'Raised money' : `Raised money: ${type}`,
      round,
      amountUsd,
      ...(amountUsd === undefined && currency !== '' && { amount: money(row.text(ROUND_FIELDS.amount)), currency }),
    })
    return [company, signal]
  }
}

const round = (field: keyof typeof ROUND_FIELDS, becomes: string, ...headers: string[]): PresetField => ({
  name: ROUND_FIELDS[field],
  headers,
  becomes,
})

export const salesforceAccounts: Preset = {
  name: 'salesforce-accounts',
  title: 'Salesforce accounts',
  knownFrom: "Salesforce's reference of the object Account (exports), and its labels (reports)",
  fields: [
    website('Website'),
    { ...name('Name', 'Account Name'), required: true },
    countryIn('BillingCountryCode', 'BillingCountry', 'Billing Country Code', 'Billing Country'),
    employees('NumberOfEmployees', 'Employees'),
    industry('Industry'),
  ],
  marks: ['BillingCountry', 'BillingCountryCode', 'NumberOfEmployees', 'MasterRecordId', 'Account Name', 'Account ID'],
  linesOf: companyLines,
}

export const hubspotCompanies: Preset = {
  name: 'hubspot-companies',
  title: 'HubSpot companies',
  knownFrom: "HubSpot's list of default company properties",
  fields: [
    website('Company Domain Name', 'Website URL'),
    name('Company name', 'Name'),
    countryIn('Country/Region', 'Country'),
    employees('Number of Employees'),
    industry('Industry'),
  ],
  marks: ['Company Domain Name'],
  linesOf: companyLines,
}

export const crunchbaseCompanies: Preset = {
  name: 'crunchbase-companies',
  title: 'Crunchbase, a search for companies',
  knownFrom: 'public data dictionaries and programs that read this export; Crunchbase does not document it',
  fields: [
    website('Website'),
    { ...name('Organization Name'), required: true },
    countryIn('Headquarters Location'),
    employees('Number of Employees'),
    industry('Industries'),
    round('date', 'occurredAt of a funding signal', 'Last Funding Date'),
    round('type', 'round and label', 'Last Funding Type'),
    round('usd', 'amountUsd', 'Last Funding Amount Currency (in USD)', 'Last Funding Amount (in USD)'),
    round('amount', 'amount, if there is none in US dollars', 'Last Funding Amount'),
    { name: 'roundCurrency', headers: ['Last Funding Amount Currency'], becomes: 'currency of that amount' },
  ],
  marks: ['Organization Name', 'Organization Name URL', 'CB Rank (Company)'],
  linesOf: withLastRound({ source: 'Crunchbase', confidence: 0.85 }),
}

/** Its amounts are in millions of a currency that only the account knows: they are left out. "HQ Location" has states. */
export const pitchbookCompanies: Preset = {
  name: 'pitchbook-companies',
  title: 'PitchBook, a search for companies',
  knownFrom: 'programs that read this export; PitchBook does not document it',
  fields: [
    website('Website'),
    { ...name('Companies', 'Company Name'), required: true },
    countryIn('HQ Country/Territory/Region', 'HQ Country'),
    employees('Employees'),
    industry(
      'Primary Industry Code',
      'Primary PitchBook Industry Code',
      'Primary Industry Group',
      'Primary Industry Sector',
    ),
    round('date', 'occurredAt of a funding signal', 'Last Financing Date'),
    round('type', 'round and label', 'Last Financing Deal Type'),
  ],
  marks: ['Last Financing Date', 'Last Financing Deal Type', 'HQ Country/Territory/Region', 'Company Financing Status'],
  linesOf: withLastRound({ source: 'PitchBook', confidence: 0.85 }),
}

export const apolloAccounts: Preset = {
  name: 'apollo-accounts',
  title: 'Apollo accounts',
  knownFrom: 'public descriptions of this export and programs that read it; Apollo documents only its import',
  fields: [
    website('Website'),
    { ...name('Company Name', 'Company', 'Company Name for Emails'), required: true },
    countryIn('Company Country'),
    employees('# Employees'),
    industry('Industry'),
    round('date', 'occurredAt of a funding signal', 'Last Raised At'),
    round('type', 'round and label', 'Latest Funding'),
    round('usd', 'amountUsd', 'Latest Funding Amount'),
  ],
  marks: ['Company Name for Emails', 'Apollo Account Id', 'Apollo Record Id', '# Employees'],
  linesOf: withLastRound({ source: 'Apollo', confidence: 0.7 }),
}

/** Without marks: used if no other preset fits. */
export const sheet: Preset = {
  name: 'sheet',
  title: 'A plain sheet of companies',
  knownFrom: 'names that people give to columns',
  fields: [
    website('Domain', 'Company Domain', 'Website', 'Company Website', 'Website URL', 'Homepage', 'Web', 'URL'),
    name('Name', 'Company', 'Company Name', 'Account', 'Account Name', 'Organization', 'Organisation', 'Firma'),
    countryIn('Country', 'HQ Country', 'Company Country', 'Headquarters', 'HQ Location', 'HQ', 'Land'),
    employees('Employees', '# Employees', 'Employee Count', 'Number of Employees', 'Headcount', 'Company Size', 'Size'),
    industry('Industry', 'Sector', 'Branche'),
  ],
  marks: [],
  linesOf: companyLines,
}
