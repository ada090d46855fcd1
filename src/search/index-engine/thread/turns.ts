// Decides which search runs next in the search thread. A search is estimated when its turn comes. A short one then runs
// immediately. A long one runs in steps, in its own working space, and short searches of teams that have used less time
// run between two steps. There is one long search at a time; the others wait. So a search of one team delays the others
// by one step, or by one short search, whatever the query and however many there are.
//
// Each turn is a tick of the event loop, so that messages arrive and the log is followed in between. The index must not
// change while a long search is suspended: the gate holds changes back, and lets them catch up afterwards.
//
// With several shards, the turn is that of the shard in this thread, and the search then waits for the parts of the
// others (distributed-search.ts). Meanwhile further short searches have their turns, a few at most, so that no shard is
// idle, and none builds up a queue of its own that ignores fairness. A team is charged the time of the shard that took
// longest: as with one shard, its bound is a share of the time of each thread.

import { type TeamJob, TeamQueues, type TeamQueuesOptions } from '../../team-queues.ts'

/** A search estimated above this is long. In microseconds, like all estimates. */
export const SHORT_WORK = 8_000
/** How long a long search runs before it yields to the event loop and other searches. */
export const STEP_MS = 4
/** A search that takes longer than this is ended, whatever the estimate. */
export const MAX_SEARCH_MS = 2_000
/** How often a long search that waits for the gate checks it. */
const GATE_POLL_MS = 10
/**
 * The work that a team may use in a minute. At the limit of a plan, 20 searches in a minute, it is half a second for
 * each.
 */
const WORK_MS_PER_MINUTE = 10_000

/** Short searches that wait for other shards at the same time. */
const MAX_ASKED = 4

/** The parts of a search that other shards answer. A search yields them when nothing is left to do in this thread. */
export interface OtherParts {
  /** The longest time that one of the other threads has worked for the search. */
  readonly ms: number
  /** Called once, when there is nothing more to wait for. */
  onSettled: () => void
}

/** A search in steps, which may wait for other shards. */
export type SearchSteps<Answer> = Generator<OtherParts | undefined, Answer>

/** The search must be run again, in another way. */
export class AskAgain extends Error {
  readonly search: StartedSearch<unknown>

  constructor(search: StartedSearch<unknown>) {
    super('the search is asked again')
    this.search = search
  }
}

export interface Turn {
  readonly id: number
  readonly team: string
}

export interface StartedSearch<Answer> {
  /** In microseconds. */
  readonly work: number
  /** The error of a search that takes much longer than an estimate allows. Absent: it isn't ended. */
  readonly overrun?: () => Error
  /** Starts the search. A long search can be suspended between two steps. */
  steps(isLong: boolean): SearchSteps<Answer>
}

export interface TurnsOptions<Request, Answer> extends Partial<TeamQueuesOptions> {
  /** Estimates the search; throws if it is too expensive. */
  readonly estimate: (request: Request) => StartedSearch<Answer>
  readonly answer: (id: number, answer: Answer) => void
  readonly fail: (id: number, error: unknown) => void
  /** It has waited too long, or the queue is full. */
  readonly refuse: (id: number, retryAfterSeconds: number) => void
  readonly gate: Gate
  /** Runs a function in the next tick of the event loop, or after some time. */
  readonly defer?: (run: () => void, ms?: number) => void
}

/** Holds back changes to the index while a long search is suspended. */
export interface Gate {
  /** Whether a long search may start now. */
  readonly isFree: boolean
  close(): void
  open(): void
}

interface Job<Request, Answer> extends Turn, TeamJob {
  readonly request: Request
  estimated?: StartedSearch<Answer>
  /** In this thread, since the search was last started. */
  usedMs: number
}

interface LongSearch<Request, Answer> {
  readonly job: Job<Request, Answer>
  readonly steps: SearchSteps<Answer>
  /** It waits for other shards. */
  isWaiting: boolean
}

export class Turns<Request, Answer> {
  readonly #options: TurnsOptions<Request, Answer>
  readonly #now: () => number
  readonly #defer: (run: () => void, ms?: number) => void
  readonly #queues: TeamQueues<Job<Request, Answer>>
  readonly #jobs = new Map<number, Job<Request, Answer>>()
  #long: LongSearch<Request, Answer> | undefined
  /** The short searches that wait for other shards, by the id of their job. */
  readonly #asked = new Map<number, SearchSteps<Answer>>()
  #isScheduled = false
  /** Only the timer that was set last counts. */
  #timer = 0

