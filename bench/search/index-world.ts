// The index alone, without a database: shards are built from the generated world, and indexes of different numbers of
// shards are compared on the same searches, interleaved. Then sixteen callers search each, and finally the last one is
// searched while signals are changed and shards renewed.

import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { parseSignalQuery } from '../../src/query/index.ts'
import type { Search, SearchResult } from '../../src/search/index.ts'
import { median, percentile, table } from '../report.ts'
import type { IndexWorldData, IndexWorldMessage, IndexWorldRequest } from './index-world-thread.ts'
import { type BenchSearch, CLASSES } from './query-classes.ts'
import { AS_OF, type Size } from './world.ts'

interface IndexWorldOptions {
  readonly size: Size
  /** The numbers of shards that are compared. */
  readonly shards: readonly number[]
  /** For each class and each index. */
  readonly budgetMs: number
}

const COMPANY_BYTES = 149
const CALLERS = 16
const CALLER_ROUNDS = 3
const CALLER_MS = 3_000
const WRITES = { rate: 2_000, seconds: 60 }

class WorldIndex {
  readonly shards: number
  readonly #thread: Worker
  readonly #pending = new Map<number, (message: IndexWorldMessage) => void>()
  #nextId = 0

  constructor(size: Size, shards: number) {
    this.shards = shards
    this.#thread = new Worker(new URL('./index-world-thread.ts', import.meta.url), {
      workerData: { shards, companies: size.companies } satisfies IndexWorldData,
      env: { ...process.env, BENCH_WORLD: JSON.stringify(size) },
      resourceLimits: { maxOldGenerationSizeMb: 8_192 },
    })
    this.#thread.on('message', (message: IndexWorldMessage) => {
      this.#pending.get(message.id)?.(message)
      this.#pending.delete(message.id)
    })
    this.#thread.on('error', (error) => {
      throw error
    })
  }

  async opened(): Promise<{ readonly bytes: number; readonly seconds: number }> {
    return (await this.#ask({ want: 'open' })) as { bytes: number; seconds: number }
  }

  async page(search: Search): Promise<SearchResult> {
    return (await this.#ask({ want: 'page', search })) as SearchResult
  }

  async write(): Promise<{ readonly changes: number; readonly renewals: number }> {
    return (await this.#ask({ want: 'write', ...WRITES })) as { changes: number; renewals: number }
  }

  async close(): Promise<void> {
    const exited = once(this.#thread, 'exit')
    await this.#thread.terminate()
    await exited
  }

  async #ask(request: IndexWorldRequest): Promise<unknown> {
    const id = this.#nextId++
    const { promise, resolve } = Promise.withResolvers<IndexWorldMessage>()
    this.#pending.set(id, resolve)
    this.#thread.postMessage({ ...request, id })
    const message = await promise
    if ('failure' in message) throw new Error(message.failure)
    return message.value
  }
}

function searchOf({ query, filters = {}, sort = 'match' }: BenchSearch): Search {
  return { query: parseSignalQuery(query), filters, sort, asOf: AS_OF, offset: 0, limit: 25, explain: false }
}

const print = (line: string) => process.stdout.write(`${line}\n`)
const ms = (value: number) => value.toFixed(value < 10 ? 2 : 0)

export async function measureIndexWorld({ size, shards, budgetMs }: IndexWorldOptions): Promise<void> {
  print(
    `${size.companies.toLocaleString('en')} companies, ${size.signals.toLocaleString('en')} signals, ${availableParallelism()} cores`,
  )
  const indexes: WorldIndex[] = []
  for (const count of shards) {
    const index = new WorldIndex(size, count)
    const { bytes, seconds } = await index.opened()
    const perSignal = ((bytes - COMPANY_BYTES * size.companies) / size.signals).toFixed(1)
    print(
      `${count} shards: ${(bytes / 2 ** 20).toFixed(0)} MB, ${perSignal} bytes a signal besides ${COMPANY_BYTES} a company; generated and built in ${seconds.toFixed(0)} s`,
    )
    indexes.push(index)
  }
  await measureClasses(indexes, budgetMs)
  await measureCallers(indexes)
  await measureWrites(indexes.at(-1) as WorldIndex)
  for (const index of indexes) await index.close()
}

/** One caller; in each round one index after the other answers all variants of a class. */
async function measureClasses(indexes: readonly WorldIndex[], budgetMs: number): Promise<void> {
  const rows = [['', 'companies', ...indexes.flatMap(({ shards }) => [`${shards} p50`, 'p99']), 'ratio']]
  for (const [name, variants] of Object.entries(CLASSES)) {
    const searches = variants.map(searchOf)
    const times = indexes.map((): number[] => [])
    const pages: string[] = []
    let total = 0
    for (let round = -1, used = 0; used < budgetMs * indexes.length && round < 100; round++) {
      for (const [i, index] of indexes.entries()) {
        for (const [v, search] of searches.entries()) {
          const start = performance.now()
          const answer = await index.page(search)
          const took = performance.now() - start
          // The first round warms up.
          if (round >= 0) times[i]?.push(took)
          used += took
          if (v === 0) total = answer.total
          const page = `${answer.total} ${answer.ordinals}`
          pages[v] ??= page
          if (page !== pages[v]) throw new Error(`${index.shards} shards answer differently: ${variants[v]?.query}`)
        }
      }
    }
    const p50 = times.map(median)
    rows.push([
      ...[name, total.toLocaleString('en')],
      ...times.flatMap((list) => {
        const sorted = list.toSorted((a, b) => a - b)
        return [ms(percentile(sorted, 50)), ms(percentile(sorted, 99))]
      }),
      indexes.length > 1 ? `${((p50.at(-1) ?? 0) / (p50[0] ?? 1)).toFixed(2)} ×` : '',
    ])
    process.stderr.write(`${rows.at(-1)?.join('  ')}\n`)
  }
  print(table(rows))
}

/** Alternately, so that what else the machine does disturbs all alike. */
async function measureCallers(indexes: readonly WorldIndex[]): Promise<void> {
  const searches = Object.values(CLASSES).flatMap((variants) => variants.map(searchOf))
  const answered = indexes.map(() => 0)
  for (let round = 0; round < CALLER_ROUNDS; round++) {
    for (const [i, index] of indexes.entries()) {
      const end = performance.now() + CALLER_MS
      await Promise.all(
        Array.from({ length: CALLERS }, async (_, caller) => {
          for (let n = caller * 7; performance.now() < end; n++) {
            await index.page(searches[n % searches.length] as Search)
            answered[i] = (answered[i] ?? 0) + 1
          }
        }),
      )
    }
  }
  const seconds = (CALLER_ROUNDS * CALLER_MS) / 1_000
  const rates = indexes.map(({ shards }, i) => `${shards} shards ${((answered[i] ?? 0) / seconds).toFixed(0)}/s`)
  const ratio = indexes.length > 1 ? `, ${((answered.at(-1) ?? 0) / (answered[0] ?? 1)).toFixed(2)} ×` : ''
  print(`${CALLERS} callers, all classes: ${rates.join(', ')}${ratio}`)
}

async function measureWrites(index: WorldIndex): Promise<void> {
  const small = searchOf({ query: 'hiring(title ~ "quantum gardener")' })
  const searches = [small, ...Object.values(CLASSES).map(([first]) => searchOf(first as BenchSearch))]
  const timed = async (until: () => boolean) => {
    const [all, smalls]: [number[], number[]] = [[], []]
    for (let n = 0; !until(); n++) {
      const start = performance.now()
      await index.page(searches[n % searches.length] as Search)
      const took = performance.now() - start
      ;(n % searches.length === 0 ? smalls : all).push(took)
    }
    return {
      p99: percentile(
        all.toSorted((a, b) => a - b),
        99,
      ),
      longest: Math.max(...smalls),
    }
  }
  const end = performance.now() + 5_000
  const calm = await timed(() => performance.now() > end)
  let isWriting = true
  const writing = index.write().finally(() => {
    isWriting = false
  })
  const busy = await timed(() => !isWriting)
  const { changes, renewals } = await writing
  print(
    `${index.shards} shards with ${(changes / WRITES.seconds).toFixed(0)} changes/s and ${renewals} renewals: p99 ${ms(busy.p99)} ms, without ${ms(calm.p99)} ms; longest pause of a small search ${ms(busy.longest)} ms, without ${ms(calm.longest)} ms`,
  )
}
