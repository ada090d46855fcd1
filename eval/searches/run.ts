// `npm run eval:searches [-- --companies 6000]`: fifteen searches of a seller on a world of companies with sizes by Zipf. It
// prints the first ten of each for reading, and figures: agencies and jobs of interns among them, ties at the top, and the
// median staff of the first ten beside that of all matches. A tie is what looks like one on the screen: the same match and the
// same heat, each with one decimal. "Alike" is the same match alone.

import { parseArgs } from 'node:util'
import { isPassingJob } from '../../src/meaning/derived/index.ts'
import { type Asked, type FoundCompany, type PublicSignal, withService } from '../service.ts'
import { SEARCHES, type TypicalSearch } from './searches.ts'
import { searchWorld } from './world.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const { values } = parseArgs({
  options: { companies: { type: 'string', default: '6000' }, help: { type: 'boolean', default: false } },
})
if (values.help) {
  say(`npm run eval:searches [-- OPTIONS]
Prints the first ten of fifteen searches, and figures.

  --companies COUNT  how many the world has (default: 6000)
  --help             shows this text

npm run eval:searches -- --companies 2000`)
  process.exit(0)
}
const FIRST = 10
const MAX_STAFF_RATIO = 2

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** The staff that half of the matches don't exceed, of those whose staff is known. A search counts, so none is left out. */
async function medianOfAll(asked: Asked, { query, filters }: TypicalSearch): Promise<number> {
  const countTo = async (employeesMax: number) => {
    const ranged = { employeesMin: 1, ...filters }
    const max = Math.min(employeesMax, Number(filters?.employeesMax ?? employeesMax))
    if (max < Number(ranged.employeesMin)) return 0
    return (await asked.search({ signal_query: query, ...ranged, employeesMax: max, pageSize: 1 })).total
  }
  let [low, high] = [1, 1_000_000]
  const half = (await countTo(high)) / 2
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((await countTo(middle)) >= half) high = middle
    else low = middle + 1
  }
  return low
}

function reasonOf({ signals }: FoundCompany): string {
  return signals
    .slice(0, 2)
    .map(({ label, occurredAt }) => `${label} (${occurredAt.slice(0, 10)})`)
    .join('; ')
}

const shown = (value: number) => value.toFixed(1).padStart(6)
/** What a row of the screen shows. */
const shownNumbers = ({ match, heat }: FoundCompany) => `${shown(match)} ${shown(heat)}`

function isPassing({ seniority = '', employmentType = '' }: PublicSignal): boolean {
  return isPassingJob({ fields: { seniority: String(seniority), employmentType: String(employmentType) } })
}

interface Figures {
  readonly found: number
  readonly agencies: number
  /** How many of the first ten look like the first one, with it: on the screen, and by their match alone. */
  readonly ties: number
  readonly alike: number
  /** How many are there for the job of an intern, a beginner, or one that ends by itself. */
  readonly passing: number
  readonly staff: number
  readonly staffOfAll: number
}

async function ask(asked: Asked, search: TypicalSearch, agencies: ReadonlySet<string>): Promise<Figures> {
  const { companies, total, ...rest } = await asked.search({
    signal_query: search.query,
    ...search.filters,
    pageSize: FIRST,
  })
  say(`\n${search.wants}  ${search.query} ${search.filters ? JSON.stringify(search.filters) : ''}`)
  for (const company of companies) {
    const staff = company.employeeCount > 0 ? company.employeeCount.toLocaleString('en') : '?'
    const mark = agencies.has(company.domain) ? ' AGENCY' : ''
    say(
      `  ${shownNumbers(company)}  ${company.name.slice(0, 26).padEnd(26)} ${staff.padStart(8)}${mark}  ${reasonOf(company)}`,
    )
  }
  const remarks = Object.entries(rest).filter(([name]) => !['page', 'pageSize', 'totalPages'].includes(name))
  if (remarks.length > 0) say(`  reply also says: ${JSON.stringify(Object.fromEntries(remarks))}`)
  const [first] = companies
  return {
    found: total,
    agencies: companies.filter(({ domain }) => agencies.has(domain)).length,
    ties: companies.filter((company) => first && shownNumbers(company) === shownNumbers(first)).length,
    alike: companies.filter(({ match }) => first && shown(match) === shown(first.match)).length,
    passing: companies.filter(({ signals: [reason] }) => reason && isPassing(reason)).length,
    staff: median(companies.map(({ employeeCount }) => employeeCount).filter((staff) => staff > 0)),
    staffOfAll: await medianOfAll(asked, search),
  }
}

const world = searchWorld(Number(values.companies), Date.now())
await withService(
  async ({ write }) => {
    const rejects = await write(world.lines)
    if (rejects[0]) throw new Error(`${rejects.length} lines are rejected: ${rejects[0].reason}`)
  },
  async (asked) => {
    const rows: [TypicalSearch, Figures][] = []
    for (const search of SEARCHES) rows.push([search, await ask(asked, search, world.agencies)])
    say(`\n${world.lines.length.toLocaleString('en')} lines, ${world.agencies.size} agencies`)
    say(
      '                                                      found  agencies  passing  alike  ties  staff of ten  of all',
    )
    let good = 0
    for (const [{ wants, mustNotListGiants }, { found, agencies, passing, alike, ties, staff, staffOfAll }] of rows) {
      const isOfGiants = mustNotListGiants && staff > MAX_STAFF_RATIO * staffOfAll
      const isGood = found > 0 && agencies === 0 && ties <= 1 && !isOfGiants
      if (isGood) good++
      const numbers = [found, agencies, passing, alike, ties, staff, staffOfAll].map((n, at) =>
        String(n).padStart([7, 10, 9, 7, 6, 14, 8][at] ?? 8),
      )
      say(`${isGood ? ' ' : '!'} ${wants.padEnd(50)}${numbers.join('')}`)
    }
    say(`${good} of ${rows.length} have no agency and no tie at the top, and are no lists of the largest employers`)
  },
)
