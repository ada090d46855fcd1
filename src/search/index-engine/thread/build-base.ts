import { Worker } from 'node:worker_threads'
import { IndexTooLarge } from '../layout/memory.ts'
import {
  type BuilderFailure,
  type BuilderProgress,
  type BuilderReply,
  type BuilderTask,
  type ShardOptions,
  YOUNG_GENERATION_MB,
} from './messages.ts'

/** A builder's heap has the texts and, while loading, the numbers of tuples; rows are outside it. */
const MAX_HEAP_MB = 16_384

/** Builds a base in a thread of its own. Throws IndexTooLarge if it doesn't fit. */
export function buildBase(
  options: ShardOptions,
  from?: BuilderTask['from'],
  onLoaded: (signals: number) => void = () => {},
): Promise<BuilderReply> {
  const { promise, resolve, reject } = Promise.withResolvers<BuilderReply>()
  const worker = new Worker(new URL(options.builder ?? './builder-thread.ts', import.meta.url), {
    workerData: { ...options, ...(from && { from }) } satisfies BuilderTask,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  })
  worker.on('message', (reply: BuilderReply | BuilderFailure | BuilderProgress) => {
    if ('loaded' in reply) onLoaded(reply.loaded)
    else if (!('failed' in reply)) resolve(reply)
    else reject(reply.isTooLarge ? new DoesNotFit(reply.failed) : new Error(reply.failed))
  })
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('the builder thread ended without a result')))
  return promise
}

/** The builder thread's message for IndexTooLarge. */
export class DoesNotFit extends IndexTooLarge {
  constructor(message: string) {
    super(0)
    this.message = message
  }
}
