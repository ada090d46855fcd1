export { allPlaceKeys, placeKeys } from './place-keys.ts'
export { readPlace } from './read-place.ts'
