// Brings the CRMs to the desired state. Every node with the role may work; a claim keeps two from working on one
// connection. Each turn compares up to a hundred companies with what the CRM has, and writes only the difference, so
// whatever was lost, repeated or changed by others in between, the CRM ends in the desired state.

import type { Database } from '../../db/index.ts'
import { reasonOf } from '../../platform/app-error.ts'
import { type Claim, ClaimLoop } from '../../platform/async/claim-loop.ts'
import type { SecretBox } from '../../platform/config/secret-box.ts'
import type { Logger } from '../../platform/logger.ts'
import { RepeatedWarning } from '../../platform/repeated-warning.ts'
import { readHold } from '../firehose/index.ts'
import { CrmError } from './clients/crm.ts'
import type { JsonClient } from './clients/json-client.ts'
import { newSessions } from './clients/salesforce-session.ts'
import type { DescribeOptions } from './desired.ts'
import { openCrm } from './open-crm.ts'
import { compareWithMembers, readChanges } from './sync-windows.ts'
import { takeTurn } from './turn.ts'
import {
  type ClaimedConnection,
  claimConnections,
  holdsClaim,
  readDue,
  recordProblem,
  recordSuccess,
  releaseConnection,
  renewClaim,
  settleCompanies,
} from './work-queries.ts'

export interface CrmWorkerOptions extends Omit<DescribeOptions, 'db'> {
  readonly db: Database
  readonly log: Logger
  readonly client: Pick<JsonClient, 'send'>
  readonly box: () => SecretBox
  readonly allowLoopback: boolean
  readonly now?: () => number
  /** Between two requests for one connection: HubSpot allows 100 in ten seconds. */
  readonly minIntervalMs?: number
  /** More than twice as long as a request may take. */
  readonly claimSeconds?: number
  readonly onSettled?: (outcome: CrmOutcome) => void
}

export interface CrmOutcome {
  readonly written: number
  readonly refused: number
  readonly tasks: number
  readonly problem: CrmError['problem'] | undefined
}

const MAX_IN_FLIGHT = 4
const STOP_MS = 2_000
const MIN_INTERVAL_MS = 110
const CLAIM_SECONDS = 90
const MAX_UNAVAILABLE_SECONDS = 900
const MAX_ACCESS_SECONDS = 3_600
const MAX_LIMIT_SECONDS = 86_400

interface Item {
  readonly connection: ClaimedConnection
  /** On the monotonic clock, from before the claim was sent. */
  readonly claimedMs: number
}

/** Another worker has the connection, or its settings have changed. */
class ClaimOver extends Error {}

export class CrmWorker extends ClaimLoop<Item> {
  readonly #options: CrmWorkerOptions
  readonly #cannotWrite: RepeatedWarning
  readonly #sessions = newSessions()

  constructor(options: CrmWorkerOptions) {
    super({
      claim: (underWay) => this.#claim(MAX_IN_FLIGHT - underWay),
      work: (item, signal) => this.#work(item, signal),
      onError: (error) => this.#cannotWrite.warn(`CRMs cannot be written: ${reasonOf(error)}`),
      stopMs: STOP_MS,
    })
    this.#options = options
    this.#cannotWrite = new RepeatedWarning((text) => options.log.warn(text))
  }

