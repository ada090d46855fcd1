// The search thread of an index without a database: the same shards, turns and merging as in the service, and changes that
// are generated instead of read from the log.

import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Search } from '../../src/search/index.ts'
import { ChangeGate } from '../../src/search/index-engine/build/change-gate.ts'
import type { ChangeStep } from '../../src/search/index-engine/build/changes.ts'
import { type Answer, answerSteps, estimateRequest } from '../../src/search/index-engine/thread/answer-steps.ts'
import { distributedSearch } from '../../src/search/index-engine/thread/distributed-search.ts'
import type { IndexRequest } from '../../src/search/index-engine/thread/messages.ts'
import { Shards } from '../../src/search/index-engine/thread/shards.ts'
import { type StartedSearch, Turns } from '../../src/search/index-engine/thread/turns.ts'
import { incomingSignal } from './incoming-signals.ts'

export interface IndexWorldData {
  readonly shards: number
  readonly companies: number
}

export type IndexWorldRequest =
  | { readonly want: 'open' }
  | { readonly want: 'page'; readonly search: Search }
  | { readonly want: 'write'; readonly rate: number; readonly seconds: number }

export type IndexWorldMessage = { readonly id: number } & ({ readonly value: unknown } | { readonly failure: string })

const SLICES_PER_SECOND = 20
const NO_CHECKPOINT = { position: 0, event: '' }

const { shards: count, companies } = workerData as IndexWorldData
if (!parentPort) throw new Error('this is not a thread')
const port = parentPort
const shards = new Shards(
  {
    ...{ direct: {}, file: undefined, maxBytes: 2 ** 40 },
    builder: new URL('./index-world-builder.ts', import.meta.url).href,
  },
  count,
  (shard, reason) => {
    throw new Error(`shard ${shard} ended: ${reason}`)
  },
)
const gate = new ChangeGate()
let position = 0
const turns = new Turns<IndexRequest, Answer>({
  gate,
  estimate: startedSearch,
  answer: (id, value) => port.postMessage({ id, value } satisfies IndexWorldMessage),
  fail: (id, error) => port.postMessage({ id, failure: (error as Error).message } satisfies IndexWorldMessage),
  refuse: (id) => port.postMessage({ id, failure: 'it waited too long' } satisfies IndexWorldMessage),
})
gate.onFree = () => turns.wake()

function startedSearch(request: IndexRequest): StartedSearch<Answer> {
  if (count > 1) return distributedSearch(shards, request, () => position)
  const { active } = shards.own
  if (!active) throw new Error('the index is not open')
  return {
    ...estimateRequest(active.index, request),
    steps: (isLong) => answerSteps(shards.own.active ?? active, position, request, isLong),
  }
}

async function open() {
  const start = performance.now()
  await shards.open(() => {})
  return {
    bytes: shards.states.reduce((sum, { bytes }) => sum + bytes, 0),
    seconds: (performance.now() - start) / 1_000,
  }
}

function* newSignals(): Generator<ChangeStep> {
  for (let n = 0; ; n++) {
    const { label, type, occurredAt, confidence, status, fields, source } = incomingSignal(
      { name: 'late', companies },
      n,
    )
    const id = `${(Math.imul(n, 2_654_435_761) >>> 0).toString(16).padStart(8, '0')}-0000-9000-8000-${n.toString(16).padStart(12, '0')}`
    const signal = {
      id,
      label,
      type,
      occurredAt,
      confidence,
      status: status ?? 'active',
      fields,
      source: { name: source },
    }
    yield { position: undefined, changes: [{ kind: 'signal', ordinal: (n * 7_919) % companies, signal } as never] }
  }
}

async function write({ rate, seconds }: { rate: number; seconds: number }) {
  const signals = newSignals()
  let renewing: Promise<unknown> | undefined
  const start = performance.now()
  let changes = 0
  while (performance.now() - start < seconds * 1_000) {
    const due = Math.floor(((performance.now() - start) / 1_000) * rate) - changes
    const steps = Array.from({ length: Math.min(due, 500) }, () => signals.next().value as ChangeStep)
    changes += steps.length
    position += steps.length
    const changed = new Set(steps.flatMap((step) => step.changes.map(({ ordinal }) => ordinal)))
    await shards.change(steps, { companies: changed, position }, gate)
    gate.rest()
    const next = shards.states.findIndex(({ needsRenewal }) => needsRenewal)
    if (next !== -1 && !renewing) {
      renewing = shards.renew(next, NO_CHECKPOINT).finally(() => {
        renewing = undefined
      })
    }
    await sleep(1_000 / SLICES_PER_SECOND)
  }
  await renewing
  return { changes, renewals: shards.renewals.reduce((sum, each) => sum + each, 0) }
}

port.on('message', async ({ id, ...request }: IndexWorldRequest & { id: number }) => {
  if (request.want === 'page') {
    turns.add({ id, team: '' }, { id, team: '', ...request })
    return
  }
  try {
    const value = request.want === 'open' ? await open() : await write(request)
    port.postMessage({ id, value } satisfies IndexWorldMessage)
  } catch (error) {
    port.postMessage({ id, failure: (error as Error).message } satisfies IndexWorldMessage)
  }
})
