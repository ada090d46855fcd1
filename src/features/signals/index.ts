export * from './declarations.ts'
export * from './dictionary.ts'
