// Visits run in a process of their own, the reader: its code parses the answers of websites and boards, this process
// never does. So no answer can block or end a process that serves requests. The reader is started when it is needed.
//
// It gets one order at a time: "begin this visit", "here is the answer that this visit waits for". While it works on an
// order, its visit is the one that takes the time and the memory. If it takes too much, the reader is killed, and that
// visit fails. The others that it was reading restart in the next reader.

import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { ownToolList, toolEdition } from '../../../meaning/tools/index.ts'
import { reasonOf } from '../../../platform/app-error.ts'
import {
  type CollectedSignal,
  type Collector,
  collectorNamed,
  type Snapshot,
  VisitFailure,
} from '../../collectors/index.ts'
import { MAX_READING_MS, MAX_STEP_MS, READER_HEAP_MB } from './limits.ts'
import {
  type Call,
  type CallResult,
  failureFrom,
  type Order,
  type Report,
  type SentContext,
  sentFailure,
} from './messages.ts'

/** The reader ended because of another visit, or could not start. */
export class ReaderEnded extends Error {}

export interface ReadVisit {
  readonly collector: string
  readonly target: string
  readonly context: SentContext
  /** Requests a page or DNS records. Any error but a VisitFailure ends the visit with that error. */
  readonly call: (call: Call) => Promise<CallResult>
  /** Aborts the visit with its reason. */
  readonly signal: AbortSignal
}

/** Only tests have others. */
export interface ReaderOptions {
  /** The module that has the function `collectorNamed`. */
  readonly collectors: URL
  readonly knows: (collector: Collector) => boolean
  readonly stepMs: number
  readonly readingMs: number
  readonly heapMb: number
}

interface OpenVisit extends ReadVisit {
  readonly resolve: (snapshot: Snapshot) => void
  readonly reject: (error: unknown) => void
  readonly signals: CollectedSignal[]
  /** Of the boards that were read for it. */
  readonly boards: Map<number, CollectedSignal[]>
  readMs: number
}

const ENTRY = fileURLToPath(new URL('reader-process.ts', import.meta.url))
const START_MS = 60_000
/** A reader without visits only takes memory. */
const IDLE_MS = 60_000
const MAX_STDERR = 2_000
const OPTIONS: ReaderOptions = {
  collectors: new URL('../../collectors/index.ts', import.meta.url),
  knows: (collector) => collectorNamed(collector.name) === collector,
  stepMs: MAX_STEP_MS,
  readingMs: MAX_READING_MS,
  heapMb: READER_HEAP_MB,
}

export class Readers {
  readonly #options: ReaderOptions
  readonly #visits = new Map<number, OpenVisit>()
  #queue: Order[] = []
  #reader: ChildProcess | undefined
  /** What the reader is working on. `start`: it is starting. */
  #current: { readonly order: Order | 'start'; readonly sinceMs: number } | undefined
  #deadline: NodeJS.Timeout | undefined
  #idle: NodeJS.Timeout | undefined
  #isOverdue = false
  #stderr = ''
  /** The edition of the catalogue of tools that the reader has. */
  #tools = 0
  #nextVisit = 1

  constructor(options: Partial<ReaderOptions> = {}) {
    this.#options = { ...OPTIONS, ...options }
  }

  /** Whether the reader has this collector. */
  knows(collector: Collector): boolean {
    return this.#options.knows(collector)
  }

  /** Throws a VisitFailure, ReaderEnded, what `call` threw, or the reason of the signal. */
  visit(visit: ReadVisit): Promise<Snapshot> {
    const { collector, target, context, signal } = visit
    signal.throwIfAborted()
    const id = this.#nextVisit++
    const { promise, resolve, reject } = Promise.withResolvers<Snapshot>()
    const stop = () => {
      this.#end(id)?.reject(signal.reason)
      this.#order({ kind: 'drop', visit: id })
    }
    signal.addEventListener('abort', stop)
    this.#visits.set(id, { ...visit, resolve, reject, signals: [], boards: new Map(), readMs: 0 })
    this.#order({ kind: 'visit', visit: id, collector, target, context })
    return promise.finally(() => signal.removeEventListener('abort', stop))
  }

  /** For tests: the process, if there is one. */
  get pid(): number | undefined {
    return this.#reader?.pid
  }

