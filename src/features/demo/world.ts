// The demo world: companies with plausible histories of two years, generated from a seed. The same seed, sizes and end
// time give the same records, byte for byte. The days before the last one do not depend on the time of that day. Only
// records that a source would deliver are generated; the write path derives velocity and funding_ai.
//
// Records are grouped by company: first the company, then its rounds, tools, pages and jobs, not sorted by time. Only a
// few counters are in memory from one record to the next, so ten million signals need no more memory than ten.

import type { CompanyFacts } from '../companies/index.ts'
import type { IncomingRecord, IncomingSignal } from '../signals/index.ts'
import { Calendar, HISTORY_DAYS } from './calendar.ts'
import { drawCompany } from './companies.ts'
import { drawJob, drawTitle } from './jobs.ts'
import { PROFILE_CYCLE, type Profile } from './profiles.ts'
import { Random, seedOf } from './random.ts'
import { drawRound, roundBefore } from './rounds.ts'
import { SignalDistribution } from './signal-distribution.ts'
import { drawTool, nthTool } from './tools.ts'
import { drawPage } from './web-pages.ts'

export interface WorldOptions {
  readonly companies: number
  /** The exact number, without derived signals. */
  readonly signals: number
  readonly seed: string | number
  /** Unix seconds: the end of the history, usually now. */
  readonly until: number
}

/** Enough for every slice to have members and every list to have several pages, and loaded in a moment. */
export const DEMO_SIZE = { companies: 300, signals: 3_000, seed: 'pro-signal' } as const

/** The limits per company. Signals beyond them become jobs. */
const MAX = { rounds: 3, pages: 12, tools: 40 }
const RECENT_DAYS = 60
const SURGE_DAYS = 21
const DAYS_BETWEEN_ROUNDS = 330

export function* demoWorld({ companies, signals, seed, until }: WorldOptions): Generator<IncomingRecord> {
  if (companies === 0 && signals > 0) throw new RangeError('signals need a company')
  const world = seedOf(String(seed))
  const calendar = new Calendar(until)
  const distribution = new SignalDistribution(companies, signals)
  for (let index = 0; index < companies; index++) {
    const rank = distribution.rankOf(index)
    const profile = profileOf(rank)
    const random = new Random(world, index)
    const company = drawCompany(index, world >>> 0, profile.latestRound !== undefined, random)
    yield { record: 'company', company }
    yield* history(company, profile, distribution.signalsOf(rank), calendar, random)
  }
}

/** Only the companies of the world. */
export function* demoCompanies({ companies, seed }: Pick<WorldOptions, 'companies' | 'seed'>): Generator<CompanyFacts> {
  const world = seedOf(String(seed))
  const distribution = new SignalDistribution(companies, 0)
  for (let index = 0; index < companies; index++) {
    const hasInvestors = profileOf(distribution.rankOf(index)).latestRound !== undefined
    yield drawCompany(index, world >>> 0, hasInvestors, new Random(world, index))
  }
}

function* history(
  company: CompanyFacts,
  profile: Profile,
  count: number,
  calendar: Calendar,
  random: Random,
): Generator<IncomingSignal> {
  const quota = (part: number, max: number) => Math.min(max, Math.floor(count * part + random.next()))
  // A profile with a latest round has at least one round, however few signals the company has.
  const wanted = Math.max(quota(profile.rounds, MAX.rounds), profile.latestRound ? 1 : 0)
  const rounds = [...roundsOf(company, profile, Math.min(count, wanted), calendar, random)]
  const tools = Math.min(count - rounds.length, quota(profile.tools, MAX.tools))
  const pages = Math.min(count - rounds.length - tools, quota(profile.pages, MAX.pages))
  yield* rounds
  yield* toolsOf(company, profile, tools, calendar, random)
  for (let nth = 0; nth < pages; nth++) {
    const at = calendar.secondsAt(recentOrAnyDay(profile, calendar, random), random)
    yield drawPage(company, String(nth + 1), profile.webKinds, at, random)
  }
  yield* jobsOf(company, profile, count - rounds.length - tools - pages, calendar, random)
}

function* jobsOf(company: CompanyFacts, profile: Profile, count: number, calendar: Calendar, random: Random) {
  const surgeFrom = profile.surge ? random.between(...profile.surge.daysAgo) : 0
  for (let nth = 0; nth < count; nth++) {
    const ai = random.chance(profile.aiJobs)
    const surging = random.chance(profile.surge?.part ?? 0)
    // The first one is old, so that there is a baseline before a surge.
    const daysAgo =
      nth === 0
        ? Math.floor(random.between(0.85, 1) * (HISTORY_DAYS - 1))
        : surging
          ? Math.floor(surgeFrom - SURGE_DAYS * random.next())
          : ai
            ? recentOrAnyDay(profile, calendar, random)
            : calendar.drawDaysAgo(random)
    const title = drawTitle(ai, random.chance(profile.aiSales), random)
    yield drawJob(company, String(nth + 1), title, calendar.secondsAt(daysAgo, random), daysAgo, random)
  }
}

function* roundsOf(company: CompanyFacts, profile: Profile, count: number, calendar: Calendar, random: Random) {
  let daysAgo = Math.floor(profile.latestRound ? random.between(...profile.latestRound) : calendar.drawDaysAgo(random))
  for (let back = 0; back < count && daysAgo < HISTORY_DAYS; back++) {
    const round = roundBefore(company.fundingStage, back, random)
    if (!round) return
    yield drawRound(company, String(back + 1), round, calendar.secondsAt(daysAgo, random), random)
    daysAgo += Math.floor(DAYS_BETWEEN_ROUNDS * random.between(1, 2))
  }
}

function* toolsOf(company: CompanyFacts, profile: Profile, count: number, calendar: Calendar, random: Random) {
  const start = random.below(1_000)
  const used = { ai: 0, plain: 0 }
  for (let nth = 0; nth < count; nth++) {
    const ai = random.chance(profile.aiTools)
    const tool = nthTool(ai, start, ai ? used.ai++ : used.plain++)
    const at = calendar.secondsAt(recentOrAnyDay(profile, calendar, random), random)
    yield drawTool(company, String(nth + 1), tool, at, random)
  }
}

function recentOrAnyDay(profile: Profile, calendar: Calendar, random: Random): number {
  const recent = random.chance(profile.recent)
  return recent ? random.below(RECENT_DAYS) : calendar.drawDaysAgo(random)
}

function profileOf(rank: number): Profile {
  const profile = PROFILE_CYCLE[rank % PROFILE_CYCLE.length]
  if (!profile) throw new RangeError('there are no profiles')
  return profile
}
