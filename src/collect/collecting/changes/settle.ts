// Writes the results of visits in batches. While one batch is being written, the next one collects.
//
// The state of a look and the signals that follow from it are one transaction, which the holder of an old lease can't
// complete. So however a process ends, a visit has happened completely or not at all.

import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type Database, isUnavailable, type Transaction } from '../../../db/index.ts'
import type { Stamper } from '../../../write/log/index.ts'
import { noteDeliveries } from '../../../write/sources/index.ts'
import { signalId, writeRecords } from '../../../write/write-path/index.ts'
import { type Collector, rulesEdition } from '../../collectors/index.ts'
import type { Archive } from '../archive/archive.ts'
import { takeFoundBoards } from '../companies/found-boards.ts'
import { writeLegalNames } from '../filings/filing-queries.ts'
import { type NewReceipt, readArchived, writeReceipts } from '../receipts/receipt-queries.ts'
import type { CollectLease } from '../visits/collect-lease.ts'
import { isLongUnseen, type Look } from '../visits/look.ts'
import {
  clearFailures,
  type Finish,
  finishLooks,
  pruneVisits,
  releaseLooks,
  writeAnswers,
  writeFailures,
} from '../visits/look-queries.ts'
import { MIN_SECONDS_BETWEEN_VISITS, nextVisitSeconds, retrySeconds } from '../visits/schedule.ts'
import { entriesOf, failureOf, failureText, type VisitedLook } from '../visits/visit.ts'
import { addMovedAliases, proposeDomain } from './moved-website.ts'
import { type Plan, planVisits } from './plan-visits.ts'
import type { Reconciled } from './reconcile.ts'
import { renameLooks } from './renamed-board.ts'
import { countsOf, reportKey } from './report-lines.ts'
import { OtherState, StaleLooks } from './settle-conflicts.ts'
import { recordsHash } from './snapshot.ts'
import {
  haveOtherFacts,
  markMissing,
  unmarkMissing,
  writeFacts,
  writeLooks,
  writeSnapshots,
  writeVisits,
} from './state-queries.ts'
import { answersOf, isRemembered, withMemory } from './visit-memory.ts'

export interface SettledVisit {
  readonly outcome: Reconciled['outcome'] | 'failed' | 'postponed' | 'stale'
  readonly created: number
  readonly updated: number
  readonly closed: number
  /** When the look is due again, in Unix seconds, after a failed or partial visit. */
  readonly dueAt?: number | undefined
  /** It shows nothing of what it showed before. */
  readonly isEmptied?: boolean
}

export interface SettleOptions {
  readonly collectors: ReadonlyMap<string, Collector>
  readonly archive: Archive | undefined
  /** Two visits count, however close together. */
  readonly anyDistance: boolean
}

const NONE = { created: 0, updated: 0, closed: 0 }
const MAX_BATCH = 250
/** No request waits for a visit, and one statement for many costs a fraction. */
const GATHER_MS = 50
const MAX_CHANGED = 50
const MAX_LINES = 2_000
const MAX_ATTEMPTS = 5

interface Waiting extends VisitedLook {
  readonly settle: (visit: SettledVisit) => void
  readonly fail: (error: unknown) => void
}

type PlannedVisit = Waiting & Plan

export class Settler {
  readonly #db: Database
  readonly #stamper: Stamper
  readonly #lease: CollectLease
  readonly #options: SettleOptions
  readonly #noted = new Map<string, number>()
  #queue: Waiting[] = []
  #writing: Promise<void> | undefined

  constructor(db: Database, stamper: Stamper, lease: CollectLease, options: SettleOptions) {
    this.#db = db
    this.#stamper = stamper
    this.#lease = lease
    this.#options = options
  }

