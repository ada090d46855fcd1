// Job boards of the demo's companies with a story. What a board shows depends on the time alone: the jobs of its story, and
// others that appear and are over after a while. So a restart goes on where it was, and nothing is stored.

import type { CompanyFacts } from '../../companies/index.ts'
import type { IncomingSignal } from '../../signals/index.ts'
import { drawTitle } from '../jobs.ts'
import { drawJobLocation } from '../locations.ts'
import { Random, seedOf } from '../random.ts'
import { demoStories } from '../stories.ts'
import { nthTool } from '../tools.ts'
import type { PostedJob } from './formats.ts'

export const DEMO_SYSTEMS = ['greenhouse', 'lever', 'personio'] as const

type DemoCompany = CompanyFacts & { readonly name: string }

export interface DemoBoard {
  readonly system: (typeof DEMO_SYSTEMS)[number]
  /** As in its address. */
  readonly name: string
  readonly company: DemoCompany
  readonly index: number
  readonly ofStory: readonly PostedJob[]
}

/** The boards together open a job every twenty seconds. A job is open for an hour and a half. */
const SECONDS_BETWEEN_JOBS = 20
const OPEN_SECONDS = 5_400
const CHANCES = { ai: 0.4, sales: 0.35 }

/** `now` in Unix seconds: stories end today. */
export function demoBoards(now: number): DemoBoard[] {
  const boards: (DemoBoard & { ofStory: PostedJob[] })[] = []
  for (const record of demoStories(now)) {
    const index = boards.length
    if (record.record === 'company') {
      const company = record.company as DemoCompany
      const system = DEMO_SYSTEMS[index % DEMO_SYSTEMS.length] ?? 'greenhouse'
      boards.push({ system, name: company.domain.split('.')[0] ?? '', company, index, ofStory: [] })
    } else if (record.record === 'signal' && record.type === 'hiring' && record.status === 'active') {
      const board = boards.at(-1)
      board?.ofStory.push(jobOfStory(record, board.ofStory.length + 1))
    }
  }
  return boards
}

function jobOfStory({ fields, occurredAt }: IncomingSignal, nth: number): PostedJob {
  const { jobTitle, location, country } = fields as Record<string, string>
  return {
    id: String(nth),
    title: jobTitle ?? '',
    postedAt: occurredAt,
    ...(location !== undefined && { location }),
    ...(country !== undefined && { country }),
  }
}

/** The jobs that a board of `boards` shows at a time. */
export function jobsAt({ index, company, ofStory }: DemoBoard, boards: number, now: number): PostedJob[] {
  const period = boards * SECONDS_BETWEEN_JOBS
  const last = Math.floor((now - index * SECONDS_BETWEEN_JOBS) / period)
  const open = Math.ceil(OPEN_SECONDS / period)
  const numbers = Array.from({ length: open }, (_, back) => last - back)
  const drawn = numbers.map((number) => drawPost(company, number, number * period + index * SECONDS_BETWEEN_JOBS))
  return [...ofStory, ...drawn.filter(({ postedAt }) => now - postedAt < OPEN_SECONDS)]
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
