// All budgets of a team as the specification defines them, computed from the list of charges.

import type { Cost } from '../../src/account/budgets/index.ts'
import { CHARGED_LIMITS, type ChargedLimit, PLANS, type PlanName } from '../../src/account/plans/index.ts'

export const ANCHOR = Date.UTC(2026, 0, 31, 10)
export const DAY = 86_400_000

interface Period {
  readonly start: number
  readonly end: number
  /** Divided into months from its start. */
  readonly divided: boolean
}

interface Charged {
  readonly at: number
  readonly month: number
  readonly cost: Cost
}

interface Shown {
  readonly day: number
  readonly person: number
  readonly company: string
}

export class BudgetModel {
  plan: PlanName = 'pro'
  readonly overrides: Partial<Record<ChargedLimit, number>> = {}
  readonly keysValid = [true, true]
  period: Period | undefined
  #charged: Charged[] = []
  /** Each company once a day, with the person who was shown it first. */
  readonly #shown: Shown[] = []

  limits(): Record<ChargedLimit, number> {
    return { ...PLANS[this.plan].limits, ...this.overrides }
  }

  month(at: number): { start: number; end: number } {
    const { period } = this
    if (!period) return monthFrom(ANCHOR, at)
    if (at < period.end && !period.divided) return period
    const { start, end } = monthFrom(period.start, at)
    return at < period.end ? { start, end: Math.min(end, period.end) } : { start: Math.max(start, period.end), end }
  }

  /**
   * Counters belong to the newest month that was ever charged: a provider update with an older month doesn't restore
   * them.
   */
  #monthOfCounters(at: number): number {
    return Math.max(this.month(at).start, this.#charged.at(-1)?.month ?? Number.NEGATIVE_INFINITY)
  }

  /** A member's share is read for a person only. */
  used(at: number, person?: number): Record<ChargedLimit, number> {
    const month = this.#monthOfCounters(at)
    const inMinute = this.#inMinute(at)
    const inDay = this.#charged.filter((each) => Math.floor(each.at / DAY) === Math.floor(at / DAY))
    const inMonth = this.#charged.filter((each) => each.month === month)
    const sum = (of: (cost: Cost) => number) => inMonth.reduce((total, { cost }) => total + of(cost), 0)
    return {
      perMinute: inMinute.length,
      dailyRequests: inDay.length,
      monthlyRequests: inMonth.length,
      monthlyRecords: sum(({ records = 0 }) => records),
      monthlyPageTurns: sum(({ pageTurns = 0 }) => pageTurns),
      dailyCompanyDetail: new Set(inDay.flatMap(({ cost }) => cost.companyId ?? [])).size,
      ...this.#usedByPeople(at, person),
    }
  }

  #usedByPeople(at: number, person: number | undefined) {
    const today = this.#shown.filter(({ day }) => person !== undefined && day === Math.floor(at / DAY))
    const own = today.filter((each) => each.person === person)
    return { dailyPeopleCompanies: today.length, dailyMemberCompanies: own.length }
  }

  /** In Unix seconds. */
  resets(at: number): Record<ChargedLimit, number> {
    const [oldest] = this.#inMinute(at)
    const day = (Math.floor(at / DAY) + 1) * 86_400
    const month = this.month(at).end / 1_000
    return {
      perMinute: oldest ? Math.floor(oldest.at / 1_000) + 61 : Math.floor(at / 1_000) + 60,
      dailyRequests: day,
      monthlyRequests: month,
      monthlyRecords: month,
      monthlyPageTurns: month,
      dailyCompanyDetail: day,
      dailyPeopleCompanies: day,
      dailyMemberCompanies: day,
    }
  }

  /** Returns the outcome, and records the charge if it fits. */
  charge(at: number, key: number, cost: Cost): 'charged' | 'key_refused' | 'plan_changed' | ChargedLimit {
    if (!this.keysValid[key]) return 'key_refused'
    if (this.plan !== 'pro') return 'plan_changed'
    const [now, resets, limits] = [this.used(at), this.resets(at), this.limits()]
    this.#charged.push({ at, cost, month: this.#monthOfCounters(at) })
    const then = this.used(at)
    const full = CHARGED_LIMITS.filter((bucket) => then[bucket] > now[bucket] && then[bucket] > limits[bucket])
    const [first, ...others] = full
    if (first === undefined) return 'charged'
    this.#charged.pop()
    return others.reduce((last, bucket) => (resets[bucket] > resets[last] ? bucket : last), first)
  }

  /** A person pays for the companies that nobody of the team was shown today, all of them or none. */
  show(at: number, person: number, companies: readonly string[]): 'charged' | 'plan_changed' | ChargedLimit {
    if (this.plan !== 'pro') return 'plan_changed'
    const day = Math.floor(at / DAY)
    const known = new Set(this.#shown.filter((each) => each.day === day).map(({ company }) => company))
    const unseen = [...new Set(companies)].filter((company) => !known.has(company))
    const [used, limits] = [this.used(at, person), this.limits()]
    const budgets = ['dailyPeopleCompanies', 'dailyMemberCompanies'] as const
    const full = budgets.find((budget) => unseen.length > 0 && used[budget] + unseen.length > limits[budget])
    if (full) return full
    for (const company of unseen) this.#shown.push({ day, person, company })
    return 'charged'
  }

  #inMinute(at: number): Charged[] {
    return this.#charged.filter((each) => Math.floor(each.at / 1_000) >= Math.floor(at / 1_000) - 60)
  }
}

/** Months from an anchor, each clamped to the number of days in its month. */
function monthFrom(anchor: number, at: number): { start: number; end: number } {
  const date = new Date(anchor)
  const time = anchor % DAY
  const nth = (n: number) => {
    const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + n, 1))
    const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
    return first.getTime() + (Math.min(date.getUTCDate(), lastDay) - 1) * DAY + time
  }
  let n = 0
  while (nth(n) > at) n--
  while (nth(n + 1) <= at) n++
  return { start: nth(n), end: nth(n + 1) }
}
