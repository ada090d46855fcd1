import { useApiQuery } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { Note } from '../../parts/notes/Note.tsx'
import { SIGNAL_TYPE_NAMES } from '../../parts/words/signal-types.ts'
import { texts } from './texts.ts'

interface ReadinessProps {
  readonly query: string
  /** The name of the list that the search is limited to. */
  readonly list: string | null
}

export const useReadiness = (search: ReadinessProps) => useApiQuery(contract.readReadiness, { body: { ...search } })

/** Why no company can match yet, and for how many companies of its list the search can speak. */
export function Readiness(props: ReadinessProps) {
  const { data } = useReadiness(props)
  if (!data) return null
  const { notReady, coverage } = data
  const partial = coverage?.types.filter(({ monitored }) => monitored < coverage.companies) ?? []
  if (!notReady && partial.length === 0) return null
  return (
    <Note {...(notReady && { title: texts.ready.title })}>
      {notReady && <p>{notReady.text}</p>}
      {partial.map(({ type, monitored }) => (
        <p key={type}>{texts.ready.coverage(SIGNAL_TYPE_NAMES[type], monitored, coverage?.companies ?? 0)}</p>
      ))}
    </Note>
  )
}
