// The entry point of the thread of a further shard. It processes the search thread's messages in order: a part of a
// search has exactly the changes sent before it. Only a long part runs in steps, and parts of short searches run in
// between; no change is sent meanwhile.

import type { MessagePort } from 'node:worker_threads'
import { workerData } from 'node:worker_threads'
import { IndexFull } from '../build/live-index.ts'
import { IndexTooLarge } from '../layout/memory.ts'
import { finish, type Steps } from '../query/clauses/steps.ts'
import { TooMuchWork } from '../query/estimate-work.ts'
import { estimateRequest, type Part, partSteps } from './answer-steps.ts'
import { buffersOf } from './buffers.ts'
import type { ShardFailure, ShardOptions, ShardReply, ShardRequest } from './messages.ts'
import { ShardIndex } from './shard-index.ts'
import { MAX_SEARCH_MS, SHORT_WORK, STEP_MS } from './turns.ts'

export interface ShardThreadData {
  readonly options: ShardOptions
  readonly port: MessagePort
}

interface LongPart {
  readonly id: number
  readonly steps: Steps<Part>
  readonly overrun: (() => Error) | undefined
  ms: number
}

type PartRequest = Extract<ShardRequest, { want: 'part' }>

const { options, port } = workerData as ShardThreadData
const shard = new ShardIndex(options)
let long: LongPart | undefined
/** A change didn't fit: this shard is behind the others until one fits again. */
let isIncomplete = false

function reply(id: number, ms: number, outcome: { value: unknown } | { failure: ShardFailure }): void {
  const buffers = 'value' in outcome && outcome.value !== undefined ? buffersOf(outcome.value as object) : undefined
  port.postMessage({ id, state: shard.state, ms, ...outcome } satisfies ShardReply, buffers)
}

function failureOf(error: unknown): ShardFailure {
  if (error instanceof TooMuchWork) return { kind: 'too expensive', clause: error.clause }
  const reason = error instanceof Error ? error.message : String(error)
  if (error instanceof IndexFull) return { kind: 'full', reason }
  return { kind: error instanceof IndexTooLarge ? 'too large' : 'failed', reason }
}

async function later(id: number, work: Promise<unknown>): Promise<void> {
  try {
    reply(id, 0, { value: await work })
  } catch (error) {
    reply(id, 0, { failure: failureOf(error) })
  }
}

function change({ id, changes, recorded }: Extract<ShardRequest, { want: 'change' }>): void {
  const start = performance.now()
  try {
    if (recorded) shard.record(recorded)
    for (const each of changes) shard.change(each)
    isIncomplete = false
    reply(id, performance.now() - start, { value: undefined })
  } catch (error) {
    isIncomplete = true
    reply(id, performance.now() - start, { failure: failureOf(error) })
  }
}

function part({ id, request, isLong, range }: PartRequest): void {
  const start = performance.now()
  try {
    const { active } = shard
    if (!active || isIncomplete) throw new Error('a shard of the index is not ready')
    const { work, overrun } = estimateRequest(active.index, request)
    if (isLong) {
      long = { id, steps: partSteps(active, request, true, range), overrun, ms: performance.now() - start }
      setImmediate(stepLong)
    } else if (work > SHORT_WORK) {
      reply(id, performance.now() - start, { failure: { kind: 'long' } })
    } else {
      const value = finish(partSteps(active, request, false, range))
      reply(id, performance.now() - start, { value })
    }
  } catch (error) {
    reply(id, performance.now() - start, { failure: failureOf(error) })
  }
}

function stepLong(): void {
  if (!long) return
  const running = long
  const start = performance.now()
  try {
    let now = start
    while (now - start < STEP_MS) {
      const step = running.steps.next()
      now = performance.now()
      if (!step.done) continue
      long = undefined
      reply(running.id, running.ms + now - start, { value: step.value })
      return
    }
    running.ms += now - start
    if (running.overrun && running.ms > MAX_SEARCH_MS) throw running.overrun()
    setImmediate(stepLong)
  } catch (error) {
    long = undefined
    reply(running.id, running.ms, { failure: failureOf(error) })
  }
}

/** A short search's part has finished by then. */
function end(id: number): void {
  if (long?.id !== id) return
  const { steps, ms } = long
  long = undefined
  steps.return(undefined as never)
  reply(id, ms, { failure: { kind: 'failed', reason: 'its client is gone' } })
}

port.on('message', (request: ShardRequest) => {
  const { id, want } = request
  if (want === 'part') part(request)
  else if (want === 'change') change(request)
  else if (want === 'nothing') end(id)
  else if (want === 'renew') void later(id, shard.renew(request.checkpoint))
  else {
    shard.drop()
    const opened = shard.open((loaded) => port.postMessage({ loaded } satisfies ShardReply))
    void later(id, opened)
  }
})
