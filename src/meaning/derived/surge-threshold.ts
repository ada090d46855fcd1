// How many jobs in 30 days are clearly more than the previous 90 days suggest.
//
// There are three thresholds, and the highest one counts. The ratio requires a difference that matters: twice the
// baseline. The significance requires a difference that chance does not explain: if nothing had changed, each of the N
// jobs of the 120 days would fall into the last 30 with probability 1/4, so the chance of seeing at least n of N there is
// a binomial tail, and it must not exceed 1 in 200. A minimum of 5 jobs always applies. A Poisson tail at the baseline's
// rate was rejected: it treats the rate as known, and a rate from two or three jobs is hardly known at all. The
// binomial test accounts for that uncertainty, and it is defined for an empty baseline.
//
// A baseline can be small because the company hired little or because no source covered it yet, and the dates don't show
// which. So a source counts only once it has known the company for 120 days. A higher threshold for new
// companies was tried instead: with 20 jobs, every simulated employer of 20 or more jobs a month had a surge in its first
// weeks.
//
// A steady series crosses the threshold by chance less than once in seven years at worst. In a simulation with 0.5 to 50
// jobs a month, the worst case was 10 to 12 a month with 0.13 a year; the tests repeat 10 a month.

export const SURGE = {
  windowDays: 30,
  baselineDays: 90,
  /** The minimum ratio of the window's jobs to the expected ones. */
  minRatio: 2,
  /** The maximum probability of such a count under steady hiring. */
  maxChance: 0.005,
  minJobs: 5,
  /** A surge gives one signal: the next one needs this many weeks without a surge before it. */
  quietWeeks: 4,
  /** How many weeks after its first one a lasting surge is still updated. */
  updatedWeeks: 8,
} as const

const WINDOWS_IN_BASELINE = SURGE.baselineDays / SURGE.windowDays

/** From here on, twice the baseline is always significant, and the tail below would begin to underflow. */
const RATIO_ALONE_FROM = 500

/** The minimum number of jobs in the window that is a surge. */
export function jobsForSurge(baselineJobs: number): number {
  return Math.max(
    SURGE.minJobs,
    Math.ceil((SURGE.minRatio * baselineJobs) / WINDOWS_IN_BASELINE),
    baselineJobs < RATIO_ALONE_FROM ? significantJobs(baselineJobs) : 0,
  )
}

/** The minimum number of jobs in the window that is a surge, given the number in the same days of the year before. */
export function jobsAgainstYear(yearBefore: number): number {
  return SURGE.minRatio * yearBefore
}

/** The number of jobs that the baseline suggests for a window. */
export function expectedJobs(baselineJobs: number): number {
  return baselineJobs / WINDOWS_IN_BASELINE
}

/**
 * The smallest n whose tail is below the maximum. At least n of n + b fall into the window exactly if n of them come
 * before the (b + 1)th that does not, so one pass over the negative binomial distribution finds it:
 * P(exactly j come before) = C(b + j, j) · (1/4)^j · (3/4)^(b + 1).
 */
function significantJobs(baselineJobs: number): number {
  const inWindow = 1 / (1 + WINDOWS_IN_BASELINE)
  let exactly = (1 - inWindow) ** (baselineJobs + 1)
  let atLeast = 1
  let jobs = 0
  while (atLeast > SURGE.maxChance) {
    atLeast -= exactly
    jobs += 1
    exactly *= ((baselineJobs + jobs) / jobs) * inWindow
  }
  return jobs
}
