export { declareSources } from './declare.ts'
export { listSources, noteDeliveries, type Source } from './queries.ts'
