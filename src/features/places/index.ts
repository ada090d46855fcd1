export { type Place, readPlace } from './read-place.ts'
