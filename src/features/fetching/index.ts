export { openFetcher } from './fetcher.ts'
