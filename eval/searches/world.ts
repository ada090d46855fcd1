// A made-up world for judging the order of searches: companies whose sizes follow Zipf's law, so that a few giants post as
// many jobs as all small firms together, agencies that post more than they employ, and what sellers ask for: rounds of every
// instrument, tools in use, adopted and dropped, pages, surges. The same seed and the same day give the same lines.

import { Random, seedOf } from '../../src/demo/world/random.ts'
import {
  AGENCY_NAMES,
  CITIES,
  FIRST_NAMES,
  INDUSTRIES,
  INVESTORS,
  LAST_NAMES,
  PAGES,
  TITLES,
  TOOLS,
} from './vocabulary.ts'

type Line = Readonly<Record<string, unknown>>

export interface SearchWorld {
  readonly lines: readonly Line[]
  /** The domains of agencies and marketplaces. */
  readonly agencies: ReadonlySet<string>
}

const DAY_MS = 86_400_000
/** So that small worlds have small companies too. 6,000 companies have 180,000 and 40 people at the ends. */
const LARGEST_STAFF_PER_COMPANY = 30
const SMALLEST_STAFF = 4
/** Giants post more in reality. It would only make the import longer. */
const MAX_OPEN_JOBS = 250
const OPEN_PER_EMPLOYEE = 0.015
/** Looked at by a source that is complete. The others are known from single reports. */
const LOOKED_AT = 0.8

const SOURCES = ['Board', 'Careers pages', 'Tool scan', 'Page scan', 'News']

interface Company {
  readonly domain: string
  readonly name: string
  readonly staff: number
  readonly country: string
  readonly isAgency: boolean
  readonly isLookedAt: boolean
}

/** `today` in milliseconds. */
export function searchWorld(companies: number, today: number, seed = 'searches'): SearchWorld {
  const start = seedOf(seed)
  const ranks = shuffled(companies, new Random(start))
  const agencies = new Set<string>()
  const lines: Line[] = SOURCES.map((source) => ({
    record: 'source',
    source,
    completeSince: dayBefore(today, 3 * 365),
  }))
  for (let index = 0; index < companies; index++) {
    const random = new Random(start, index + 1)
    const company = drawCompany(index, ranks[index] ?? 0, companies, random)
    if (company.isAgency) agencies.add(company.domain)
    for (const line of linesOf(company, today, random)) lines.push(line)
  }
  return { lines, agencies }
}

function shuffled(count: number, random: Random): number[] {
  const list = Array.from({ length: count }, (_, n) => n)
  for (let at = count - 1; at > 0; at--) {
    const other = random.below(at + 1)
    const [a, b] = [list[at] ?? 0, list[other] ?? 0]
    list[at] = b
    list[other] = a
  }
  return list
}

function drawCompany(index: number, rank: number, companies: number, random: Random): Company {
  const isAgency = random.chance(0.04)
  const own = isAgency ? random.pick(AGENCY_NAMES) : random.pick(LAST_NAMES)
  const name = `${random.pick(FIRST_NAMES)} ${own}`
  const domain = `${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}-${index}.example`
  const zipf = Math.round((LARGEST_STAFF_PER_COMPANY * companies) / (rank + 1) ** 0.95)
  const staff = isAgency ? 20 + random.below(300) : Math.max(SMALLEST_STAFF, zipf)
  const { country } = random.pick(CITIES)
  return { domain, name, staff, country, isAgency, isLookedAt: random.chance(LOOKED_AT) }
}

function* linesOf(company: Company, today: number, random: Random): Generator<Line> {
  const { domain, name, staff, country, isAgency } = company
  const stage = staff > 3_000 && random.chance(0.6) ? 'public' : undefined
  yield {
    record: 'company',
    domain,
    name,
    ...(random.chance(0.9) && { hqCountry: country }),
    ...(random.chance(0.85) && { employeeCount: staff }),
    ...(stage && { fundingStage: stage }),
    industry: isAgency && random.chance(0.5) ? 'staffing_and_recruiting' : random.pick(INDUSTRIES),
  }
  let count = 0
  const signal = (type: string, source: string, daysAgo: number, rest: Line): Line => ({
    record: 'signal',
    type,
    company: domain,
    source,
    key: `${domain}-${++count}`,
    occurredAt: new Date(today - daysAgo * DAY_MS - random.below(DAY_MS)).toISOString(),
    ...rest,
  })
  yield* jobsOf(company, today, random, signal)
  if (isAgency) return
  yield* roundsOf(company, random, signal)
  yield* toolsOf(company, random, signal)
  yield* pagesOf(company, random, signal)
}

type Write = (type: string, source: string, daysAgo: number, rest: Line) => Line

function* jobsOf(company: Company, today: number, random: Random, signal: Write): Generator<Line> {
  const { staff, country, isAgency, isLookedAt } = company
  const source = isLookedAt ? 'Board' : 'Aggregator'
  const usual = isAgency ? 40 + random.below(120) : staff * OPEN_PER_EMPLOYEE * random.between(0.3, 2)
  const open = Math.min(MAX_OPEN_JOBS, Math.floor(usual + random.next()))
  const isSurging = !isAgency && staff < 2_000 && random.chance(0.03)
  const surge = isSurging ? 8 + random.below(10) : 0
  for (let nth = 0; nth < open + surge; nth++) {
    // Most jobs are young; some stay open for long.
    const daysAgo = nth >= open ? random.below(25) : Math.min(500, Math.floor(-60 * Math.log(1 - random.next())))
    const { city, country: of } = random.pick(CITIES.filter((each) => each.country === country || random.chance(0.01)))
    const jobTitle = random.pick(TITLES)
    yield signal('hiring', source, daysAgo, {
      confidence: isLookedAt ? 0.95 : 0.5 + random.below(40) / 100,
      label: `Hiring ${jobTitle} in ${city}`,
      jobTitle,
      location: city,
      country: of,
    })
  }
  // What was posted before and is filled by now.
  for (let nth = 0; nth < Math.min(open, 60); nth++) {
    const daysAgo = 60 + random.below(600)
    const { city } = random.pick(CITIES.filter((each) => each.country === country))
    const jobTitle = random.pick(TITLES)
    yield signal('hiring', source, daysAgo, {
      confidence: 0.95,
      label: `Hiring ${jobTitle} in ${city}`,
      jobTitle,
      location: city,
      status: 'closed',
      closedAt: dayBefore(today, Math.floor(daysAgo * random.between(0.1, 0.9))),
    })
  }
}

