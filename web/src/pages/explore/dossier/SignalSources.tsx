import type { ExploreSignalReply } from '../../../contract.ts'
import { sourceName } from '../../../parts/words/source-names.ts'
import { ExternalLink } from './ExternalLink.tsx'

/** Each source once, the most certain one first, with the URL of its first post. */
export function SignalSources({ signal: { source, sources = [] } }: { signal: ExploreSignalReply }) {
  const all = [source, ...sources]
  const distinct = all.filter(({ name }, i) => all.findIndex((each) => each.name === name) === i)
  return distinct.map(({ name, url }) => (
    <span key={name}>
      <ExternalLink url={url} text={sourceName(name)} />
    </span>
  ))
}
