// What registers of filings answer, for the local board server: the SEC's index of a day, list of filings and Form D, and the
// filing history of Companies House.

import type { BoardServer } from './board-server.ts'

export interface FiledForm {
  readonly accession: string
  /** YYYY-MM-DD. */
  readonly filedOn: string
  readonly cik: string
  readonly name: string
  readonly form?: 'D' | 'D/A'
  readonly fileNumber?: string
  readonly previous?: string
  readonly sold?: number
  readonly offered?: number | 'Indefinite'
  readonly remaining?: number | 'Indefinite'
  /** Null: it is yet to occur. */
  readonly firstSaleOn?: string | null
  readonly state?: string
  readonly described?: string
  readonly jurisdiction?: string
  readonly entityType?: string
  readonly industry?: string
  readonly exemptions?: readonly string[]
  readonly securities?: readonly string[]
  readonly formerNames?: readonly string[]
  readonly isBusinessCombination?: boolean
  readonly testOrLive?: 'LIVE' | 'TEST'
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export function formD(filed: FiledForm): string {
  const { sold = 8_000_000, offered = 10_000_000, securities = ['isEquityType'], firstSaleOn = '2026-10-20' } = filed
  const remaining = filed.remaining ?? (typeof offered === 'number' ? offered - sold : 'Indefinite')
  const names = (filed.formerNames ?? ['None']).map((name) => `<value>${escaped(name)}</value>`).join('')
  const sale = firstSaleOn === null ? '<yetToOccur>true</yetToOccur>' : `<value>${firstSaleOn}</value>`
  const previous = filed.previous ? `<previousAccessionNumber>${filed.previous}</previousAccessionNumber>` : ''
  return `<?xml version="1.0"?>
<edgarSubmission>
 <schemaVersion>X0708</schemaVersion><submissionType>${filed.form ?? 'D'}</submissionType><testOrLive>${filed.testOrLive ?? 'LIVE'}</testOrLive>
 <primaryIssuer><cik>${filed.cik.padStart(10, '0')}</cik><entityName>${escaped(filed.name)}</entityName>
  <issuerAddress><street1>1 Main St</street1><city>San Francisco</city><stateOrCountry>${filed.state ?? 'CA'}</stateOrCountry><stateOrCountryDescription>${filed.described ?? 'CALIFORNIA'}</stateOrCountryDescription><zipCode>94104</zipCode></issuerAddress>
  <issuerPhoneNumber>555-0100</issuerPhoneNumber><jurisdictionOfInc>${filed.jurisdiction ?? 'DELAWARE'}</jurisdictionOfInc>
  <issuerPreviousNameList>${names}</issuerPreviousNameList><edgarPreviousNameList><value>None</value></edgarPreviousNameList>
  <entityType>${filed.entityType ?? 'Corporation'}</entityType><yearOfInc><withinFiveYears>true</withinFiveYears><value>2024</value></yearOfInc></primaryIssuer>
 <relatedPersonsList><relatedPersonInfo><relatedPersonName><firstName>Jane</firstName><lastName>Secretperson</lastName></relatedPersonName></relatedPersonInfo></relatedPersonsList>
 <offeringData><industryGroup><industryGroupType>${filed.industry ?? 'Other Technology'}</industryGroupType></industryGroup>
  <federalExemptionsExclusions>${(filed.exemptions ?? ['06b']).map((item) => `<item>${item}</item>`).join('')}</federalExemptionsExclusions>
  <typeOfFiling><newOrAmendment><isAmendment>${filed.form === 'D/A'}</isAmendment>${previous}</newOrAmendment><dateOfFirstSale>${sale}</dateOfFirstSale></typeOfFiling>
  <typesOfSecuritiesOffered>${securities.map((flag) => `<${flag}>true</${flag}>`).join('')}</typesOfSecuritiesOffered>
  <businessCombinationTransaction><isBusinessCombinationTransaction>${filed.isBusinessCombination ?? false}</isBusinessCombinationTransaction></businessCombinationTransaction>
  <offeringSalesAmounts><totalOfferingAmount>${offered}</totalOfferingAmount><totalAmountSold>${sold}</totalAmountSold><totalRemaining>${remaining}</totalRemaining></offeringSalesAmounts>
 </offeringData>
</edgarSubmission>`
}

/** Rows of other forms stand between those of Form D. */
export function formIndex(filed: readonly FiledForm[]): string {
  const row = (form: string, { name, cik, filedOn, accession }: FiledForm) =>
    `${form.padEnd(12)}${name.toUpperCase().padEnd(62).slice(0, 62)}${cik.padEnd(12)}${filedOn.replaceAll('-', '')}    edgar/data/${cik}/${accession}.txt`
  const rows = filed.flatMap((each) => [row(each.form ?? 'D', each), row('D/B', each), row('DEF 14A', each)])
  return `Description:           Daily Index of EDGAR Dissemination Feed by Form Type
Last Data Received:    Nov 17, 2026

Form Type   Company Name                                                  CIK         Date Filed  File Name
${'-'.repeat(141)}
${rows.join('\n')}
`
}

const ARCHIVES = 'https://www.sec.gov/Archives/edgar'

/** From now on the SEC has these filings, and the indexes of their days. */
export function serveFilings(server: BoardServer, filed: readonly FiledForm[]): void {
  for (const [day, ofDay] of Map.groupBy(filed, ({ filedOn }) => filedOn)) serveIndex(server, day, ofDay)
  for (const [cik, own] of Map.groupBy(filed, (each) => each.cik)) {
    const recent = {
      accessionNumber: own.map(({ accession }) => accession),
      form: own.map(({ form = 'D' }) => form),
      filingDate: own.map(({ filedOn }) => filedOn),
      fileNumber: own.map(({ fileNumber = '' }) => fileNumber),
    }
    const text = JSON.stringify({ cik: Number(cik), name: own[0]?.name, filings: { recent, files: [] } })
    server.page(`https://data.sec.gov/submissions/CIK${cik.padStart(10, '0')}.json`, { type: 'application/json', text })
    for (const each of own) {
      const url = `${ARCHIVES}/data/${cik}/${each.accession.replaceAll('-', '')}/primary_doc.xml`
      server.page(url, { type: 'application/xml', text: formD(each) })
    }
  }
}

export function serveIndex(server: BoardServer, day: string, filed: readonly FiledForm[]): void {
  const quarter = Math.ceil(Number(day.slice(5, 7)) / 3)
  const url = `${ARCHIVES}/daily-index/${day.slice(0, 4)}/QTR${quarter}/form.${day.replaceAll('-', '')}.idx`
  server.page(url, { type: 'text/plain', text: formIndex(filed) })
}

export interface CapitalFiling {
  readonly id: string
  readonly type: string
  readonly date: string
  readonly allottedOn?: string
}

/** From now on Companies House has these filings of a company. */
export function serveCapital(server: BoardServer, number: string, filed: readonly CapitalFiling[], key: string): void {
  server.page(
    `https://api.company-information.service.gov.uk/company/${number}/filing-history`,
    ({ headers }, { searchParams }) => {
      if (headers.authorization !== `Basic ${Buffer.from(`${key}:`).toString('base64')}`) return { status: 401 }
      const start = Number(searchParams.get('start_index') ?? 0)
      const items = filed.slice(start, start + Number(searchParams.get('items_per_page') ?? 25)).map((each) => ({
        transaction_id: each.id,
        type: each.type,
        category: 'capital',
        date: each.date,
        description: 'capital-allotment-shares',
        description_values: {
          ...(each.allottedOn && { date: each.allottedOn }),
          capital: [{ currency: 'GBP', figure: '1.25' }],
        },
      }))
      return {
        type: 'application/json',
        text: JSON.stringify({ items, total_count: filed.length, start_index: start }),
      }
    },
  )
}
