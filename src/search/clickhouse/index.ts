// The ClickHouse engine: for more signals than fit into the memory of one machine, and for operators who have ClickHouse
// anyway. PostgreSQL stays the truth. Start reading at layout.ts, then statements.ts (how a search is answered) and feeder.ts
// (how the tables are filled).

export { ClickHouseUnavailable } from './connection.ts'
export { ClickHouseEngine } from './engine.ts'
export { startFeeding } from './feeder.ts'
export { readFeed, requestRebuild } from './lease.ts'
export { Servers } from './shards.ts'
export { readTables } from './status.ts'
