export { type Fetcher, type HostReport, openFetcher, type Validators } from './fetcher.ts'
