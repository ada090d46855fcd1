// The process that reads the answers of websites and boards. It opens no connection and writes nothing: pages, feeds
// and DNS records come from the process that started it, and snapshots go back. If an answer causes an endless loop or
// takes too much memory, this process can be killed at any time, and the other one continues.

import { Worker } from 'node:worker_threads'
import { loadToolList } from '../../../meaning/tools/index.ts'
import { type Snapshot, VisitFailure } from '../../collectors/index.ts'
import { askingBy } from './asking-by.ts'
import { MAX_SIGNALS } from './limits.ts'
import { type Call, type CallResult, failureFrom, type Order, type Report, sentFailure } from './messages.ts'

const { collectorNamed }: Pick<typeof import('../../collectors/index.ts'), 'collectorNamed'> = await import(
  process.argv[2] ?? ''
)

/** So that the other process, which also serves requests, receives a large snapshot in small pieces. */
const SIGNALS_AT_ONCE = 250

type OpenCall = Pick<PromiseWithResolvers<CallResult>, 'resolve' | 'reject'>

/** By visit, then by call. */
const calls = new Map<number, Map<number, OpenCall>>()
let nextCall = 0

function report(message: Report): void {
  process.send?.(message)
}

function call(visit: number, asked: Call): Promise<CallResult> {
  const open = calls.get(visit)
  if (!open) return new Promise(() => {})
  const { promise, ...settle } = Promise.withResolvers<CallResult>()
  const id = nextCall++
  open.set(id, settle)
  report({ kind: 'call', visit, call: id, asked })
  return promise
}

async function visit({ visit: id, collector: name, target, context }: Order & { kind: 'visit' }): Promise<void> {
  calls.set(id, new Map())
  try {
    const collector = collectorNamed(name)
    if (!collector) throw new Error(`there is no collector ${name}`)
    const snapshot = await collector.visit(target, {
      ...context,
      ...askingBy(async (asked) => withBuffer(await call(id, asked))),
    })
    if (calls.has(id)) send(id, snapshot)
  } catch (error) {
    if (!calls.has(id)) return
    if (error instanceof VisitFailure) report({ kind: 'failure', visit: id, failure: sentFailure(error) })
    else report({ kind: 'error', visit: id, message: error instanceof Error ? error.message : String(error) })
  } finally {
    calls.delete(id)
  }
}

/** The channel doesn't always deliver bytes as a Buffer. */
function withBuffer(result: CallResult): CallResult {
  if (!('bytes' in result)) return result
  const { buffer, byteOffset, length } = result.bytes
  return { ...result, bytes: Buffer.from(buffer, byteOffset, length) }
}

function send(visit: number, { failure, ...snapshot }: Snapshot): void {
  const boards = snapshot.read ?? []
  for (const { signals } of [snapshot, ...boards.map((board) => board.snapshot)]) {
    if (signals.length <= MAX_SIGNALS) continue
    throw new VisitFailure('too_large', `It shows ${signals.length} signals; the maximum is ${MAX_SIGNALS}.`)
  }
  sendSignals(visit, snapshot)
  for (const [board, { snapshot: read }] of boards.entries()) sendSignals(visit, read, board)
  report({
    kind: 'snapshot',
    visit,
    snapshot: {
      ...snapshot,
      signals: [],
      ...(snapshot.read && {
        read: boards.map((board) => ({ ...board, snapshot: { ...board.snapshot, signals: [] } })),
      }),
      ...(failure && { failure: sentFailure(failure) }),
    },
  })
}

function sendSignals(visit: number, { signals }: Snapshot, board?: number): void {
  for (let at = 0; at < signals.length; at += SIGNALS_AT_ONCE) {
    const some = signals.slice(at, at + SIGNALS_AT_ONCE)
    report({ kind: 'signals', visit, signals: some, ...(board !== undefined && { board }) })
  }
}

function take(order: Order): void {
  switch (order.kind) {
    case 'visit':
      if (order.tools !== undefined) loadToolList(order.tools ?? undefined)
      void visit(order)
      break
    case 'result':
      takeCall(order)?.resolve(order.result)
      break
    case 'refusal':
      takeCall(order)?.reject(failureFrom(order.failure))
      break
    case 'drop':
      calls.delete(order.visit)
  }
}

function takeCall({ visit: id, call: nth }: { readonly visit: number; readonly call: number }): OpenCall | undefined {
  const open = calls.get(id)
  const found = open?.get(nth)
  open?.delete(nth)
  return found
}

process.on('message', (order: Order) => {
  take(order)
  // Collectors await only calls. So an order is fully processed before the event loop turns.
  setImmediate(() => report({ kind: 'idle' }))
})
process.on('disconnect', () => process.exit())
// Ctrl-C reaches every process of a terminal. The parent process finishes its visits first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

// A process that is killed can't end its reader, and a reader in an endless loop doesn't notice that its channel is closed.
const WATCH = `const parent = ${process.ppid}
  setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL') }, 1000)`
new Worker(WATCH, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref()

report({ kind: 'idle' })
