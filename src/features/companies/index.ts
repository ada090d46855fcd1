export { COUNTRY_NAMES, countryCode, nearestCountries, UNKNOWN_COUNTRY } from './countries.ts'
export * from './declarations.ts'
export { isPlainDomain, normaliseDomain } from './domains.ts'
export { COMPANY_FIELDS, type CompanyField } from './fields.ts'
