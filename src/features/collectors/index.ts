export * from './collector.ts'
export * from './robots-txt.ts'