const ROUNDS = [
  { round: 'seed', words: 'seed', staff: 60, millions: [1, 5] },
  { round: 'series_a', words: 'Series A', staff: 150, millions: [5, 20] },
  { round: 'series_b', words: 'Series B', staff: 500, millions: [15, 50] },
  { round: 'series_c', words: 'Series C', staff: 2_000, millions: [40, 120] },
  { round: 'series_d', words: 'Series D', staff: 10_000, millions: [80, 300] },
] as const

/** Money that is no round, as news write it. */
const OTHER_MONEY = [
  (name: string, millions: number) => ({ label: `${name} closes $${millions}M credit facility` }),
  (name: string, millions: number) => ({ label: `${name} secures $${millions}M in venture debt`, round: 'debt' }),
  (name: string, millions: number) => ({ label: `${name} wins $${millions}M innovation grant`, round: 'grant' }),
  (name: string, millions: number) => ({ label: `${name} in talks to raise $${millions}M, sources say` }),
  (name: string, millions: number) => ({ label: `${name} acquired for $${millions}M` }),
  (name: string, millions: number) => ({ label: `Employees of ${name} sell $${millions}M in secondary sale` }),
]

function* roundsOf({ name, staff }: Company, random: Random, signal: Write): Generator<Line> {
  if (staff < 20_000 && random.chance(staff < 1_500 ? 0.3 : 0.1)) {
    const { round, words, millions } = ROUNDS.find((each) => staff <= each.staff) ?? ROUNDS[4]
    const amount = Math.round(random.between(millions[0], millions[1]))
    const daysAgo = random.below(900)
    const investors = [random.pick(INVESTORS), random.pick(INVESTORS)]
    const rest = { round, amountUsd: amount * 1_000_000, investors: [...new Set(investors)] }
    yield signal('funding', 'News', daysAgo, {
      confidence: 0.9,
      label: `${name} raises $${amount}M ${words} led by ${investors[0]}`,
      ...rest,
    })
    if (random.chance(0.5)) {
      yield signal('funding', 'Registry', Math.max(0, daysAgo - random.below(8)), {
        confidence: 0.8,
        label: `${words} of ${name}`,
        ...rest,
      })
    }
  }
  if (random.chance(0.05)) {
    const amount = 1 + random.below(60)
    yield signal('funding', 'News', random.below(400), {
      confidence: 0.85,
      ...random.pick(OTHER_MONEY)(name, amount),
      amountUsd: amount * 1_000_000,
    })
  }
}

function* toolsOf({ staff }: Company, random: Random, signal: Write): Generator<Line> {
  const count = Math.floor(Math.min(14, 1 + Math.log2(staff) / 1.5) * random.next())
  const tools = new Set(Array.from({ length: count }, () => random.pick(TOOLS)))
  for (const tool of tools) {
    const kind = random.next()
    if (kind < 0.15) {
      const rest = { confidence: 0.45, label: `Asks for ${tool} skills`, tool, change: 'in_use', basis: 'asked' }
      yield signal('tool', 'Job texts', random.below(200), rest)
      continue
    }
    const began = 100 + random.below(900)
    const confidence = [0.6, 0.75, 0.8, 0.9, 0.95][random.below(5)]
    const isSeenToCome = kind < 0.45
    const label = isSeenToCome ? `Adopted ${tool}` : `Uses ${tool}`
    const daysAgo = isSeenToCome ? random.below(500) : began
    const change = isSeenToCome ? 'adopted' : 'in_use'
    yield signal('tool', 'Tool scan', daysAgo, { confidence, label, tool, change })
    if (random.chance(0.1)) {
      const dropped = Math.floor(daysAgo * random.next())
      yield signal('tool', 'Tool scan', dropped, {
        confidence,
        label: `Dropped ${tool}`,
        tool,
        change: 'dropped',
      })
    }
  }
}

function* pagesOf({ domain, staff }: Company, random: Random, signal: Write): Generator<Line> {
  const count = random.chance(0.3) ? 1 + random.below(staff > 500 ? 4 : 2) : 0
  for (const kind of new Set(Array.from({ length: count }, () => random.pick(PAGES)))) {
    const isLaunched = random.chance(0.4)
    yield signal('web', 'Page scan', random.below(isLaunched ? 300 : 700), {
      confidence: 0.9,
      label: `${isLaunched ? 'Launched' : 'Has'} ${kind.replaceAll('_', ' ')}`,
      kind,
      change: isLaunched ? 'launched' : 'up',
      pageUrl: `https://${domain}/${kind}`,
    })
  }
}

function dayBefore(today: number, days: number): string {
  return new Date(today - days * DAY_MS).toISOString().slice(0, 10)
}
