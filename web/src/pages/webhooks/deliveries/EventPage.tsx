import { useApiQuery } from '../../../api/queries.ts'
import { contract } from '../../../contract.ts'
import { JsonBlock, TextBlock } from '../../../parts/copying/CodeBlock.tsx'
import { CopyButton } from '../../../parts/copying/CopyButton.tsx'
import { LoadError } from '../../../parts/notes/LoadError.tsx'
import { Loading } from '../../../parts/notes/Loading.tsx'
import { Note } from '../../../parts/notes/Note.tsx'
import { Status } from '../../../parts/notes/Status.tsx'
import { Page } from '../../../parts/Page.tsx'
import { Section } from '../../../parts/Section.tsx'
import typography from '../../../parts/typography.module.css'
import { Time } from '../../../parts/words/Time.tsx'
import { EVENT_STATE_TONES } from '../state-tones.ts'
import { texts } from '../texts.ts'
import { AttemptTable } from './AttemptTable.tsx'
import { EventActions } from './EventActions.tsx'

export function EventPage({ webhookId, position }: { webhookId: string; position: string }) {
  const { data, error, refetch } = useApiQuery(
    contract.getEvent,
    { params: { webhookId }, query: { position } },
    { refetchSeconds: 5 },
  )
  return (
    <Page
      title={texts.event.title}
      tabTitle={texts.event.tab(position)}
      back={{ href: `/webhooks/${webhookId}`, label: texts.detail.title }}
    >
      {error && !data && (
        <LoadError title={texts.event.loadError} notFound={texts.event.notFound} error={error} retry={refetch} />
      )}
      {!data && !error && <Loading height={300} radius={12} />}
      {data && (
        <>
          <p>
            <Status tone={EVENT_STATE_TONES[data.state]}>{texts.event.states[data.state].label}</Status>{' '}
            <span className={typography.muted}>
              {texts.event.states[data.state].detail}{' '}
              {data.nextAttemptAt && texts.event.nextAttempt(<Time at={data.nextAttemptAt} />)}
            </span>
          </p>
          <EventActions webhookId={webhookId} position={position} event={data} />
          <Section
            title={texts.event.payload}
            lead={texts.event.payloadLead}
            action={data.payload && <CopyButton text={JSON.stringify(data.payload)} name={texts.event.payload} />}
          >
            {data.payload ? (
              <JsonBlock value={data.payload} label={texts.event.payload} />
            ) : (
              <Note>{texts.event.payloadGone}</Note>
            )}
          </Section>
          {data.headers.length > 0 && (
            <Section title={texts.event.headers} lead={texts.event.headersLead}>
              <TextBlock text={data.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')} />
            </Section>
          )}
          <Section title={texts.attempts.title} lead={texts.event.attemptsLead}>
            <AttemptTable webhookId={webhookId} attempts={data.attempts} singleEvent />
          </Section>
        </>
      )}
    </Page>
  )
}
