export * from './all.ts'
export * from './collector.ts'
export * from './robots-txt.ts'
export { rulesEdition } from './rules-edition.ts'
