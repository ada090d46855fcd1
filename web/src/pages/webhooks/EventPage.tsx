import { useApiQuery } from '../../api/queries.ts'
import { contract, type EVENT_STATES } from '../../contract.ts'
import { JsonBlock } from '../../parts/CodeBlock.tsx'
import { CopyButton } from '../../parts/CopyButton.tsx'
import { Loading } from '../../parts/Loading.tsx'
import { Note } from '../../parts/Note.tsx'
import { Page } from '../../parts/Page.tsx'
import { Section } from '../../parts/Section.tsx'
import { Status, type Tone } from '../../parts/Status.tsx'
import { Time } from '../../parts/Time.tsx'
import typography from '../../parts/typography.module.css'
import { AttemptTable } from './AttemptTable.tsx'
import { WebhooksError } from './WebhooksError.tsx'

type EventState = (typeof EVENT_STATES)[number]

const WORDS: Readonly<Record<EventState, readonly [Tone, string, string]>> = {
  delivered: ['success', 'Delivered', 'Your endpoint took it.'],
  waiting: ['warning', 'Waiting', 'It is sent when its turn comes.'],
  exhausted: ['danger', 'Given up', 'Every attempt failed. Once your endpoint is well, ask support to replay it.'],
  unknown: [
    'off',
    'Not for this webhook',
    'Its type was not subscribed to when it was found, or the webhook was not there yet.',
  ],
}

export function EventPage({ webhookId, position }: { webhookId: string; position: string }) {
  const { data, error, refetch } = useApiQuery(contract.getEvent, { params: { webhookId }, query: { position } })
  return (
    <Page title="Event" tabTitle={`Event ${position}`} back={{ href: `/webhooks/${webhookId}`, label: 'Webhook' }}>
      {error && !data && <WebhooksError title="The event cannot be shown" error={error} retry={refetch} />}
      {!data && !error && <Loading height={300} radius={12} />}
      {data && (
        <>
          <p>
            <Status tone={WORDS[data.state][0]}>{WORDS[data.state][1]}</Status>{' '}
            <span className={typography.muted}>
              {WORDS[data.state][2]}
              {data.nextAttemptAt && (
                <>
                  {' '}
                  Next attempt <Time at={data.nextAttemptAt} />.
                </>
              )}
            </span>
          </p>
          <Section
            title="Payload"
            lead="Exactly what is sent as the body."
            action={data.payload && <CopyButton text={JSON.stringify(data.payload)} name="Payload" />}
          >
            {data.payload ? (
              <JsonBlock value={data.payload} label="Payload" />
            ) : (
              <Note>
                The event is older than the log, which keeps 30 days. The signal itself is in the company’s dossier.
              </Note>
            )}
          </Section>
          <Section title="Attempts" lead="The newest first, at most 50.">
            <AttemptTable webhookId={webhookId} attempts={data.attempts} ofOneEvent />
          </Section>
        </>
      )}
    </Page>
  )
}
