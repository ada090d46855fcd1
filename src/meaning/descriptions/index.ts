export { type Description, readDescriptions } from './read-descriptions.ts'
