// The demo world: companies with believable histories of two years, made from a seed. The same seed, sizes and end give
// the same records, byte for byte, and the whole days before the last one do not depend on the time of that day. Only
// what a source would deliver is made here; velocity and funding_ai follow in the write path.
//
// Records come grouped by company: first the company, then its jobs, rounds, tools and pages, each in no order of time.
// Nothing is kept from one record to the next but a few counters, so that ten million signals need no more memory than
// ten. Who needs an order of time has to sort.

import type { CompanyFacts } from '../companies/index.ts'
import type { IncomingRecord, IncomingSignal } from '../signals/index.ts'
import { Calendar, HISTORY_DAYS } from './calendar.ts'
import { drawCompany } from './companies.ts'
import { drawJob, drawTitle } from './jobs.ts'
import { Random, seedOf } from './random.ts'
import { Ranks } from './ranks.ts'
import { drawRound, roundBefore } from './rounds.ts'
import { STORY_WHEEL, type Story } from './stories.ts'
import { drawTool, nthTool } from './tools.ts'
import { drawPage } from './web-pages.ts'

export interface WorldOptions {
  readonly companies: number
  /** Exactly so many, derived ones not counted. */
  readonly signals: number
  readonly seed: string | number
  /** Unix seconds: the world ends here, and its last day is as long as it has been. */
  readonly until: number
}

/** Enough for every slice to have members and every page something to turn to, and loaded in a moment. */
export const DEMO_SIZE = { companies: 300, signals: 3_000, seed: 'pro-signal' } as const

/** A company has so many rounds, pages and tools at most; what its story would give beyond that becomes jobs. */
const MOST = { rounds: 3, pages: 12, tools: 40 }
const LATELY_DAYS = 60
const SURGE_DAYS = 21
const DAYS_BETWEEN_ROUNDS = 330

export function* demoWorld({ companies, signals, seed, until }: WorldOptions): Generator<IncomingRecord> {
  if (companies === 0 && signals > 0) throw new RangeError('signals need a company')
  const world = seedOf(String(seed))
  const calendar = new Calendar(until)
  const ranks = new Ranks(companies, signals)
  for (let index = 0; index < companies; index++) {
    const rank = ranks.rankOf(index)
    const story = storyOf(rank)
    const random = new Random(world, index)
    const company = drawCompany(index, world >>> 0, story.latestRound !== undefined, random)
    yield { record: 'company', company }
    yield* history(company, story, ranks.signalsOf(rank), calendar, random)
  }
}

/** The companies alone, as the world has them. */
export function* demoCompanies({ companies, seed }: Pick<WorldOptions, 'companies' | 'seed'>): Generator<CompanyFacts> {
  const world = seedOf(String(seed))
  const ranks = new Ranks(companies, 0)
  for (let index = 0; index < companies; index++) {
    const invested = storyOf(ranks.rankOf(index)).latestRound !== undefined
    yield drawCompany(index, world >>> 0, invested, new Random(world, index))
  }
}

function* history(
  company: CompanyFacts,
  story: Story,
  count: number,
  calendar: Calendar,
  random: Random,
): Generator<IncomingSignal> {
  const quota = (part: number, most: number) => Math.min(most, Math.floor(count * part + random.next()))
  // A story about a round is told with it, however few signals the company has.
  const wanted = Math.max(quota(story.rounds, MOST.rounds), story.latestRound ? 1 : 0)
  const rounds = [...roundsOf(company, story, Math.min(count, wanted), calendar, random)]
  const tools = Math.min(count - rounds.length, quota(story.tools, MOST.tools))
  const pages = Math.min(count - rounds.length - tools, quota(story.pages, MOST.pages))
  yield* rounds
  yield* toolsOf(company, story, tools, calendar, random)
  for (let nth = 0; nth < pages; nth++) {
    const at = calendar.secondsAt(latelyOrEver(story, calendar, random), random)
    yield drawPage(company, String(nth + 1), story.webKinds, at, random)
  }
  yield* jobsOf(company, story, count - rounds.length - tools - pages, calendar, random)
}

function* jobsOf(company: CompanyFacts, story: Story, count: number, calendar: Calendar, random: Random) {
  const surgeFrom = story.surge ? random.between(...story.surge.daysAgo) : 0
  for (let nth = 0; nth < count; nth++) {
    const ai = random.chance(story.aiJobs)
    const surging = random.chance(story.surge?.part ?? 0)
    // The first one is old, so that the company's own pace is known before a surge.
    const daysAgo =
      nth === 0
        ? Math.floor(random.between(0.85, 1) * (HISTORY_DAYS - 1))
        : surging
          ? Math.floor(surgeFrom - SURGE_DAYS * random.next())
          : ai
            ? latelyOrEver(story, calendar, random)
            : calendar.drawDaysAgo(random)
    const title = drawTitle(ai, random.chance(story.aiSales), random)
    yield drawJob(company, String(nth + 1), title, calendar.secondsAt(daysAgo, random), daysAgo, random)
  }
}

function* roundsOf(company: CompanyFacts, story: Story, count: number, calendar: Calendar, random: Random) {
  let daysAgo = Math.floor(story.latestRound ? random.between(...story.latestRound) : calendar.drawDaysAgo(random))
  for (let back = 0; back < count && daysAgo < HISTORY_DAYS; back++) {
    const round = roundBefore(company.fundingStage, back, random)
    if (!round) return
    yield drawRound(company, String(back + 1), round, calendar.secondsAt(daysAgo, random), random)
    daysAgo += Math.floor(DAYS_BETWEEN_ROUNDS * random.between(1, 2))
  }
}

function* toolsOf(company: CompanyFacts, story: Story, count: number, calendar: Calendar, random: Random) {
  const start = random.below(1_000)
  const used = { ai: 0, plain: 0 }
  for (let nth = 0; nth < count; nth++) {
    const ai = random.chance(story.aiTools)
    const tool = nthTool(ai, start, ai ? used.ai++ : used.plain++)
    const at = calendar.secondsAt(latelyOrEver(story, calendar, random), random)
    yield drawTool(company, String(nth + 1), tool, at, random)
  }
}

function latelyOrEver(story: Story, calendar: Calendar, random: Random): number {
  const lately = random.chance(story.lately)
  return lately ? random.below(LATELY_DAYS) : calendar.drawDaysAgo(random)
}

function storyOf(rank: number): Story {
  const story = STORY_WHEEL[rank % STORY_WHEEL.length]
  if (!story) throw new RangeError('there are no stories')
  return story
}
