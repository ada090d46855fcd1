// The waiting searches of all teams, and whose turn is next. Both engines use it, each for its own work.
//
// - Turns are fair by team: the team that has used the least time is next, however many searches the others have. A
//   team that returns after a pause starts level with the others, so a pause accumulates no credit.
// - A team's work is limited by an allowance that refills steadily. All work counts, even for a search that is
//   rejected, fails, or whose client disconnected. A team without allowance waits, even if no other team does.
// - Work without a team, such as a benchmark's, gets turns like a team's, without these limits.
// - A search waits at most MAX_WAIT_MS, and only a few can wait at the same time.

/** The team of work that has no team. */
export const NO_TEAM = ''

export interface TeamJob {
  readonly team: string
  /** When it began to wait, by the clock of the queues. */
  readonly since: number
}

interface TeamState<Job> {
  readonly isBounded: boolean
  readonly waiting: Job[]
  /** Virtual time: grows with the time used. */
  usedMs: number
  allowanceMs: number
  refilledAt: number
}

export interface TeamQueuesOptions {
  /** A team can use this much time in any minute: half of it refills within a minute, half may have been saved up. */
  readonly workMsPerMinute: number
  readonly now?: () => number
  readonly maxWaitMs?: number
  readonly maxPerTeam?: number
  readonly maxTotal?: number
}

export const MAX_WAIT_MS = 5_000
/** More than a team may have in flight at one node (see limit-in-flight.ts). */
const MAX_PER_TEAM = 40
const MAX_TOTAL = 1_000
/** Beyond this number, the states of teams are dropped as soon as they are empty. */
const MAX_IDLE_TEAMS = 1_000
const MINUTE_MS = 60_000

export class TeamQueues<Job extends TeamJob> {
  readonly #teams = new Map<string, TeamState<Job>>()
  readonly #now: () => number
  readonly #capacityMs: number
  readonly #maxWaitMs: number
  readonly #maxPerTeam: number
  readonly #maxTotal: number
  #waiting = 0
  /** The virtual time of the team that had the last turn. */
  #virtualMs = 0

  constructor({ workMsPerMinute, now, maxWaitMs, maxPerTeam, maxTotal }: TeamQueuesOptions) {
    this.#now = now ?? (() => performance.now())
    this.#capacityMs = workMsPerMinute / 2
    this.#maxWaitMs = maxWaitMs ?? MAX_WAIT_MS
    this.#maxPerTeam = maxPerTeam ?? MAX_PER_TEAM
    this.#maxTotal = maxTotal ?? MAX_TOTAL
  }

  /** Teams whose state is kept. */
  get teams(): number {
    return this.#teams.size
  }

  /** Waiting jobs. */
  get size(): number {
    return this.#waiting
  }

  /** False if the queue is full. */
  add(job: Job): boolean {
    const state = this.#stateOf(job.team)
    const isFull = state.isBounded && state.waiting.length >= this.#maxPerTeam
    if (isFull || this.#waiting >= this.#maxTotal) return false
    if (state.waiting.length === 0) state.usedMs = Math.max(state.usedMs, this.#virtualMs)
    state.waiting.push(job)
    this.#waiting++
    return true
  }

  /**
   * Takes the next job: the oldest one that may run, of the team that used the least, among teams with allowance left.
   */
  take(mayRun: (job: Job) => boolean = () => true): Job | undefined {
    let best: { state: TeamState<Job>; at: number } | undefined
    for (const state of this.#teams.values()) {
      if (state.waiting.length === 0 || (best && state.usedMs >= best.state.usedMs)) continue
      if (this.#allowanceOf(state) <= 0) continue
      const at = state.waiting.findIndex(mayRun)
      if (at !== -1) best = { state, at }
    }
    if (!best) return undefined
    const [taken] = best.state.waiting.splice(best.at, 1)
    this.#waiting--
    this.#virtualMs = Math.max(this.#virtualMs, best.state.usedMs)
    return taken
  }

  /** Returns a taken job to the front of its team's queue. */
  putBack(job: Job): void {
    this.#stateOf(job.team).waiting.unshift(job)
    this.#waiting++
  }

  /** Removes a waiting job, for example because its client disconnected. */
  remove(job: Job): boolean {
    const waiting = this.#teams.get(job.team)?.waiting ?? []
    const at = waiting.indexOf(job)
    if (at === -1) return false
    waiting.splice(at, 1)
    this.#waiting--
    return true
  }

  /** Removes the jobs that have waited too long. */
  takeExpired(): Job[] {
    if (this.#waiting === 0) return []
    const before = this.#now() - this.#maxWaitMs
    const expired: Job[] = []
    for (const { waiting } of this.#teams.values()) {
      for (let i = waiting.length - 1; i >= 0; i--) {
        const job = waiting[i]
        if (!job || job.since > before) continue
        expired.push(job)
        waiting.splice(i, 1)
      }
    }
    this.#waiting -= expired.length
    return expired
  }

  /** Counts the time that a team's search has used. */
  charge(team: string, ms: number): void {
    const state = this.#stateOf(team)
    state.usedMs += ms
    this.#allowanceOf(state)
    state.allowanceMs -= ms
  }

  /** Whether the next job of `other` comes before more work of `team`. */
  isBehind(team: string, other: string): boolean {
    return this.#stateOf(team).usedMs > this.#stateOf(other).usedMs
  }

  /** How long until something changes without a new event: a job expires, or a team regains allowance. */
  nextChangeMs(): number | undefined {
    if (this.#waiting === 0) return undefined
    const now = this.#now()
    let next = Number.POSITIVE_INFINITY
    for (const state of this.#teams.values()) {
      if (state.waiting.length === 0) continue
      for (const { since } of state.waiting) next = Math.min(next, since + this.#maxWaitMs - now)
      if (this.#allowanceOf(state) <= 0) next = Math.min(next, this.#refillMs(state))
    }
    return Math.max(1, Math.ceil(next))
  }

  /** When to try again: when the team has allowance, but never immediately. */
  retryAfterSeconds(team: string): number {
    const state = this.#stateOf(team)
    const wait = this.#allowanceOf(state) > 0 ? 0 : this.#refillMs(state)
    return Math.max(1, Math.ceil(wait / 1_000))
  }

  #refillMs({ allowanceMs }: TeamState<Job>): number {
    return ((1 - allowanceMs) * MINUTE_MS) / this.#capacityMs
  }

  #allowanceOf(state: TeamState<Job>): number {
    const now = this.#now()
    const refill = ((now - state.refilledAt) * this.#capacityMs) / MINUTE_MS
    state.allowanceMs = Math.min(this.#capacityMs, state.allowanceMs + refill)
    state.refilledAt = now
    return state.isBounded ? state.allowanceMs : this.#capacityMs
  }

  #stateOf(team: string): TeamState<Job> {
    const existing = this.#teams.get(team)
    if (existing) return existing
    if (this.#teams.size >= MAX_IDLE_TEAMS) this.#dropIdle()
    const state: TeamState<Job> = {
      isBounded: team !== NO_TEAM,
      waiting: [],
      usedMs: this.#virtualMs,
      allowanceMs: this.#capacityMs,
      refilledAt: this.#now(),
    }
    this.#teams.set(team, state)
    return state
  }

  /** A team with a full allowance has no state worth keeping. */
  #dropIdle(): void {
    for (const [team, state] of this.#teams) {
      if (state.waiting.length === 0 && this.#allowanceOf(state) >= this.#capacityMs) this.#teams.delete(team)
    }
  }
}