  /** Resolves when it is written. */
  settle(visit: VisitedLook): Promise<SettledVisit> {
    return new Promise((settle, fail) => {
      this.#queue.push({ ...visit, settle, fail })
      this.#writing ??= this.#write().finally(() => {
        this.#writing = undefined
      })
    })
  }

  async #write(): Promise<void> {
    while (this.#queue.length > 0) {
      await sleep(GATHER_MS)
      const batch = this.#queue.slice(0, MAX_BATCH)
      this.#queue = this.#queue.slice(MAX_BATCH)
      try {
        await this.#settleAll(batch)
      } catch (error) {
        for (const { fail } of batch) fail(error)
      }
    }
  }

  async #settleAll(batch: readonly Waiting[]): Promise<void> {
    const kinds = Map.groupBy(batch, kindOf)
    await this.#settleUnchanged(kinds.get('unchanged') ?? [])
    await this.#settleFailed(kinds.get('failed') ?? [])
    await this.#settlePostponed(kinds.get('postponed') ?? [])
    const changed = kinds.get('changed') ?? []
    for (let at = 0; at < changed.length; at += MAX_CHANGED)
      await this.#settleChanged(changed.slice(at, at + MAX_CHANGED))
  }

  /** One statement for all of them. */
  async #settleUnchanged(visits: readonly Waiting[]): Promise<void> {
    if (visits.length === 0) return
    const pool = this.#db.pool('ingest')
    const held = await finishLooks(
      pool,
      this.#lease.id,
      visits.map((visit) => finishOf(visit)),
    )
    const failing = visits.filter(({ look }) => look.failures > 0 && held.has(look.id)).map(({ look }) => look.id)
    if (failing.length > 0) await clearFailures(pool, failing)
    const finished = visits.filter(({ look }) => held.has(look.id))
    await this.#archive(finished.filter(isRemembered))
    await writeAnswers(pool, finished.flatMap(newAnswer))
    await this.#noteDeliveries(visits)
    for (const { look, settle } of visits) settle({ outcome: held.has(look.id) ? 'unchanged' : 'stale', ...NONE })
  }

  /** A source delivers whenever it is visited, even if it has nothing new. Written at most once an hour. */
  async #noteDeliveries(visits: readonly Waiting[]): Promise<void> {
    const hour = Math.floor(this.#lease.nowSeconds() / 3_600)
    const names = new Set(visits.map(({ look }) => look.collector).filter((name) => this.#noted.get(name) !== hour))
    if (names.size === 0) return
    await noteDeliveries(this.#db.pool('ingest'), [...names], [])
    for (const name of names) this.#noted.set(name, hour)
  }

  async #settleFailed(visits: readonly Waiting[]): Promise<void> {
    if (visits.length === 0) return
    const finished = visits.map(finishOf)
    const held = await this.#db.transaction('ingest', async (tx) => {
      const ids = await finishLooks(tx, this.#lease.id, finished)
      const failed = visits.flatMap(({ look, at, result }) =>
        ids.has(look.id)
          ? { look, at, message: failureText(result) ?? '', unreadable: entriesOf(result)?.unreadable }
          : [],
      )
      await writeFailures(tx, failed)
      await pruneVisits(tx, [...ids])
      return ids
    })
    for (const [i, { look, settle }] of visits.entries())
      settle(
        held.has(look.id) ? { outcome: 'failed', dueAt: finished[i]?.dueAt, ...NONE } : { outcome: 'stale', ...NONE },
      )
  }

  async #settlePostponed(visits: readonly Waiting[]): Promise<void> {
    if (visits.length === 0) return
    const released = visits.map(({ look, result }) => ({
      look,
      dueAt: result.kind === 'postponed' ? this.#lease.databaseSeconds(result.until) + 60 * Math.random() : undefined,
    }))
    await releaseLooks(this.#db.pool('ingest'), this.#lease.id, released)
    for (const { settle } of visits) settle({ outcome: 'postponed', ...NONE })
  }

  /**
   * One look per company at a time: what a visit says about the company depends on what the visits of its other looks
   * wrote before.
   */
  async #settleChanged(visits: readonly Waiting[]): Promise<void> {
    const rounds: Waiting[][] = []
    const looks = new Map<string, number>()
    for (const visit of visits) {
      const round = looks.get(visit.look.domain) ?? 0
      looks.set(visit.look.domain, round + 1)
      rounds[round] = [...(rounds[round] ?? []), visit]
    }
    for (const round of rounds) await this.#settleRound(round).catch((error) => this.#settleSingly(round, error))
  }

  /** A visit that can't be written doesn't block others. Those already written are released. */
  async #settleSingly(visits: readonly Waiting[], cause: unknown): Promise<void> {
    if (isUnavailable(cause)) throw cause
    for (const visit of visits) {
      try {
        await this.#settleRound([visit])
      } catch (error) {
        if (isUnavailable(error)) throw error
        visit.fail(error)
      }
    }
  }

  async #settleRound(visits: readonly Waiting[], attempt = 1): Promise<void> {
    const planned = await planVisits(this.#db.pool('ingest'), visits, this.#options.anyDistance)
    await this.#archive(planned.filter((visit) => visit.claims.length > 0 || isRemembered(visit)))
    for (const quiet of [true, false]) {
      let batch: PlannedVisit[] = []
      for (const visit of planned.filter((each) => each.quiet === quiet)) {
        const lines = batch.reduce((sum, each) => sum + each.lines.length, 0)
        if (batch.length > 0 && lines + visit.lines.length > MAX_LINES) {
          await this.#writeChanged(batch, quiet, attempt)
          batch = []
        }
        batch.push(visit)
      }
      if (batch.length > 0) await this.#writeChanged(batch, quiet, attempt)
    }
  }

  /** Before anything points to it. */
  async #archive(visits: readonly VisitedLook[]): Promise<void> {
    const { archive } = this.#options
    if (!archive) return
    const resting = visits.flatMap(({ result, look }) => {
      const answers = result.kind === 'snapshot' ? result.answers : undefined
      return answers && answers.held.length > 0 ? [{ answers, look }] : []
    })
    if (resting.length === 0) return
    const before = await readArchived(
      this.#db.pool('ingest'),
      resting.map(({ look }) => look),
    )
    for (const [i, { answers }] of resting.entries()) {
      const archived = before[i] ?? []
      const places = new Map(archived.flatMap(({ warc }) => (warc ? [[warc.file, warc]] : [])))
      const lasting = new Set<string>()
      for (const [file, warc] of places) if (await archive.lasts(warc)) lasting.add(file)
      answers.reuse(archived.filter(({ warc }) => warc && lasting.has(warc.file)))
    }
    await archive.keep(resting.map(({ answers }) => answers))
  }

  async #writeChanged(given: readonly PlannedVisit[], quiet: boolean, attempt: number): Promise<void> {
    const visits = [...given]
    while (visits.length > 0) {
      try {
        const lines = visits.flatMap((visit) => visit.lines)
        const finished = visits.map(finishOf)
        const { outcomes } = await writeRecords(this.#db, this.#stamper, lines, {
          quiet,
          inSameTransaction: (tx) => this.#save(tx, visits, finished),
        })
        await addMovedAliases(this.#db, this.#stamper, visits)
        let at = 0
        for (const [i, visit] of visits.entries()) {
          const own = outcomes.slice(at, at + visit.lines.length)
          at += visit.lines.length
          const dueAt = finished[i]?.failed ? finished[i].dueAt : undefined
          const isEmptied = visit.saved.emptied === true
          visit.settle({ outcome: visit.reconciled.outcome, dueAt, isEmptied, ...countsOf(visit.lines, own) })
        }
        return
      } catch (error) {
        if (error instanceof OtherState && attempt < MAX_ATTEMPTS) return await this.#settleRound(visits, attempt + 1)
        if (!(error instanceof StaleLooks)) throw error
        for (const [i, visit] of [...visits.entries()].reverse()) {
          if (error.held.has(visit.look.id)) continue
          visit.settle({ outcome: 'stale', ...NONE })
          visits.splice(i, 1)
        }
      }
    }
  }

  /** Returns the domains of the companies that are watched for the first time, or again. */
  async #save(tx: Transaction, visits: readonly PlannedVisit[], finished: readonly Finish[]): Promise<string[]> {
    const held = await finishLooks(tx, this.#lease.id, finished)
    if (held.size < visits.length) throw new StaleLooks(held)
    const planned = visits.map(({ look }) => ({ domain: look.domain, facts: look.company.written }))
    if (await haveOtherFacts(tx, planned)) throw new OtherState('another look of the company wrote its facts')
    if (!(await renameLooks(tx, visits))) throw new OtherState('the look at a former name of a board is gone')
    const saved = visits.map((visit) => ({ ...visit.saved, answer: visit.saved.answer && withMemory(visit) }))
    const ids = saved.map(({ look }) => look.id)
    await writeLooks(tx, saved)
    await writeSnapshots(tx, saved)
    await writeVisits(tx, saved)
    await writeFacts(tx, saved)
    await writeReceipts(tx, visits.flatMap(receiptOf))
    await pruneVisits(tx, ids)
    const idsOf = (look: Look, keys: Iterable<string>) =>
      [...keys].map((key) => signalId(look.collector, reportKey(look, key)))
    await markMissing(
      tx,
      visits.flatMap(({ saved: { look }, reconciled: { lost } }) =>
        idsOf(look, lost).map((id) => ({ signalId: id, look })),
      ),
    )
    await unmarkMissing(
      tx,
      visits.flatMap(({ saved: { look }, reconciled: { back, ended } }) => idsOf(look, [...back, ...ended.keys()])),
    )
    await writeLegalNames(
      tx,
      visits.flatMap(({ look: { domain }, snapshot: { legalEntities: entities } }) =>
        entities ? { domain, entities } : [],
      ),
    )
    for (const { look, snapshot } of visits) {
      if (snapshot.boards) await takeFoundBoards(tx, look.domain, snapshot.boards, this.#options.collectors)
      if (snapshot.movedTo !== undefined) await proposeDomain(tx, look.domain, snapshot.movedTo)
    }
    return visits
      .filter(({ saved: { look, at } }, i) => finished[i]?.seen && isLongUnseen(look, at))
      .map(({ look }) => look.domain)
  }
}

