export type { DestinationOptions } from './destination.ts'
export {
  changeSearch,
  createSearch,
  pauseSearch,
  removeSearch,
  resumeSearch,
  type SearchRequest,
} from './saved-searches.ts'
export { Watcher } from './watcher.ts'
