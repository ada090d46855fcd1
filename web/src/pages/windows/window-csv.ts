import { countryNameOf, slugWords, type WindowRowReply } from '../../contract.ts'
import { daysLeftOf } from '../../parts/company/days-left.ts'
import { csvOf } from '../../parts/tables/csv.ts'
import { utcDayOf } from '../../parts/words/format.ts'
import { texts } from './texts.ts'

const dayOf = (time: string) => utcDayOf(Date.parse(time))

/** What the table shows, with names and labels. Unknown facts are empty cells. */
export function windowCsv(rows: readonly WindowRowReply[], now = Date.now()): string {
  const { company, window, evidence, score, opened, closes, stage, industry } = texts.table
  const { country, employees } = texts.csv.headings
  return csvOf(
    [company, window, evidence, score, opened, closes, 'Days left', country, employees, stage, industry],
    rows.map((row) => [
      row.name,
      row.label,
      row.evidence,
      row.score,
      dayOf(row.enteredAt),
      dayOf(row.windowEndsAt),
      daysLeftOf(row.windowEndsAt, now),
      row.hqCountry === 'ZZ' ? undefined : countryNameOf(row.hqCountry),
      row.employeeCount === 0 ? undefined : row.employeeCount,
      factText(row.fundingStage),
      factText(row.industry),
    ]),
  )
}

/** `series_a` becomes "Series A". Undefined: it isn't known. */
const factText = (slug: string) => (slug === 'unknown' ? undefined : slugWords(slug))