  constructor(options: TurnsOptions<Request, Answer>) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.#defer = options.defer ?? deferInThread
    this.#queues = new TeamQueues({ workMsPerMinute: WORK_MS_PER_MINUTE, ...options })
  }

  /** A search that arrives while nothing else is waiting runs immediately. */
  add({ id, team }: Turn, request: Request): void {
    const job: Job<Request, Answer> = { id, team, request, since: this.#now(), usedMs: 0 }
    if (!this.#queues.add(job)) {
      this.#options.refuse(id, this.#queues.retryAfterSeconds(team))
      return
    }
    this.#jobs.set(id, job)
    if (!this.#isScheduled) this.#run()
  }

  /** Ends a search whose client disconnected. */
  cancel(id: number): void {
    const job = this.#jobs.get(id)
    if (!job) return
    this.#jobs.delete(id)
    const asked = this.#asked.get(id)
    if (asked) {
      this.#asked.delete(id)
      asked.return(undefined as never)
      this.wake()
    } else if (this.#long?.job === job) this.#endLong()
    else this.#queues.remove(job)
  }

  /** Call this when something changed that may let a search run. */
  wake(): void {
    if (!this.#isScheduled) this.#schedule()
  }

  #schedule(): void {
    this.#isScheduled = true
    this.#defer(() => this.#run())
  }

  #run(): void {
    this.#isScheduled = false
    for (const job of this.#queues.takeExpired()) {
      this.#jobs.delete(job.id)
      this.#options.refuse(job.id, this.#queues.retryAfterSeconds(job.team))
    }
    const hadTurn = this.#turn()
    if (hadTurn && (this.#long || this.#queues.size > 0)) {
      if (!this.#isScheduled) this.#schedule()
      return
    }
    const change = this.#queues.nextChangeMs()
    if (change === undefined) return
    const wait = this.#options.gate.isFree ? change : Math.min(change, GATE_POLL_MS)
    const timer = ++this.#timer
    this.#defer(() => {
      if (timer === this.#timer) this.wake()
    }, wait)
  }

  /** Runs one short search or one step of the long one; returns whether there was any. */
  #turn(): boolean {
    const long = this.#long
    const job = this.#asked.size < MAX_ASKED ? this.#nextJob(long) : undefined
    if (job) {
      this.#begin(job)
      return true
    }
    if (!long || long.isWaiting) return false
    this.#step(long)
    return true
  }

  #nextJob(long: LongSearch<Request, Answer> | undefined): Job<Request, Answer> | undefined {
    return this.#queues.take((each) => {
      if (long && !this.#queues.isBehind(long.job.team, each.team)) return false
      return !isLong(each) || (!long && this.#options.gate.isFree)
    })
  }

  #begin(job: Job<Request, Answer>): void {
    const start = this.#now()
    job.usedMs = 0
    try {
      job.estimated ??= this.#options.estimate(job.request)
      if (isLong(job)) {
        if (this.#long || !this.#options.gate.isFree) {
          this.#queues.putBack(job)
          return
        }
        this.#options.gate.close()
        this.#long = { job, steps: job.estimated.steps(true), isWaiting: false }
        return
      }
      this.#runShort(job, job.estimated.steps(false))
    } catch (error) {
      this.#fail(job, error)
    } finally {
      this.#charge(job, this.#now() - start)
    }
  }

  /** Runs a short search to its end, or until it waits for other shards. */
  #continue(job: Job<Request, Answer>, steps: SearchSteps<Answer>): void {
    const start = this.#now()
    try {
      this.#runShort(job, steps)
    } catch (error) {
      this.#fail(job, error)
    } finally {
      this.#charge(job, this.#now() - start)
    }
  }

  #runShort(job: Job<Request, Answer>, steps: SearchSteps<Answer>): void {
    let step = steps.next()
    while (!step.done && !step.value) step = steps.next()
    if (step.done) {
      const { value } = step
      this.#settle(job, () => this.#options.answer(job.id, value))
      return
    }
    const others = step.value as OtherParts
    this.#asked.set(job.id, steps)
    others.onSettled = () => {
      this.#chargeOthers(job, others)
      // Its client may have disconnected.
      if (this.#asked.delete(job.id)) this.#continue(job, steps)
      this.wake()
    }
  }

  #step(long: LongSearch<Request, Answer>): void {
    const { job, steps } = long
    const start = this.#now()
    let now = start
    try {
      while (now - start < STEP_MS) {
        const step = steps.next()
        now = this.#now()
        if (step.done) {
          this.#endLong()
          this.#settle(job, () => this.#options.answer(job.id, step.value))
          return
        }
        if (step.value) {
          this.#awaitOthers(long, step.value)
          return
        }
      }
      const { overrun } = job.estimated ?? {}
      if (overrun && job.usedMs + now - start > MAX_SEARCH_MS) throw overrun()
    } catch (error) {
      this.#endLong()
      this.#fail(job, error)
    } finally {
      this.#charge(job, now - start)
    }
  }

  #awaitOthers(long: LongSearch<Request, Answer>, others: OtherParts): void {
    long.isWaiting = true
    others.onSettled = () => {
      this.#chargeOthers(long.job, others)
      if (this.#long !== long) return
      long.isWaiting = false
      this.wake()
    }
  }

  #charge(job: Job<Request, Answer>, ms: number): void {
    job.usedMs += ms
    this.#queues.charge(job.team, ms)
  }

  /** Only the time by which another thread worked longer than this one. */
  #chargeOthers(job: Job<Request, Answer>, { ms }: OtherParts): void {
    if (ms > job.usedMs) this.#charge(job, ms - job.usedMs)
  }

  #fail(job: Job<Request, Answer>, error: unknown): void {
    if (!(error instanceof AskAgain)) {
      this.#settle(job, () => this.#options.fail(job.id, error))
      return
    }
    job.estimated = error.search as StartedSearch<Answer>
    this.#queues.putBack(job)
  }

  #endLong(): void {
    this.#long?.steps.return(undefined as never)
    this.#long = undefined
    this.#options.gate.open()
  }

  #settle({ id }: Job<Request, Answer>, send: () => void): void {
    if (this.#jobs.delete(id)) send()
  }
}

function isLong({ estimated }: Job<unknown, unknown>): boolean {
  return estimated !== undefined && estimated.work > SHORT_WORK
}

function deferInThread(run: () => void, ms?: number): void {
  if (ms === undefined) setImmediate(run)
  else setTimeout(run, ms).unref()
}
