export { readPlace } from './read-place.ts'
