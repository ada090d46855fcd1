export * from './declarations.ts'
export * from './dictionary.ts'
export * from './records.ts'
