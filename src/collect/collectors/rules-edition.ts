import { toolFingerprint } from '../../meaning/tools/index.ts'
import { hashOfSources } from '../../platform/hash-of-sources.ts'

/** The sources of everything that makes a snapshot of an answer. */
const FOLDERS = [
  'collect/collectors',
  ...['companies', 'descriptions', 'places', 'titles'].map((feature) => `meaning/${feature}`),
  'platform',
]

let sources: string | undefined

/** The same in all processes that read an answer alike: with the same code and the same catalogue of tools. */
export function rulesEdition(): string {
  sources ??= hashOfSources(FOLDERS).slice(0, 12)
  return `${sources}${toolFingerprint()}`
}