  get #claimSeconds(): number {
    return this.#options.claimSeconds ?? CLAIM_SECONDS
  }

  get #now(): number {
    return this.#options.now?.() ?? Math.floor(Date.now() / 1_000)
  }

  async #claim(room: number): Promise<Claim<Item>> {
    if (room === 0) return { items: [], hasMore: true }
    const pool = this.#options.db.pool('firehose')
    if (await readHold(pool)) return { items: [], hasMore: false }
    const claimedMs = performance.now()
    const claimed = await claimConnections(pool, this.#now, room, this.#claimSeconds)
    return { items: claimed.map((connection) => ({ connection, claimedMs })), hasMore: claimed.length === room }
  }

  async #work({ connection, claimedMs }: Item, signal: AbortSignal): Promise<void> {
    const { db } = this.#options
    try {
      const hasMore = await this.#sync(connection)
      const due = await readDue(db.pool('firehose'), connection.id, this.#now)
      if (due.length > 0) await this.#write(connection, due, this.#guard(connection, claimedMs, signal))
      if (hasMore || due.length > 0) this.wake()
    } catch (error) {
      if (error instanceof CrmError && !signal.aborted) await this.#fail(connection, error)
      else if (!(error instanceof ClaimOver) && !signal.aborted) throw error
    } finally {
      await releaseConnection(db.pool('firehose'), connection)
    }
  }

  async #sync(connection: ClaimedConnection): Promise<boolean> {
    return this.#options.db.transaction('firehose', async (tx) => {
      if (!(await holdsClaim(tx, connection))) throw new ClaimOver()
      const hasMore = await readChanges(tx, connection.id, this.#now)
      if (connection.comparesAll && !hasMore) await compareWithMembers(tx, connection.id, this.#now)
      return hasMore
    })
  }

  async #write(
    connection: ClaimedConnection,
    due: Awaited<ReturnType<typeof readDue>>,
    beforeRequest: () => Promise<void>,
  ): Promise<void> {
    const { db, client, box, allowLoopback, onSettled } = this.#options
    const crm = openCrm(connection, { client, box, allowLoopback, sessions: this.#sessions, beforeRequest })
    const describing = { ...this.#options, db: db.pool('firehose') }
    const { companies, tasks } = await takeTurn(crm, connection, due, describing, this.#now)
    const isHeld = await db.transaction('firehose', async (tx) => {
      if (!(await holdsClaim(tx, connection))) return false
      await settleCompanies(tx, connection.id, this.#now, companies, tasks)
      await recordSuccess(tx, connection.id)
      return true
    })
    if (!isHeld) return
    const written = companies.filter((each) => each.written !== undefined).length
    const refused = companies.filter(({ state }) => state === 'refused').length
    onSettled?.({ written, refused, tasks: tasks.length, problem: undefined })
  }

  async #fail(connection: ClaimedConnection, error: CrmError): Promise<void> {
    const { db, onSettled } = this.#options
    const heldUntil = this.#now + delayOf(error, connection.failures)
    await db.transaction('firehose', async (tx) => {
      if (!(await holdsClaim(tx, connection))) return
      const isUnprepared = error.problem === 'setup'
      await recordProblem(tx, connection.id, { problem: error.message, heldUntil, isUnprepared })
    })
    onSettled?.({ written: 0, refused: 0, tasks: 0, problem: error.problem })
  }

  /**
   * No request begins unless it will end within the claim. So no request of a frozen worker can follow those of its
   * successor, except one in flight.
   */
  #guard(connection: ClaimedConnection, claimedMs: number, signal: AbortSignal): () => Promise<void> {
    const interval = this.#options.minIntervalMs ?? MIN_INTERVAL_MS
    const claimMs = this.#claimSeconds * 1_000
    let validUntil = claimedMs + claimMs
    let next = 0
    return async () => {
      const wait = next - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      if (signal.aborted) throw new ClaimOver()
      if (validUntil - performance.now() < claimMs / 2) {
        const renewedMs = performance.now()
        if (!(await renewClaim(this.#options.db.pool('firehose'), connection, this.#claimSeconds)))
          throw new ClaimOver()
        validUntil = renewedMs + claimMs
      }
      next = performance.now() + interval
    }
  }
}

/** In seconds. */
function delayOf({ problem, retryAfterSeconds = 0 }: CrmError, failures: number): number {
  const doubled = 2 ** Math.min(failures, 12)
  if (problem === 'limit') return Math.min(MAX_LIMIT_SECONDS, Math.max(1, retryAfterSeconds))
  if (problem === 'unavailable') return Math.min(MAX_UNAVAILABLE_SECONDS, Math.max(5 * doubled, retryAfterSeconds))
  return Math.min(MAX_ACCESS_SECONDS, 60 * doubled)
}
