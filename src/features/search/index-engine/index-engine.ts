// The index engine as the rest of the service sees it: questions go to the thread that holds the index, answers come
// back. It can be asked while it is ready; until then, and whenever it is not, the twin answers.

import { Worker } from 'node:worker_threads'
import type { Logger } from '../../../platform/log.ts'
import type { Evidence, Found, Search, SearchEngine } from '../engine.ts'
import { YOUNG_MB } from './memory.ts'
import type { IndexStatus, Message, Question, ThreadOptions } from './search-thread.ts'

export type { IndexStatus }

export interface IndexEngineOptions extends ThreadOptions {
  readonly log: Logger
}

const NOT_READY: IndexStatus = {
  isReady: false,
  isRefused: false,
  kernel: '',
  position: 0,
  signals: 0,
  companies: 0,
  tail: 0,
  bytes: 0,
}
const RESTART_MS = 1_000

/** The thread ended under a question. It is asked again elsewhere. */
export class IndexGone extends Error {}

export class IndexEngine implements SearchEngine {
  readonly name = 'index'
  readonly #options: IndexEngineOptions
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #thread: Worker
  #status = NOT_READY
  #asked = 0
  #isClosed = false
  #restart: NodeJS.Timeout | undefined

  constructor(options: IndexEngineOptions) {
    this.#options = options
    this.#thread = this.#start()
  }

  get status(): IndexStatus {
    return this.#status
  }

  page(search: Search): Promise<Found> {
    return this.#ask('page', search) as Promise<Found>
  }

  evidence(search: Pick<Search, 'query' | 'filters' | 'asOf'>): Promise<Evidence> {
    return this.#ask('evidence', search) as Promise<Evidence>
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#restart)
    await this.#thread.terminate()
    this.#fail()
  }

  #ask(ask: Question['ask'], search: unknown): Promise<unknown> {
    const id = this.#asked++
    const reply = Promise.withResolvers<unknown>()
    this.#waiting.set(id, reply)
    this.#thread.postMessage({ id, ask, search })
    return reply.promise
  }

  #start(): Worker {
    const { log, ...options } = this.#options
    const thread = new Worker(new URL('./search-thread.ts', import.meta.url), {
      workerData: options,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    })
    thread.on('message', (message: Message) => this.#take(message))
    thread.on('error', (error) => log.error(`the search thread failed: ${error.message}`))
    thread.on('exit', () => {
      this.#status = NOT_READY
      this.#fail()
      if (this.#isClosed) return
      this.#restart = setTimeout(() => {
        this.#thread = this.#start()
      }, RESTART_MS)
    })
    return thread
  }

  #take(message: Message): void {
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
      default:
        this.#settle(message.id)?.reject(new IndexGone(message.reason))
    }
  }

  #settle(id: number): PromiseWithResolvers<unknown> | undefined {
    const reply = this.#waiting.get(id)
    this.#waiting.delete(id)
    return reply
  }

  #fail(): void {
    for (const { reject } of this.#waiting.values()) reject(new IndexGone('the search thread ended'))
    this.#waiting.clear()
  }
}
