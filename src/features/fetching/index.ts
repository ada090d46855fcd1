export { type AskOptions, type Fetcher, type HostReport, openFetcher, type Validators } from './fetcher.ts'
