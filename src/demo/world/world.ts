// The demo world: companies with plausible histories of two years, generated from a seed. The same seed, sizes and end
// time give the same records, byte for byte. The days before the last one do not depend on the time of that day. Only
// records that a source would deliver are generated; the write path derives velocity and funding_ai.
//
// Records are grouped by company: first the company, then its rounds, tools, pages and jobs, not sorted by time. Only a
// few counters are in memory from one record to the next, so ten million signals need no more memory than ten.

import type { CompanyFacts } from '../../meaning/companies/index.ts'
import type { IncomingRecord, IncomingSignal } from '../../meaning/signals/index.ts'
import { Calendar, HISTORY_DAYS } from './calendar.ts'
import { drawCompany } from './companies.ts'
import { drawAiSdrTitle, drawJob, drawTitle, OPEN_DAYS } from './jobs.ts'
import { PROFILE_CYCLE, type Profile } from './profiles.ts'
import { Random, seedOf } from './random.ts'
import { drawRound, roundBefore } from './rounds.ts'
import { SignalDistribution } from './signal-distribution.ts'
import type { Title } from './titles.ts'
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
    const count = distribution.signalsOf(rank)
    const company = drawCompany(index, world >>> 0, planOf(profile, count), random)
    yield { record: 'company', company }
    yield* history(company, profile, count, calendar, random)
  }
}

function planOf(profile: Profile, count: number) {
  const jobs = isIdle(profile, count) ? 0 : count * (1 - profile.rounds - profile.tools - profile.pages)
  return { hasInvestors: profile.latestRound !== undefined, jobs }
}

/** With more signals than other types have room for, even this company has to hire. */
function isIdle(profile: Profile, count: number): boolean {
  return profile.idle === true && count <= MAX.pages + MAX.tools
}

/** Only the companies of the world. */
export function* demoCompanies({ companies, signals, seed }: Omit<WorldOptions, 'until'>): Generator<CompanyFacts> {
  const world = seedOf(String(seed))
  const distribution = new SignalDistribution(companies, signals)
  for (let index = 0; index < companies; index++) {
    const rank = distribution.rankOf(index)
    const plan = planOf(profileOf(rank), distribution.signalsOf(rank))
    yield drawCompany(index, world >>> 0, plan, new Random(world, index))
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
  const idle = isIdle(profile, count)
  const tools = Math.min(count - rounds.length, quota(profile.tools, MAX.tools))
  const rest = count - rounds.length - tools
  const pages = idle ? Math.min(rest, MAX.pages) : Math.min(rest, quota(profile.pages, MAX.pages))
  const moreTools = idle ? rest - pages : 0
  yield* rounds
  yield* toolsOf(company, profile, tools + moreTools, calendar, random)
  for (let nth = 0; nth < pages; nth++) {
    const at = calendar.secondsAt(recentOrAnyDay(profile, calendar, random), random)
    yield drawPage(company, String(nth + 1), profile.webKinds, at, random)
  }
  yield* jobsOf(company, profile, rest - pages - moreTools, calendar, random)
}

function* jobsOf(company: CompanyFacts, profile: Profile, count: number, calendar: Calendar, random: Random) {
  const surgeFrom = profile.surge ? random.between(...profile.surge.daysAgo) : 0
  const posted = new Set<string>()
  for (let nth = 0; nth < count; nth++) {
    // The last one, so that the number of the others does not depend on it.
    const aiSdr = profile.openAiSdr === true && nth === count - 1
    const ai = random.chance(profile.aiJobs)
    const surging = random.chance(profile.surge?.part ?? 0)
    // The first one is old, so that there is a baseline before a surge.
    const daysAgo =
      nth === 0 && !aiSdr
        ? Math.floor(random.between(0.85, 1) * (HISTORY_DAYS - 1))
        : aiSdr
          ? random.below(OPEN_DAYS.min)
          : surging
            ? Math.floor(surgeFrom - SURGE_DAYS * random.next())
            : ai
              ? recentOrAnyDay(profile, calendar, random)
              : calendar.drawDaysAgo(random)
    const sales = random.chance(profile.aiSales)
    const title = () => (aiSdr ? drawAiSdrTitle(random) : drawTitle(ai, sales, random))
    const at = calendar.secondsAt(daysAgo, random)
    yield drawNewJob(posted, title, (drawn) => drawJob(company, String(nth + 1), drawn, at, daysAgo, random))
  }
}

const MAX_DRAWS = 8

/** A job with a title and a place that the company has not posted yet. The largest companies need more than the list. */
function drawNewJob(posted: Set<string>, drawTitle: () => Title, draw: (title: Title) => IncomingSignal) {
  for (let attempt = 1; ; attempt++) {
    const { jobTitle, dictionaryFields } = drawTitle()
    const team = attempt > MAX_DRAWS ? `, Team ${attempt - MAX_DRAWS + 1}` : ''
    const job = draw({ jobTitle: jobTitle + team, dictionaryFields })
    if (posted.has(job.label)) continue
    posted.add(job.label)
    return job
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
