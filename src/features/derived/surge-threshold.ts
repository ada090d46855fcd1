// How many jobs in 30 days are clearly more than the 90 days before lead one to expect.
//
// Two bounds, and the larger one holds. The ratio asks for a difference that matters: twice the baseline. The
// significance asks for one that chance does not explain: had nothing changed, each of the N jobs of the 120 days would
// fall into the last 30 with probability 1/4, so the chance of seeing at least n of N there is a binomial tail, and it
// must not exceed 1 in 200. A Poisson tail at the baseline's rate was refused: it takes the rate for known, and a rate
// from two or three jobs is hardly known at all. The binomial test counts that doubt in, and is defined for a baseline
// of none.
//
// A baseline can be small because little was hired or because nobody was looking yet, and the dates do not tell which.
// So nothing is said of a company before its first known job is older than the 120 days. A higher bound for newcomers
// was tried instead: with 20 jobs, every simulated employer of 20 or more jobs a month had a surge in its first weeks.
//
// A steady series crosses the bound by chance less than once in seven years at worst. Simulated with 0.5 to 50 jobs a
// month, the worst lies at 10 to 12 a month with 0.13 a year; the tests repeat 10 a month.

export const SURGE = {
  windowDays: 30,
  baselineDays: 90,
  /** Of the window's jobs to the baseline's expectation. */
  minRatio: 2,
  /** The greatest chance at which steady hiring may look like this. */
  maxChance: 0.005,
  minJobs: 5,
  /** A surge is told once: the weeks before it must have been this long without. */
  quietWeeks: 4,
} as const

const WINDOWS_IN_BASELINE = SURGE.baselineDays / SURGE.windowDays

/** From here on twice the baseline is beyond any chance, and the tail below would begin to underflow. */
const RATIO_ALONE_FROM = 500

/** The least number of jobs in the window that is a surge. */
export function jobsForSurge(baselineJobs: number): number {
  return Math.max(
    SURGE.minJobs,
    Math.ceil((SURGE.minRatio * baselineJobs) / WINDOWS_IN_BASELINE),
    baselineJobs < RATIO_ALONE_FROM ? significantJobs(baselineJobs) : 0,
  )
}

/** What the baseline leads one to expect in a window. */
export function expectedJobs(baselineJobs: number): number {
  return baselineJobs / WINDOWS_IN_BASELINE
}

/**
 * The least n whose tail is within the bound. At least n of n + b fall into the window exactly when n of them come
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
