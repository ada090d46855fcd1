export * from './all.ts'
export * from './collector.ts'
export { readJobPage } from './job-posting/read-page.ts'
export * from './robots-txt.ts'
