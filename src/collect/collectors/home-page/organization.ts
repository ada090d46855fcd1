// What a home page states about its company: schema.org Organization, else the name of the site. People are not read.

import type { CollectedCompany, LegalEntity } from '../collector.ts'
import { countryIn, type Json, typesOf, wordsIn } from '../job-boards/read-json.ts'
import { legalPlace } from '../legal-entities/legal-places.ts'
import type { WebPage } from '../web-page/read-page.ts'
import { siteOf } from '../web-page/website.ts'

const ORGANIZATIONS = new Set(
  `Organization Corporation OnlineBusiness OnlineStore LocalBusiness ProfessionalService NewsMediaOrganization NGO Airline
  EducationalOrganization CollegeOrUniversity ResearchOrganization MedicalOrganization MedicalBusiness Hospital
  FinancialService BankOrCreditUnion InsuranceAgency AccountingService LegalService RealEstateAgent EmploymentAgency
  TravelAgency LodgingBusiness Hotel Store AutomotiveBusiness HomeAndConstructionBusiness`.split(/\s+/),
)
const MAX_NODES = 500
const MAX_DEPTH = 6
const MAX_NAME = 100
const MAX_EMPLOYEES = 5_000_000

export function organizationOf(page: WebPage, pageUrl: string): CollectedCompany {
  const nodes = page.data.flatMap((value) => nodesIn(value))
  const organization = ownOrganization(organizationsAmong(nodes), pageUrl)
  const site = nodes.find((node) => typesOf(node).includes('WebSite'))
  const name = [organization?.name, page.siteName, site?.name].map((each) => nameIn(each)).find(Boolean)
  const logo = logoOf(organization?.logo, pageUrl)
  const hqCountry = countryOf(organization?.address)
  const employeeCount = employeesOf(organization?.numberOfEmployees)
  return {
    ...(name && { name }),
    ...(logo && { logo }),
    ...(hqCountry && { hqCountry }),
    ...(employeeCount !== undefined && { employeeCount }),
  }
}

/** Its `legalName`, and the states or countries of its addresses. */
export function statedEntityOf(page: WebPage, pageUrl: string): LegalEntity | undefined {
  const organization = ownOrganization(
    page.data.flatMap((value) => nodesIn(value)),
    pageUrl,
  )
  const name = nameIn(organization?.legalName)
  if (name === undefined) return undefined
  const places = addressesIn(organization?.address).flatMap(
    ({ addressRegion, addressCountry }) => legalPlace(wordsIn(addressRegion), countryNamed(addressCountry)) ?? [],
  )
  return { name, places: [...new Set(places)] }
}

/** All organizations at the top level of the page's data, not parts of something else. */
export function organizationsOn({ data }: Pick<WebPage, 'data'>): readonly Json[] {
  return organizationsAmong(data.flatMap((value) => nodesIn(value)))
}

function organizationsAmong(nodes: readonly Json[]): readonly Json[] {
  return nodes.filter((node) => typesOf(node).some((type) => ORGANIZATIONS.has(type)))
}

/** The one whose URL is on this site; else the only one, if it states no other site. */
function ownOrganization(organizations: readonly Json[], pageUrl: string): Json | undefined {
  const siteIn = ({ url }: Json) => {
    if (typeof url !== 'string') return undefined
    const address = URL.parse(url, url.startsWith('/') ? pageUrl : undefined)
    return address ? siteOf(address) : undefined
  }
  const own = organizations.find((node) => siteIn(node) === siteOf(pageUrl))
  const [only, ...others] = organizations
  return own ?? (only && others.length === 0 && siteIn(only) === undefined ? only : undefined)
}

/** Objects at the top, in lists and in a `@graph`. */
function nodesIn(value: unknown, depth = 0, found: Json[] = []): readonly Json[] {
  if (depth > MAX_DEPTH || found.length >= MAX_NODES) return found
  if (Array.isArray(value)) for (const each of value.slice(0, MAX_NODES)) nodesIn(each, depth + 1, found)
  else if (isNode(value)) {
    found.push(value)
    nodesIn(value['@graph'], depth + 1, found)
    nodesIn(value.publisher, depth + 1, found)
  }
  return found
}

/** A name that a company can have: no address, no "Home". */
function nameIn(value: unknown): string | undefined {
  const name = wordsIn(value)
  const fits = name !== undefined && name.length <= MAX_NAME && /\p{L}|\p{N}/u.test(name)
  return fits && !/^https?:|^(?:home(?:page)?|start(?:seite)?|welcome|website)$/i.test(name) ? name : undefined
}

function logoOf(value: unknown, pageUrl: string): string | undefined {
  const first = Array.isArray(value) ? value[0] : value
  const address = isNode(first) ? (first.url ?? first.contentUrl) : first
  if (typeof address !== 'string' || address.length > 2_000 || !URL.canParse(address, pageUrl)) return undefined
  const url = new URL(address, pageUrl)
  return url.protocol === 'https:' && url.username === '' && url.href.length <= 2_000 ? url.href : undefined
}

/** The country of the only address, or of all. */
function countryOf(value: unknown): string | undefined {
  const codes = new Set(addressesIn(value).map(({ addressCountry }) => countryNamed(addressCountry)))
  const [code] = codes
  return codes.size === 1 ? code : undefined
}

function addressesIn(value: unknown): readonly Json[] {
  return (Array.isArray(value) ? value.slice(0, 20) : [value]).filter(isNode)
}

function countryNamed(value: unknown): string | undefined {
  return countryIn(isNode(value) ? value.name : value)
}

/** A number, or the lower end of a range. */
function employeesOf(value: unknown): number | undefined {
  const stated = isNode(value) ? (value.value ?? value.minValue) : value
  const count = typeof stated === 'string' && /^\d{1,7}$/.test(stated.trim()) ? Number(stated) : stated
  return typeof count === 'number' && Number.isInteger(count) && count > 0 && count <= MAX_EMPLOYEES ? count : undefined
}

function isNode(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