  #order(order: Order): void {
    this.#queue.push(order)
    this.#next()
  }

  #next(): void {
    if (this.#current) return
    const order = this.#queue.find(({ kind, visit }) => kind === 'drop' || this.#visits.has(visit))
    if (!order) {
      this.#queue = []
      this.#rest()
      return
    }
    if (!this.#reader) {
      if (order.kind !== 'drop') this.#start()
      else this.#queue = []
      return
    }
    this.#queue = this.#queue.slice(this.#queue.indexOf(order) + 1)
    clearTimeout(this.#idle)
    keepAlive(this.#reader, true)
    const { stepMs, readingMs } = this.#options
    const { readMs = 0 } = this.#visits.get(order.visit) ?? {}
    this.#work(order, Math.min(stepMs, readingMs - readMs))
    this.#reader.send(order.kind === 'visit' ? { ...order, ...this.#newTools() } : order, () => {})
  }

  #work(order: Order | 'start', withinMs: number): void {
    this.#current = { order, sinceMs: performance.now() }
    this.#deadline = setTimeout(() => {
      this.#isOverdue = true
      this.#reader?.kill('SIGKILL')
    }, withinMs)
  }

  #newTools(): Pick<Order & { kind: 'visit' }, 'tools'> {
    if (this.#tools === toolEdition()) return {}
    this.#tools = toolEdition()
    return { tools: ownToolList() ?? null }
  }

  #start(): void {
    this.#isOverdue = false
    this.#stderr = ''
    this.#tools = 0
    // It needs no setting of this process, so it knows no password and no key.
    const { NODE_COMPILE_CACHE, PATH } = process.env
    const reader = fork(ENTRY, [this.#options.collectors.href], {
      env: { ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...(PATH && { PATH }) },
      execArgv: [`--max-old-space-size=${this.#options.heapMb}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#reader = reader
    this.#work('start', START_MS)
    reader.on('message', (report) => {
      if (this.#reader === reader) this.#receive(report as Report)
    })
    reader.stderr?.on('data', (chunk) => {
      this.#stderr = `${this.#stderr}${chunk}`.slice(-MAX_STDERR)
    })
    reader.on('error', (error) => this.#lose(reader, reasonOf(error)))
    reader.on('close', (code, killedBy) => this.#lose(reader, killedBy ?? `exit code ${code}`))
    endWithProcess(reader)
  }

  #receive(report: Report): void {
    if (report.kind === 'idle') {
      const { order, sinceMs = 0 } = this.#current ?? {}
      const visit = order && order !== 'start' ? this.#visits.get(order.visit) : undefined
      if (visit) visit.readMs += performance.now() - sinceMs
      clearTimeout(this.#deadline)
      this.#current = undefined
      this.#next()
      return
    }
    const { visit: id } = report
    const visit = this.#visits.get(id)
    if (!visit) return
    switch (report.kind) {
      case 'call':
        void this.#call(id, visit, report.call, report.asked)
        break
      case 'signals': {
        const { board, signals } = report
        const list = board === undefined ? visit.signals : (visit.boards.get(board) ?? [])
        list.push(...signals)
        if (board !== undefined) visit.boards.set(board, list)
        break
      }
      case 'snapshot': {
        const { failure, read, ...snapshot } = report.snapshot
        const signalsOf = (nth: number) => visit.boards.get(nth) ?? []
        this.#end(id)?.resolve({
          ...snapshot,
          signals: visit.signals,
          ...(read && {
            read: read.map((each, nth) => ({ ...each, snapshot: { ...each.snapshot, signals: signalsOf(nth) } })),
          }),
          ...(failure && { failure: failureFrom(failure) }),
        })
        break
      }
      case 'failure':
        this.#end(id)?.reject(failureFrom(report.failure))
        break
      default:
        this.#end(id)?.reject(new Error(report.message))
    }
  }

  async #call(id: number, visit: OpenVisit, call: number, asked: Call): Promise<void> {
    try {
      const result = await visit.call(asked)
      if (this.#visits.has(id)) this.#order({ kind: 'result', visit: id, call, result })
    } catch (error) {
      if (!this.#visits.has(id)) return
      if (error instanceof VisitFailure) {
        this.#order({ kind: 'refusal', visit: id, call, failure: sentFailure(error) })
      } else {
        this.#end(id)?.reject(error)
        this.#order({ kind: 'drop', visit: id })
      }
    }
  }

  #end(id: number): OpenVisit | undefined {
    const visit = this.#visits.get(id)
    this.#visits.delete(id)
    if (!this.#current) this.#rest()
    return visit
  }

  /** The visit that it was working on has failed. The others are restarted. */
  #lose(reader: ChildProcess, how: string): void {
    if (this.#reader !== reader) return
    const { order } = this.#current ?? {}
    clearTimeout(this.#deadline)
    clearTimeout(this.#idle)
    this.#reader = undefined
    this.#current = undefined
    this.#queue = []
    if (order !== undefined && order !== 'start') this.#end(order.visit)?.reject(this.#failure(how))
    for (const id of [...this.#visits.keys()])
      this.#end(id)?.reject(new ReaderEnded(`The process that reads answers ended (${how}).`))
  }

  #failure(how: string): VisitFailure {
    const { stepMs, readingMs, heapMb } = this.#options
    if (this.#isOverdue) {
      const limits = `${stepMs / 1_000} s for one answer, or ${readingMs / 1_000} s for all`
      return new VisitFailure('unreadable', `Reading it took longer than ${limits}.`)
    }
    if (/out of memory|allocation failed/i.test(this.#stderr))
      return new VisitFailure('unreadable', `Reading it took more than ${heapMb} MB of memory.`)
    return new VisitFailure('unreadable', `The process that read it ended (${how}).`)
  }

  /** An idle reader doesn't keep the process alive, and ends after a while. */
  #rest(): void {
    const reader = this.#reader
    if (!reader) return
    keepAlive(reader, this.#visits.size > 0)
    clearTimeout(this.#idle)
    if (this.#visits.size > 0) return
    this.#idle = setTimeout(() => {
      this.#reader = undefined
      reader.kill('SIGKILL')
    }, IDLE_MS).unref()
  }
}

function keepAlive(reader: ChildProcess, alive: boolean): void {
  for (const handle of [reader, reader.channel, reader.stderr as Socket | null]) {
    if (alive) handle?.ref()
    else handle?.unref()
  }
}

function endWithProcess(reader: ChildProcess): void {
  const end = () => reader.kill('SIGKILL')
  process.once('exit', end)
  reader.once('close', () => process.off('exit', end))
}

/** One reader for all nodes of this process. */
export const readers = new Readers()
