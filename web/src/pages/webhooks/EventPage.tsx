import { useApiQuery } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { JsonBlock } from '../../parts/CodeBlock.tsx'
import { CopyButton } from '../../parts/CopyButton.tsx'
import { LoadError } from '../../parts/LoadError.tsx'
import { Loading } from '../../parts/Loading.tsx'
import { Note } from '../../parts/Note.tsx'
import { Page } from '../../parts/Page.tsx'
import { Section } from '../../parts/Section.tsx'
import { Status } from '../../parts/Status.tsx'
import { Time } from '../../parts/Time.tsx'
import typography from '../../parts/typography.module.css'
import { AttemptTable } from './AttemptTable.tsx'
import { EVENT_STATE_TONES } from './state-tones.ts'
import { texts } from './texts.ts'

export function EventPage({ webhookId, position }: { webhookId: string; position: string }) {
  const { data, error, refetch } = useApiQuery(contract.getEvent, { params: { webhookId }, query: { position } })
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
          <Section title={texts.attempts.title} lead={texts.event.attemptsLead}>
            <AttemptTable webhookId={webhookId} attempts={data.attempts} singleEvent />
          </Section>
        </>
      )}
    </Page>
  )
}
