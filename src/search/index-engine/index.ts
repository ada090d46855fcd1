// The index engine: everything that can be searched, in one shared memory per node, as columns.
//
// Its folders are layers. A file imports from its own folder and from the folders before it in this list, never from
// one after it; folders.test.ts checks that.
//
//   layout   What is stored and how: columns, memory, the dictionary of values, snapshots, the constants of the kernel.
//   kernel   The loops over many rows or companies, in AssemblyScript.
//   build    How an index is built and changed: load, build, merge, apply events of the log.
//   query    How a search is answered: prepare clauses, choose access paths, evaluate bitsets, pick a page.
//   thread   Where it runs: the handle in the main thread, the search thread, the threads of further shards, the builder
//            threads, their messages.

export { changedCompanies } from './build/changes.ts'
export { type Checkpoint, checkpointOf, isCheckpointValid, readCheckpoint } from './layout/checkpoint.ts'
export { askForHead, hasContact, isReset, type LogContact, monotonicMs, NO_CONTACT } from './thread/freshness.ts'
export { IndexEngine, IndexUnavailable, notReadyText } from './thread/index-engine.ts'
export type { IndexStatus, Room, ShardState } from './thread/messages.ts'