/** None if the visit changes no report. */
function receiptOf({ claims, result, saved: { look, at } }: PlannedVisit): NewReceipt[] {
  if (claims.length === 0 || result.kind !== 'snapshot' || !result.answers) return []
  const { collector, reportedAs, domain } = look
  const { company } = result.answers
  const visited = { collector, reportedAs, target: look.target, domain, visit: look.visits + 1, at }
  return [{ ...visited, edition: rulesEdition(), company, answers: answersOf({ result }), claims }]
}

function kindOf({ look, result, at }: VisitedLook): 'unchanged' | 'failed' | 'postponed' | 'changed' {
  if (result.kind === 'failed' || result.kind === 'postponed') return result.kind
  if (result.kind === 'same') return 'unchanged'
  const { snapshot } = result
  // An equal board may be worth watching now, if the one watched instead has stopped answering.
  if (snapshot.boards?.length) return 'changed'
  const isKnown = !look.pending && !isLongUnseen(look, at)
  const isSame = isKnown && look.recordsHash === recordsHash(snapshot)
  return isSame && snapshot.complete ? 'unchanged' : 'changed'
}

function finishOf({
  look,
  collector,
  result,
  at,
  reconciled,
}: VisitedLook & { readonly reconciled?: Reconciled }): Finish {
  const failure = failureOf(result)
  const { continues, every = collector.every } = result.kind === 'snapshot' ? result.snapshot : {}
  const usual = continues ? MIN_SECONDS_BETWEEN_VISITS : nextVisitSeconds(every, Math.random())
  const seconds = failure ? retrySeconds(collector.every, look.failures + 1, failure.retryAfter, Math.random()) : usual
  const isComplete = result.kind === 'same' || (result.kind === 'snapshot' && result.snapshot.complete)
  const seen = isComplete && reconciled?.outcome !== 'waiting'
  return { look, at, dueAt: at + seconds, seen, failed: failure !== undefined }
}

/**
 * After how many visits a differing answer with unchanged content is stored again: some differ at every visit for no
 * reason.
 */
const KEEP_EVERY = 8

/** What is worth keeping of an answer that has the records of the last one. */
function newAnswer(visit: VisitedLook) {
  const { look, result } = visit
  const answer = withMemory(visit)
  const isWorthIt = result.kind === 'snapshot' || look.visits % KEEP_EVERY === KEEP_EVERY - 1
  if (!answer || !isWorthIt || isDeepStrictEqual(answer, look.validators)) return []
  return [{ look, answer }]
}
