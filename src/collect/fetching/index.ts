export { type Fetcher, type HostReport, openFetcher, type Validators } from './fetcher.ts'
export { FetcherClosed } from './fetcher-closed.ts'
export { hashInParts } from './hash-in-parts.ts'
export { isLimit } from './rules.ts'
