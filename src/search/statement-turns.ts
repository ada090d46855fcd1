// Decides which search runs next in PostgreSQL, and in ClickHouse. Turns are fair by team, and a team gets only a share of the
// connections, so that another team finds one free. A team runs one statement at a time that is estimated to take long,
// because each occupies a core of the database.

import { searchBusy } from '../http/index.ts'
import type { Caller } from './engine.ts'
import { NO_TEAM, type TeamJob, TeamQueues, type TeamQueuesOptions } from './team-queues.ts'

/** The work that a team may use in a minute: two seconds for each search at the limit of a plan. */
const WORK_MS_PER_MINUTE = 40_000
/** A team gets one of this many connections. */
const TEAM_SHARE = 3

interface Job extends TeamJob {
  readonly isHeavy: boolean
  readonly start: () => void
  readonly refuse: (retryAfterSeconds: number) => void
}

export class StatementTurns {
  readonly #queues: TeamQueues<Job>
  readonly #now: () => number
  readonly #connections: number
  readonly #perTeam: number
  readonly #running = new Map<string, number>()
  /** Teams with a heavy statement. */
  readonly #heavy = new Set<string>()
  #total = 0
  #timer: NodeJS.Timeout | undefined

  constructor(connections: number, options: Partial<TeamQueuesOptions> = {}) {
    this.#now = options.now ?? (() => performance.now())
    this.#queues = new TeamQueues({ workMsPerMinute: WORK_MS_PER_MINUTE, ...options })
    this.#connections = connections
    this.#perTeam = Math.max(1, Math.floor(connections / TEAM_SHARE))
  }

  /** Runs the work when its turn comes. The time it takes is charged to the team, however it ends. */
  async run<T>({ team, signal }: Caller, work: () => Promise<T>, isHeavy = false): Promise<T> {
    signal?.throwIfAborted()
    const turn = Promise.withResolvers<void>()
    const job: Job = {
      team,
      isHeavy,
      since: this.#now(),
      start: turn.resolve,
      refuse: (retryAfterSeconds) => turn.reject(searchBusy(retryAfterSeconds)),
    }
    const leave = () => {
      if (this.#queues.remove(job)) turn.reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave)
    if (!this.#queues.add(job)) job.refuse(this.#queues.retryAfterSeconds(team))
    this.#startNext()
    try {
      await turn.promise
    } finally {
      signal?.removeEventListener('abort', leave)
    }
    const start = this.#now()
    try {
      return await work()
    } finally {
      this.#queues.charge(team, this.#now() - start)
      this.#finish(job)
    }
  }

  #startNext(): void {
    for (const job of this.#queues.takeExpired()) job.refuse(this.#queues.retryAfterSeconds(job.team))
    while (this.#total < this.#connections) {
      const job = this.#queues.take((each) => this.#mayRun(each))
      if (!job) break
      this.#running.set(job.team, this.#runningOf(job.team) + 1)
      if (job.isHeavy) this.#heavy.add(job.team)
      this.#total++
      job.start()
    }
    clearTimeout(this.#timer)
    const wait = this.#queues.nextChangeMs()
    if (wait !== undefined) this.#timer = setTimeout(() => this.#startNext(), wait).unref()
  }

  #runningOf(team: string): number {
    return this.#running.get(team) ?? 0
  }

  #mayRun({ team, isHeavy }: Job): boolean {
    if (team === NO_TEAM) return true
    return this.#runningOf(team) < this.#perTeam && !(isHeavy && this.#heavy.has(team))
  }

  #finish({ team, isHeavy }: Job): void {
    if (isHeavy) this.#heavy.delete(team)
    const left = this.#runningOf(team) - 1
    if (left === 0) this.#running.delete(team)
    else this.#running.set(team, left)
    this.#total--
    this.#startNext()
  }
}
