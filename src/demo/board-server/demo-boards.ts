// Job boards of the demo's companies, and of every other name under .example. A board's content depends only on the
// time: jobs appear, and end after a while. So a restart continues where it was, and nothing is stored. Companies of
// the demo with a story have no board: a new job would change the story.

import type { CompanyFacts } from '../../meaning/companies/index.ts'
import { drawTitle } from '../world/jobs.ts'
import { drawJobLocation } from '../world/locations.ts'
import { Random, seedOf } from '../world/random.ts'
import { nthTool } from '../world/tools.ts'
import { DEMO_SIZE, demoCompanies } from '../world/world.ts'
import type { PostedJob } from './formats.ts'

export const DEMO_SYSTEMS = ['greenhouse', 'lever', 'personio'] as const

type DemoCompany = CompanyFacts & { readonly name: string }

export interface DemoBoard {
  readonly system: (typeof DEMO_SYSTEMS)[number]
  /** As in its address. */
  readonly name: string
  readonly company: DemoCompany
  /** Its pages don't name its owner: a person must decide. */
  readonly isUnsigned?: true
}

const BOARDS = 60
const OPEN_JOBS = 5
/** Larger than any company of the world that does not hire. */
const MIN_EMPLOYEES = 41
const CHANCES = { ai: 0.4, sales: 0.35 }

/** A company's board is on the same system at every start. */
export const DEMO_BOARDS: readonly DemoBoard[] = [...demoCompanies(DEMO_SIZE)]
  .filter(
    (company): company is DemoCompany => company.name !== undefined && (company.employeeCount ?? 0) >= MIN_EMPLOYEES,
  )
  .slice(0, BOARDS)
  .map((company, index) => ({
    system: DEMO_SYSTEMS[index % DEMO_SYSTEMS.length] as DemoBoard['system'],
    name: company.domain.slice(0, company.domain.indexOf('.')),
    company,
  }))

const TURNS: ReadonlyMap<string, number> = new Map(DEMO_BOARDS.map(({ name }, turn) => [name, turn]))

/** Companies whose boards have other names, and don't name their owner. */
const UNSIGNED: ReadonlyMap<string, string> = new Map([
  ['open-roles-51', 'account-51'],
  ['open-roles-52', 'account-52'],
])

/** The board that a company's careers page links. */
export function linkedBoard(board: DemoBoard): DemoBoard {
  const [name] = [...UNSIGNED].find(([, company]) => company === board.name) ?? []
  return name === undefined ? board : boardNamed(name)
}

/** The board of a name under .example: one of the demo, or made up. */
export function boardNamed(name: string): DemoBoard {
  const company = UNSIGNED.get(name)
  if (company !== undefined) return { ...madeUp(company), system: 'lever', name, isUnsigned: true }
  return DEMO_BOARDS[TURNS.get(name) ?? -1] ?? madeUp(name)
}

function madeUp(name: string): DemoBoard {
  const words = name.split('-').filter((word) => word !== '')
  const shown = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ')
  return {
    system: DEMO_SYSTEMS[turnOf(name) % DEMO_SYSTEMS.length] as DemoBoard['system'],
    name,
    company: { domain: `${name}.example`, name: shown },
  }
}

function turnOf(name: string): number {
  return TURNS.get(name) ?? (seedOf(name) >>> 0) % DEMO_BOARDS.length
}

/** The boards open jobs in turn. Times are in Unix seconds. */
export interface Tempo {
  readonly secondsBetweenJobs: number
}

export const DEMO_TEMPO: Tempo = { secondsBetweenJobs: 30 }

/** Each board opens a job a day. */
export const DAILY_TEMPO: Tempo = { secondsBetweenJobs: 86_400 / DEMO_BOARDS.length }

/** The board that opened the newest job of all. */
export function boardInTurn({ secondsBetweenJobs }: Tempo, now: number): DemoBoard {
  return DEMO_BOARDS[Math.floor(now / secondsBetweenJobs) % DEMO_BOARDS.length] as DemoBoard
}

/** The jobs that a board shows at a time. */
export function jobsAt(board: DemoBoard, { secondsBetweenJobs }: Tempo, now: number): PostedJob[] {
  const turn = turnOf(board.name)
  const newest = Math.floor((now / secondsBetweenJobs - turn) / DEMO_BOARDS.length)
  return Array.from({ length: OPEN_JOBS }, (_, back) => newest - back).flatMap((number) => {
    const postedAt = (number * DEMO_BOARDS.length + turn) * secondsBetweenJobs
    const jobs = isWave(board, number) ? JOBS_IN_WAVE : 1
    return Array.from({ length: jobs }, (_, nth) => drawPost(board.company, number + nth * JOBS_APART, postedAt))
  })
}

/** Every fifth made-up company opens more jobs a day for a month, followed by four quiet months. */
const JOBS_IN_WAVE = 5
const WAVE_DAYS = 30
const DAYS_BETWEEN_WAVES = 150
/** So that the jobs of a day have distinct numbers. */
const JOBS_APART = 1_000_000

export function hiresInWaves({ name }: DemoBoard): boolean {
  return !TURNS.has(name) && (seedOf(name) >>> 0) % 5 === 0
}

function isWave(board: DemoBoard, number: number): boolean {
  return hiresInWaves(board) && (number + (seedOf(board.name) >>> 0)) % DAYS_BETWEEN_WAVES < WAVE_DAYS
}

function drawPost(company: DemoCompany, number: number, postedAt: number): PostedJob {
  const random = new Random(seedOf(company.domain), number)
  const { jobTitle } = drawTitle(random.chance(CHANCES.ai), random.chance(CHANCES.sales), random)
  const { country, city } = drawJobLocation(company.hqCountry, random)
  // Few tools for each company: its jobs agree with each other.
  const { tool } = nthTool(false, (seedOf(company.domain) >>> 0) % 1_000, random.below(3))
  return {
    id: String(number),
    title: jobTitle,
    location: city,
    country,
    workplace: random.pick(['onsite', 'hybrid', 'remote'] as const),
    employment: 'full_time',
    postedAt,
    description: `<h3>What you will do</h3><ul><li>You join the ${company.name} team as ${jobTitle}.</li><li>Your daily work is in ${tool}.</li></ul>`,
  }
}
