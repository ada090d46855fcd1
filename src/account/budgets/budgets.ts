// The budgets of all teams as one process sees them: hints in memory, and charges in batches. There is one instance per
// process, whichever routes it serves.
//
// Charges of several teams are sent in one batch. The batch never waits for a row: a team whose row is locked by
// another transaction (another node's charge, an operator's session) is reported as locked. Its charge is then retried
// separately, on one of a few connections, which wait for a row for a tenth of a second at a time. So locked teams use
// at most WAITING_CONNECTIONS connections together, and no other team waits for them.

import { errorCodeIs, isUnavailable, LOCK_NOT_AVAILABLE, type Queryable } from '../../db/index.ts'
import { Batcher } from '../../platform/async/batcher.ts'
import { LruMap } from '../../platform/lru-map.ts'
import type { Bucket, ChargedLimit } from '../plans/index.ts'
import {
  type BudgetState,
  type Charge,
  type ChargedAccount,
  type ChargeVerdict,
  type Cost,
  chargeAll,
  chargeWaiting,
  peek,
} from './charge.ts'
import { isFull, lastToReset } from './full-budgets.ts'
import { KeyedQueue } from './keyed-queue.ts'

const HINT_MAX_AGE_MS = 1_000
/** As many teams as the key cache has keys. */
const MAX_HINTS = 50_000
/** Few, so that batches are large: the overhead of a batch is more than the cost of a charge. */
const CONCURRENT_BATCHES = 2
const MAX_BATCH_SIZE = 32
const WAITING_CONNECTIONS = 2
/** How long a request waits for its team's row. Then it fails, and so do the requests queued behind it. */
const LOCK_WAIT_MS = 5_000

interface Hint {
  readonly state: BudgetState
  readonly at: number
}

/** A charge that is about to be made. */
export interface PendingCharge extends Charge {
  /** Whether the client has disconnected. Checked as late as possible, so that undeliverable replies aren't charged. */
  readonly isGone: () => boolean
}

export interface FullBudget {
  readonly bucket: ChargedLimit
  readonly state: BudgetState
}

export class Budgets {
  readonly #db: Queryable
  readonly #lockWaitMs: number
  readonly #hints = new LruMap<string, Hint>(MAX_HINTS)
  readonly #queue = new KeyedQueue()
  readonly #batches: Batcher<PendingCharge, ChargeVerdict>
  readonly #waiting: Batcher<PendingCharge, ChargeVerdict>

  constructor(db: Queryable, { lockWaitMs = LOCK_WAIT_MS }: { readonly lockWaitMs?: number } = {}) {
    this.#db = db
    this.#lockWaitMs = lockWaitMs
    this.#batches = new Batcher((batch) => this.#chargePresent(batch), {
      concurrency: CONCURRENT_BATCHES,
      maxBatchSize: MAX_BATCH_SIZE,
      failsTogether: (error) => isUnavailable(error) && !isLockTimeout(error),
    })
    this.#waiting = new Batcher(
      async (batch) => {
        const [charge] = batch as [PendingCharge]
        return [charge.isGone() ? GONE : await chargeWaiting(db, charge)]
      },
      { concurrency: WAITING_CONNECTIONS, maxBatchSize: 1, failsTogether: () => true },
    )
  }

  /**
   * Of many concurrent requests of keys, the first one that finds a budget full saves the others the query. A hint
   * doesn't know which companies a team's people were shown, so their charges always query.
   */
  charge(charge: PendingCharge): Promise<ChargeVerdict> {
    const { account, cost } = charge
    return this.#queue.run(account.teamId, async () => {
      const full = account.memberId === undefined ? this.#fullByHint(account, cost) : undefined
      if (full) return { ...full.state, outcome: 'full', bucket: full.bucket }
      const sentAt = performance.now()
      const verdict = await this.#send(charge)
      this.#remember(account, verdict, sentAt)
      return verdict
    })
  }

  /**
   * The budget to report if the request is rejected before the work. If one of the `decisive` buckets is full, it is
   * the one that resets last of all buckets that are full for this cost. A hint with room left lets the request pass,
   * because the charge decides. A hint without room is trusted for a second. After that, and where a hint can't know (a
   * company may already be open), the database is queried. If no charge follows (`isFinal`), a hint with room is
   * trusted for only a second, because requests on other nodes may have used the room.
   */
  async findFull(
    account: ChargedAccount,
    cost: Cost,
    decisive: readonly Bucket[],
    { isFinal = false }: { readonly isFinal?: boolean } = {},
  ): Promise<FullBudget | undefined> {
    const hint = this.#hints.get(account.teamId)
    const isTrusted = hint && (!isFinal || performance.now() - hint.at < HINT_MAX_AGE_MS)
    if (isTrusted && !decisive.some((bucket) => isFull(hint.state, cost, bucket))) return undefined
    const known = this.#fullByHint(account, cost)
    if (known) return known
    const sentAt = performance.now()
    const verdict = await peek(this.#db, account, cost)
    this.#remember(account, verdict, sentAt)
    if (verdict.outcome !== 'full' || !decisive.some((bucket) => isFull(verdict, cost, bucket))) return undefined
    return { bucket: verdict.bucket, state: verdict }
  }

  async #send(charge: PendingCharge): Promise<ChargeVerdict> {
    const deadline = performance.now() + this.#lockWaitMs
    let verdict = await orLocked(this.#batches.add(charge))
    while (verdict.outcome === 'locked') {
      if (performance.now() >= deadline) throw new LockTimeout('the usage of the team stayed locked')
      verdict = await orLocked(this.#waiting.add(charge))
    }
    return verdict
  }

  async #chargePresent(batch: readonly PendingCharge[]): Promise<ChargeVerdict[]> {
    const present = batch.filter(({ isGone }) => !isGone())
    const verdicts = present.length > 0 ? await chargeAll(this.#db, present) : []
    const verdictOf = new Map(present.map((charge, i) => [charge, verdicts[i]]))
    return batch.map((charge) => verdictOf.get(charge) ?? GONE)
  }

  /**
   * The full budget according to a hint. A hint is valid for a second, and not beyond the reset of a full bucket. It
   * can't tell whether a company is already open.
   */
  #fullByHint({ teamId }: ChargedAccount, cost: Cost): FullBudget | undefined {
    const hint = this.#hints.get(teamId)
    if (!hint) return undefined
    const { state, at } = hint
    const age = performance.now() - at
    const bucket = lastToReset(state, cost)
    if (age >= HINT_MAX_AGE_MS || !bucket || isFull(state, cost, 'dailyCompanyDetail')) return undefined
    return state.nowUnix + age / 1_000 < state.buckets[bucket].resetUnix ? { bucket, state } : undefined
  }

  /** A hint's age counts from when the query was sent: a slow answer makes it expire early, never late. */
  #remember({ teamId }: ChargedAccount, verdict: ChargeVerdict, sentAt: number): void {
    if ('buckets' in verdict) this.#hints.set(teamId, { state: verdict, at: sentAt })
  }
}

const GONE: ChargeVerdict = { outcome: 'gone' }

class LockTimeout extends Error {
  readonly code = LOCK_NOT_AVAILABLE
}

const isLockTimeout = (error: unknown) => errorCodeIs(error, LOCK_NOT_AVAILABLE)

async function orLocked(verdict: Promise<ChargeVerdict>): Promise<ChargeVerdict> {
  try {
    return await verdict
  } catch (error) {
    if (isLockTimeout(error)) return { outcome: 'locked' }
    throw error
  }
}
