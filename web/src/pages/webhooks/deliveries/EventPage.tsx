import { useApiQuery } from '../../../api/queries.ts'
import { contract, type ReplyOf } from '../../../contract.ts'
import { LoadError } from '../../../parts/notes/LoadError.tsx'
import { Loading } from '../../../parts/notes/Loading.tsx'
import { Page } from '../../../parts/Page.tsx'
import { SIGNAL_TYPE_NAMES } from '../../../parts/words/signal-types.ts'
import { texts } from '../texts.ts'
import { webhookPath } from '../webhook-path.ts'
import { EventDetails } from './EventDetails.tsx'

/** Whose event it is, and of which type: one that was deleted has neither. */
function eventTitle({ payload, attempts }: ReplyOf<typeof contract.getEvent>): string {
  const { name } = (payload?.company ?? {}) as { readonly name?: string }
  const type = attempts[0]?.type
  return [type && SIGNAL_TYPE_NAMES[type], name].filter(Boolean).join(': ') || texts.event.title
}

/** The same as the drawer of the log, with an address of its own. */
export function EventPage({ webhookId, position }: { webhookId: string; position: string }) {
  const { data, error, refetch } = useApiQuery(
    contract.getEvent,
    { params: { webhookId }, query: { position } },
    { refetchSeconds: 5 },
  )
  return (
    <Page
      title={data ? eventTitle(data) : texts.event.title}
      tabTitle={texts.event.tab(position)}
      back={{ href: webhookPath(webhookId, 'deliveries'), label: texts.tabs.deliveries }}
    >
      {error && !data && (
        <LoadError title={texts.event.loadError} notFound={texts.event.notFound} error={error} retry={refetch} />
      )}
      {!data && !error && <Loading height={300} radius={12} />}
      {data && <EventDetails webhookId={webhookId} position={position} event={data} />}
    </Page>
  )
}
