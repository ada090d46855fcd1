// SEC Form D: notices of securities sold in the United States without registration, which is how most rounds there are
// filed. One source is an issuer, by its number (CIK). Issuers are found in the index of each day; see
// collecting/filings.

import { type Collector, type VisitContext, VisitFailure } from '../collector.ts'
import { listOf, objectOf, readJson } from '../job-boards/read-json.ts'
import { readFormIndex } from './edgar-index.ts'
import { type Filing, offeringsOf, type UnreadFiling } from './offerings.ts'
import { readFormD } from './read-filing.ts'

/** All hosts of the SEC share one limit. */
const SYSTEM = 'sec'
const MAX_FILINGS = 40
const MAX_AGE_SECONDS = 3 * 365 * 86_400
const DAY_SECONDS = 86_400

interface ListedFiling {
  readonly accession: string
  readonly filedOn: string
  readonly fileNumber: string | undefined
}

export const secFormD: Collector = {
  name: 'sec-form-d',
  title: 'SEC Form D',
  every: 'month',
  // Many rounds are filed late or never: a missing filing says nothing about funding.
  types: [],
  system: SYSTEM,
  boardOf(url) {
    if (!/^(?:www|data)\.sec\.gov$/.test(url.hostname)) return undefined
    const path = url.pathname
    const cik = url.searchParams.get('CIK') ?? /\/(?:edgar\/data\/|CIK)(\d{1,10})(?:[/.]|$)/.exec(path)?.[1]
    return /^0*([1-9]\d{0,9})$/.exec(cik ?? '')?.[1]
  },
  async visit(issuer, context) {
    const listed = await listFilings(issuer, context)
    const filings: Filing[] = []
    const unread: UnreadFiling[] = []
    let odd: VisitFailure | undefined
    for (const filing of listed) {
      const read = await readListed(issuer, filing, context)
      if (!(read instanceof VisitFailure)) filings.push(read)
      else {
        odd = read
        unread.push(filing)
      }
    }
    // An unreadable one doesn't affect the others. If none can be read, the format has changed.
    if (odd?.reason === 'invalid_response' && filings.length === 0) throw odd
    // A filing of several issuers is that of the first one.
    const own = filings.filter((filing) => filing.issuer === issuer)
    return { ...shown(offeringsOf(own, unread), context), complete: true, ...identityOf(own) }
  },
}

/**
 * Filings since the index is read are news, even if the issuer was found only now. A first visit is history and sends
 * no events, so it leaves news to the next one.
 */
function shown(offerings: ReturnType<typeof offeringsOf>, { seenBefore = false, newsSince, now }: VisitContext) {
  const isNews = ({ filedOn }: { readonly filedOn: string }) =>
    !seenBefore && newsSince !== undefined && Date.parse(filedOn) / 1_000 >= newsSince - (newsSince % DAY_SECONDS)
  const news = offerings.filter(isNews)
  const signals = offerings.filter((offering) => !isNews(offering)).map(({ signal }) => signal)
  return { signals, ...(news.length > 0 && { continues: true, until: now }) }
}

/** As its last filing has it. */
function identityOf(filings: readonly Filing[]) {
  const last = filings.toSorted((a, b) => (a.filedOn < b.filedOn ? -1 : 1)).at(-1)
  if (!last) return {}
  const formerNames = new Set(filings.flatMap((filing) => [filing.name, ...filing.formerNames]))
  formerNames.delete(last.name)
  const hasRounds = offeringsOf(filings).length > 0
  return {
    boardName: last.name,
    issuer: { name: last.name, formerNames: [...formerNames], places: last.places, hasRounds },
  }
}

async function listFilings(issuer: string, { ask, now }: VisitContext): Promise<readonly ListedFiling[]> {
  const url = `https://data.sec.gov/submissions/CIK${issuer.padStart(10, '0')}.json`
  const { text } = await ask({ url, kind: 'feed', accept: 'application/json' })
  const document = objectOf(readJson(text, 'The list of filings'))
  const recent = objectOf(objectOf(document.filings).recent)
  const [accessions, forms] = [recent.accessionNumber, recent.form]
  if (!Array.isArray(accessions) || !Array.isArray(forms))
    throw new VisitFailure('invalid_response', 'The list of filings has no filings.')
  const since = new Date((now - MAX_AGE_SECONDS) * 1_000).toISOString().slice(0, 10)
  return accessions
    .flatMap((accession: unknown, i): ListedFiling | [] => {
      const [filedOn, fileNumber] = [listOf(recent.filingDate)[i], listOf(recent.fileNumber)[i]]
      if (forms[i] !== 'D' && forms[i] !== 'D/A') return []
      if (typeof accession !== 'string' || !/^\d{10}-\d{2}-\d{6}$/.test(accession)) return []
      if (typeof filedOn !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(filedOn) || filedOn < since) return []
      const isNumber = typeof fileNumber === 'string' && /^\d{2,3}-\d{1,10}(?:-\d{1,3})?$/.test(fileNumber)
      return { accession, filedOn, fileNumber: isNumber ? fileNumber : undefined }
    })
    .sort((a, b) => (a.filedOn < b.filedOn ? 1 : -1))
    .slice(0, MAX_FILINGS)
}

/** A failure if it doesn't exist, or is not a Form D as XML: filings on paper are not. */
async function readListed(issuer: string, listed: ListedFiling, { ask }: VisitContext): Promise<Filing | VisitFailure> {
  const folder = listed.accession.replaceAll('-', '')
  const url = `https://www.sec.gov/Archives/edgar/data/${issuer}/${folder}/primary_doc.xml`
  try {
    const { text } = await ask({ url, kind: 'feed', accept: 'application/xml' })
    return { ...readFormD(text), ...listed, url }
  } catch (error) {
    if (!(error instanceof VisitFailure) || (error.reason !== 'missing' && error.reason !== 'invalid_response'))
      throw error
    return error
  }
}

/**
 * The issuers that filed on a day (20261117). A day without an index is `missing`: a weekend, a holiday, or too early.
 */
export const secIndex: Collector = {
  name: 'sec-index',
  title: 'SEC index of filings',
  every: 'day',
  types: [],
  system: SYSTEM,
  async visit(day, { ask }) {
    const quarter = Math.ceil(Number(day.slice(4, 6)) / 3)
    const url = `https://www.sec.gov/Archives/edgar/daily-index/${day.slice(0, 4)}/QTR${quarter}/form.${day}.idx`
    const { text } = await ask({ url, kind: 'feed', accept: 'text/plain' })
    return { signals: [], complete: true, filers: readFormIndex(text) }
  },
}
