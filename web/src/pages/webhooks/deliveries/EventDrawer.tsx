import { Drawer } from '@mantine/core'
import { useApiQuery } from '../../../api/queries.ts'
import { contract, type DeliveryEventReply } from '../../../contract.ts'
import { useFocusRowAfter } from '../../../keyboard/use-row-keys.ts'
import { classes } from '../../../parts/class-names.ts'
import layout from '../../../parts/layout.module.css'
import { LoadError } from '../../../parts/notes/LoadError.tsx'
import { Loading } from '../../../parts/notes/Loading.tsx'
import { Note } from '../../../parts/notes/Note.tsx'
import { Section } from '../../../parts/Section.tsx'
import typography from '../../../parts/typography.module.css'
import { TypeMark } from '../../../parts/words/TypeMark.tsx'
import { Words } from '../../../parts/words/Words.tsx'
import { Link } from '../../../routing/Link.tsx'
import { texts } from '../texts.ts'
import { AttemptList } from './AttemptList.tsx'
import { EventDetails } from './EventDetails.tsx'
import { testTimeOf } from './event-key.ts'

interface EventDrawerProps {
  readonly webhookId: string
  readonly eventKey: string
  /** Undefined: it isn't among the events that are loaded. */
  readonly listed: DeliveryEventReply | undefined
  readonly onClose: () => void
}

/** The open event, over the log. Closed, the focus is on its row again. */
export function EventDrawer({ webhookId, eventKey, listed, onClose }: EventDrawerProps) {
  const testedAt = testTimeOf(eventKey)
  useFocusRowAfter(eventKey)
  const name = testedAt ? texts.log.testEvent : (listed?.company?.name ?? texts.event.title)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={620}
      title={
        <span className={typography.strong}>
          <bdi>
            <Words text={name} />
          </bdi>
        </span>
      }
      closeButtonProps={{ 'aria-label': texts.event.close }}
      transitionProps={{ duration: 0 }}
      returnFocus={false}
    >
      <div className={layout.stack}>
        {listed && <EventFacts event={listed} />}
        {testedAt ? (
          <TestDetails webhookId={webhookId} at={testedAt} />
        ) : (
          <LoggedDetails webhookId={webhookId} position={eventKey} />
        )}
      </div>
    </Drawer>
  )
}

function EventFacts({ event: { type, company, eventId } }: { event: DeliveryEventReply }) {
  return (
    <div className={layout.stackTight}>
      <div className={classes(layout.row, typography.small)}>
        {type && <TypeMark type={type} />}
        {company && (
          <span className={typography.muted}>
            <Words text={company.domain} />
          </span>
        )}
      </div>
      {eventId && <code className={classes(typography.muted, typography.breakWord)}>{eventId}</code>}
    </div>
  )
}

function LoggedDetails({ webhookId, position }: { webhookId: string; position: string }) {
  const { data, error, refetch } = useApiQuery(
    contract.getEvent,
    { params: { webhookId }, query: { position } },
    { refetchSeconds: 5 },
  )
  if (error && !data) {
    return <LoadError title={texts.event.loadError} notFound={texts.event.notFound} error={error} retry={refetch} />
  }
  if (!data) return <Loading height={300} radius={12} />
  return (
    <>
      <EventDetails webhookId={webhookId} position={position} event={data} />
      <p className={typography.small}>
        <Link href={`/webhooks/${webhookId}/events/${position}`}>{texts.event.openPage}</Link>
      </p>
    </>
  )
}

/** A test event isn't in the log of events. What was sent is the example of its type. */
function TestDetails({ webhookId, at }: { webhookId: string; at: string }) {
  const { data, error, refetch } = useApiQuery(contract.listAttempts, {
    params: { webhookId },
    query: { since: at, until: new Date(Date.parse(at) + 1).toISOString() },
  })
  if (error && !data) {
    return <LoadError title={texts.event.loadError} notFound={texts.event.notFound} error={error} retry={refetch} />
  }
  if (!data) return <Loading height={120} radius={12} />
  const tests = data.attempts.filter(({ lane }) => lane === 'test')
  return (
    <Section title={texts.attempts.title} lead={texts.event.testLead}>
      {tests.length > 0 ? <AttemptList attempts={tests} /> : <Note>{texts.event.testGone}</Note>}
    </Section>
  )
}
