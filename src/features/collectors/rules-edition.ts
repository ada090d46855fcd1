import { hashOfSources } from '../../platform/hash-of-sources.ts'
import { toolFingerprint } from '../tools/index.ts'

/** The sources of everything that makes a snapshot of an answer. */
const FOLDERS = [
  ...['collectors', 'companies', 'descriptions', 'places', 'titles'].map((feature) => `features/${feature}`),
  'platform',
]

let sources: string | undefined

/** The same in all processes that read an answer alike: with the same code and the same catalogue of tools. */
export function rulesEdition(): string {
  sources ??= hashOfSources(FOLDERS).slice(0, 12)
  return `${sources}${toolFingerprint()}`
}
