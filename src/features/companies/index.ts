export * from './declarations.ts'
