// Builds one shard of the generated world, or merges one, in a thread that ends with it.

import { parentPort, workerData } from 'node:worker_threads'
import type { SignalType } from '../../src/meaning/types/index.ts'
import { IndexBuilder } from '../../src/search/index-engine/build/index-builder.ts'
import { merge } from '../../src/search/index-engine/build/merge.ts'
import { MemoryBudget } from '../../src/search/index-engine/layout/memory-budget.ts'
import { localOrdinal, type Shard, shardOf } from '../../src/search/index-engine/layout/sharding.ts'
import type { BuilderReply, BuilderTask } from '../../src/search/index-engine/thread/messages.ts'
import { type Size, TYPES, World } from './world.ts'

const { shard, budget, from } = workerData as BuilderTask

function buildShard({ number, of }: Shard): IndexBuilder {
  const world = new World(JSON.parse(process.env.BENCH_WORLD ?? '') as Size)
  const builder = new IndexBuilder()
  for (const { ordinal, employees, stage, ...company } of world.companies()) {
    if (shardOf(ordinal, of) !== number) continue
    const facts = { employeeCount: employees, fundingStage: stage, employerKind: 'employer', looked: 0 }
    builder.addCompany({ ...company, ...facts, ordinal: localOrdinal(ordinal, of) })
  }
  for (const { n, company, type, confidence, ...signal } of world.signals()) {
    if (shardOf(company, of) !== number) continue
    const digits = (Math.imul(n, 2_654_435_761) >>> 0).toString(16).padStart(8, '0')
    builder.addSignal(localOrdinal(company, of), {
      ...signal,
      id: `${digits}-0000-8000-8000-${n.toString(16).padStart(12, '0')}`,
      type: TYPES[type] as SignalType,
      confidence: confidence / 100,
      status: 'active',
      source: { name: 'bench' },
    })
  }
  return builder
}

const builder = from ? merge(from.index) : buildShard(shard)
const room = {
  tail: Math.min(500_000, Math.max(65_536, Math.round(builder.signals * 0.03))),
  companies: Math.min(500_000, Math.max(16_384, Math.round(builder.companies * 0.05))),
}
const { memory, texts } = builder.finish(room, new MemoryBudget(budget, shard.number))
const reply: BuilderReply = {
  ...{ memory: memory.memory, sizes: memory.layout.sizes, texts },
  ...{ checkpoint: { position: 0, event: '' }, origin: from ? 'merge' : 'database' },
}
parentPort?.postMessage(reply)
