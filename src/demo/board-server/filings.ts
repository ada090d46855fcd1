// Form D of some made-up companies, as the SEC publishes it: every third of account-1 to account-50 files one in twelve weeks,
// always on the same weekday. The filings depend only on the time.

import { seedOf } from '../world/random.ts'
import { type Body, json } from './formats.ts'

const DAY_SECONDS = 86_400
const CYCLE_DAYS = 84
const ACCOUNTS = 50
const FIRST_CIK = 9_000_000
const LISTED_CYCLES = 4

interface Filed {
  readonly account: number
  /** Since 1970. */
  readonly day: number
}

/** The footer of a company's website, if it files. */
export function legalFooter(name: string, shown: string): string {
  const account = /^account-(\d{1,2})$/.exec(name)?.[1]
  if (account === undefined || !isFiler(Number(account))) return ''
  return `<footer><p>© ${shown}, Inc.</p><p>548 Market St, San Francisco, CA 94104</p></footer>`
}

/** Undefined if the SEC has no such page. */
export function filingAt(url: string, now: number): Body | undefined {
  const today = Math.floor(now / DAY_SECONDS)
  const [, date] = /^www\.sec\.gov\/Archives\/edgar\/daily-index\/\d{4}\/QTR\d\/form\.(\d{8})\.idx$/.exec(url) ?? []
  if (date !== undefined) return indexOf(date, today)
  const [, cik] = /^data\.sec\.gov\/submissions\/CIK(\d{10})\.json$/.exec(url) ?? []
  if (cik !== undefined) return submissionsOf(Number(cik) - FIRST_CIK, today)
  const [, issuer, day] =
    /^www\.sec\.gov\/Archives\/edgar\/data\/(\d+)\/\d{12}(\d{6})\/primary_doc\.xml$/.exec(url) ?? []
  const filed = { account: Number(issuer) - FIRST_CIK, day: Number(day) }
  return isFiler(filed.account) && filesOn(filed) && filed.day < today ? formD(filed) : undefined
}

const isFiler = (account: number) => account >= 1 && account <= ACCOUNTS && account % 3 === 0

function filesOn({ account, day }: Filed): boolean {
  const offset = (account * 5) % CYCLE_DAYS
  // The first day of 1970 was a Thursday.
  return day % CYCLE_DAYS === (offset % 7 === 2 || offset % 7 === 3 ? offset + 2 : offset)
}

const cikOf = ({ account }: Filed) => String(FIRST_CIK + account)
const nameOf = ({ account }: Filed) => `Account ${account}, Inc.`
const dateOf = (day: number) => new Date(day * DAY_SECONDS * 1_000).toISOString().slice(0, 10)
const accessionOf = (filed: Filed) =>
  `${cikOf(filed).padStart(10, '0')}-${dateOf(filed.day).slice(2, 4)}-${String(filed.day).padStart(6, '0')}`

function indexOf(date: string, today: number): Body | undefined {
  const day = Date.parse(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`) / 1_000 / DAY_SECONDS
  // Weekends have none.
  if (!(day < today) || day % 7 === 2 || day % 7 === 3) return undefined
  const accounts = Array.from({ length: ACCOUNTS }, (_, i) => ({ account: i + 1, day }))
  const rows = accounts
    .filter((filed) => isFiler(filed.account) && filesOn(filed))
    .map((filed) => {
      const cik = cikOf(filed)
      return `${'D'.padEnd(12)}${nameOf(filed).toUpperCase().padEnd(62)}${cik.padEnd(12)}${date}    edgar/data/${cik}/${accessionOf(filed)}.txt\n`
    })
  const head = `${'Form Type'.padEnd(12)}${'Company Name'.padEnd(62)}${'CIK'.padEnd(12)}Date Filed  File Name\n${'-'.repeat(141)}\n`
  return { type: 'text/plain', text: head + rows.join('') }
}

function submissionsOf(account: number, today: number): Body | undefined {
  if (!isFiler(account)) return undefined
  const days = Array.from({ length: LISTED_CYCLES * CYCLE_DAYS }, (_, back) => today - 1 - back)
  const filed = days.map((day) => ({ account, day })).filter(filesOn)
  const recent = {
    accessionNumber: filed.map(accessionOf),
    form: filed.map(() => 'D'),
    filingDate: filed.map(({ day }) => dateOf(day)),
    fileNumber: filed.map(({ day }) => `021-${day}${account}`),
  }
  return json({ cik: FIRST_CIK + account, name: nameOf({ account, day: 0 }), filings: { recent, files: [] } })
}

function formD(filed: Filed): Body {
  const sold = (((seedOf(nameOf(filed)) >>> 0) + filed.day) % 40) * 250_000 + 500_000
  const offered = filed.day % 2 === 0 ? sold : sold * 2
  const text = `<?xml version="1.0"?>
<edgarSubmission><schemaVersion>X0708</schemaVersion><submissionType>D</submissionType><testOrLive>LIVE</testOrLive>
<primaryIssuer><cik>${cikOf(filed).padStart(10, '0')}</cik><entityName>${nameOf(filed)}</entityName>
<issuerAddress><city>San Francisco</city><stateOrCountry>CA</stateOrCountry></issuerAddress>
<jurisdictionOfInc>DELAWARE</jurisdictionOfInc><entityType>Corporation</entityType></primaryIssuer>
<offeringData><industryGroup><industryGroupType>Other Technology</industryGroupType></industryGroup>
<federalExemptionsExclusions><item>06b</item></federalExemptionsExclusions>
<typeOfFiling><newOrAmendment><isAmendment>false</isAmendment></newOrAmendment><dateOfFirstSale><value>${dateOf(filed.day - 10)}</value></dateOfFirstSale></typeOfFiling>
<typesOfSecuritiesOffered><isEquityType>true</isEquityType></typesOfSecuritiesOffered>
<offeringSalesAmounts><totalOfferingAmount>${offered}</totalOfferingAmount><totalAmountSold>${sold}</totalAmountSold><totalRemaining>${offered - sold}</totalRemaining></offeringSalesAmounts>
</offeringData></edgarSubmission>`
  return { type: 'application/xml', text }
}
