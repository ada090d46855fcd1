// The main thread's handle to the index. It sends requests to the search thread and receives the replies. It can be
// used while its status is ready; otherwise the PostgreSQL engine answers.

import { Worker } from 'node:worker_threads'
import { searchBusy } from '../../../http/index.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { Query } from '../../../query/index.ts'
import type { Caller, Evidence, Search, SearchEngine, SearchResult } from '../../engine.ts'
import { FallbackLog } from '../../fallback-log.ts'
import { NO_TEAM } from '../../team-queues.ts'
import { tooExpensive } from '../../too-expensive.ts'
import type { ValueCounts } from '../../values/value-counts.ts'
import { requireKernel } from '../kernel/wasm-kernel.ts'
import { hasContact, monotonicMs, NO_CONTACT } from './freshness.ts'
import {
  type CancelRequest,
  type IndexRequest,
  type IndexStatus,
  type Message,
  type NotReadyReason,
  type ThreadOptions,
  YOUNG_GENERATION_MB,
} from './messages.ts'

interface IndexEngineOptions extends ThreadOptions {
  readonly log: Logger
}

const NOT_READY: IndexStatus = {
  isReady: false,
  reason: 'starting',
  isDisabled: false,
  position: 0,
  contact: NO_CONTACT,
  signals: 0,
  companies: 0,
  tail: 0,
  bytes: 0,
  shards: [],
}
const RESTART_MS = 1_000
const WATCH_MS = 1_000

const NOT_READY_TEXTS: Readonly<Record<NotReadyReason, string>> = {
  starting: 'the search index is being built',
  disabled: "the search index doesn't fit into its memory (SEARCH_INDEX_MB)",
  full: 'the search index has no room for new signals and is being rebuilt',
  behind: 'the search index is more than 30 s behind the log',
  no_contact: 'the search index has had no answer from the database for 5 s (DATABASE_DIRECT_URL)',
}

/** Why the index doesn't answer, and its loading progress. */
export function notReadyText({ reason, loading }: Pick<IndexStatus, 'reason' | 'loading'>): string | undefined {
  if (!reason) return undefined
  if (reason !== 'starting' || !loading) return NOT_READY_TEXTS[reason]
  const [signals, of] = [loading.signals.toLocaleString('en'), loading.of.toLocaleString('en')]
  return `${NOT_READY_TEXTS.starting}: ${signals} of about ${of} signals are loaded`
}

/** The search thread couldn't answer, or ended before it did. The caller uses the other engine. */
export class IndexUnavailable extends Error {}

interface PendingRequest extends PromiseWithResolvers<unknown> {
  /** Undefined for a request that is never too expensive. */
  readonly query: Query | undefined
}

export class IndexEngine implements SearchEngine {
  readonly name = 'index'
  readonly #options: IndexEngineOptions
  readonly #pending = new Map<number, PendingRequest>()
  #thread: Worker
  #status = NOT_READY
  #nextId = 0
  #isClosed = false
  #restartTimer: NodeJS.Timeout | undefined
  readonly #watchTimer: NodeJS.Timeout
  readonly #fallbacks: FallbackLog

  constructor(options: IndexEngineOptions) {
    requireKernel()
    this.#options = options
    this.#fallbacks = new FallbackLog(options.log, 'the search index')
    this.#thread = this.#start()
    this.#watchTimer = setInterval(() => this.#watch(), WATCH_MS).unref()
  }

  /** Computed now: an index that has lost contact with the log isn't ready, whatever its thread reported last. */
  get status(): IndexStatus {
    const status = this.#status
    if (!status.isReady || hasContact(status.contact, monotonicMs())) return status
    return { ...status, isReady: false, reason: 'no_contact' }
  }

  page(search: Search, caller?: Caller): Promise<SearchResult> {
    return this.#request('page', search, caller) as Promise<SearchResult>
  }

  evidence(search: Pick<Search, 'query' | 'filters' | 'asOf'>, caller?: Caller): Promise<Evidence> {
    return this.#request('evidence', search, caller) as Promise<Evidence>
  }

  values(): Promise<ValueCounts> {
    return this.#request('values') as Promise<ValueCounts>
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#restartTimer)
    clearInterval(this.#watchTimer)
    await this.#thread.terminate()
    this.#rejectPending()
  }

  async #request(
    want: IndexRequest['want'],
    search?: Pick<Search, 'query'>,
    { team = NO_TEAM, signal }: Partial<Caller> = {},
  ): Promise<unknown> {
    signal?.throwIfAborted()
    const id = this.#nextId++
    const answer = Promise.withResolvers<unknown>()
    this.#pending.set(id, { query: search?.query, ...answer })
    const cancel = () => {
      this.#thread.postMessage({ id, want: 'nothing' } satisfies CancelRequest)
      this.#settle(id)?.reject(signal?.reason)
    }
    signal?.addEventListener('abort', cancel)
    this.#thread.postMessage({ id, team, want, search })
    try {
      return await answer.promise
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

  #start(): Worker {
    const { log, ...options } = this.#options
    const thread = new Worker(new URL('./search-thread.ts', import.meta.url), {
      workerData: options,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    })
    thread.on('message', (message: Message) => this.#receive(message))
    thread.on('error', (error) => log.error(`the search thread failed: ${error.message}`))
    thread.on('exit', () => {
      this.#status = NOT_READY
      this.#rejectPending()
      if (this.#isClosed) return
      this.#restartTimer = setTimeout(() => {
        this.#thread = this.#start()
      }, RESTART_MS)
    })
    return thread
  }

  #watch(): void {
    const { status } = this
    this.#fallbacks.note(status.isReady, () => notReadyText({ ...status, reason: status.reason ?? 'starting' }))
  }

  #receive(message: Message): void {
    switch (message.kind) {
      case 'status':
        this.#status = message.status
        break
      case 'log':
        this.#options.log[message.level](message.text)
        break
      case 'answer':
        this.#settle(message.id)?.resolve(message.answer)
        break
      case 'too-expensive': {
        const pending = this.#settle(message.id)
        if (pending?.query) pending.reject(tooExpensive(pending.query, message.clause))
        break
      }
      case 'busy':
        this.#settle(message.id)?.reject(searchBusy(message.retryAfterSeconds))
        break
      default:
        this.#settle(message.id)?.reject(new IndexUnavailable(message.reason))
    }
  }

  #settle(id: number): PendingRequest | undefined {
    const answer = this.#pending.get(id)
    this.#pending.delete(id)
    return answer
  }

  #rejectPending(): void {
    for (const { reject } of this.#pending.values()) reject(new IndexUnavailable('the search thread ended'))
    this.#pending.clear()
  }
}
