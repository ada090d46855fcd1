import { useApiPages } from '../../../api/paged-query.ts'
import { contract } from '../../../contract.ts'
import { Section } from '../../../parts/Section.tsx'
import { Link } from '../../../routing/Link.tsx'
import { navigate } from '../../../routing/location.ts'
import { texts } from '../texts.ts'
import { webhookPath } from '../webhook-path.ts'
import { EventTable } from './EventTable.tsx'
import { keyOfEvent } from './event-key.ts'

const MAX_EVENTS = 5

/** The newest rows of the delivery log, for the overview. Each opens there. */
export function LatestEvents({ webhookId }: { webhookId: string }) {
  const { data } = useApiPages(contract.listEvents, { params: { webhookId }, query: {} }, { refetchSeconds: 10 })
  const log = webhookPath(webhookId, 'deliveries')
  const events = data?.pages[0]?.events ?? []
  if (events.length === 0) return null
  return (
    <Section title={texts.log.latest} action={<Link href={log}>{texts.log.all}</Link>}>
      <EventTable
        events={events.slice(0, MAX_EVENTS)}
        openKey={undefined}
        onOpen={(event) => navigate(`${log}?event=${encodeURIComponent(keyOfEvent(event))}`)}
      />
    </Section>
  )
}
