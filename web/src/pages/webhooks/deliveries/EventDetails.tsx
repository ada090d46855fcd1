import type { contract, ReplyOf } from '../../../contract.ts'
import { JsonBlock, TextBlock } from '../../../parts/copying/CodeBlock.tsx'
import { CopyButton } from '../../../parts/copying/CopyButton.tsx'
import layout from '../../../parts/layout.module.css'
import { Note } from '../../../parts/notes/Note.tsx'
import { Status } from '../../../parts/notes/Status.tsx'
import { Section } from '../../../parts/Section.tsx'
import typography from '../../../parts/typography.module.css'
import { Time } from '../../../parts/words/Time.tsx'
import { shownEventStateOf } from '../state-tones.ts'
import { texts } from '../texts.ts'
import { AttemptList } from './AttemptList.tsx'
import { EventActions } from './EventActions.tsx'

interface EventDetailsProps {
  readonly webhookId: string
  readonly position: string
  readonly event: ReplyOf<typeof contract.getEvent>
}

/** One event: where it stands, what can be done, what was sent and what the endpoint answered. */
export function EventDetails({ webhookId, position, event }: EventDetailsProps) {
  const { label, tone, detail } = shownEventStateOf(event)
  return (
    <>
      <div className={layout.stackTight}>
        <p>
          <Status tone={tone}>{label}</Status>{' '}
          <span className={typography.muted}>
            {detail}{' '}
            {event.nextAttemptAt &&
              (Date.parse(event.nextAttemptAt) <= Date.now()
                ? texts.event.isDue
                : texts.event.nextAttempt(<Time at={event.nextAttemptAt} />))}
          </span>
        </p>
        <EventActions webhookId={webhookId} position={position} event={event} />
      </div>
      <Section title={texts.attempts.title} lead={texts.event.attemptsLead}>
        {event.attempts.length > 0 ? <AttemptList attempts={event.attempts} /> : <Note>{texts.attempts.none}</Note>}
      </Section>
      <Section
        title={texts.event.payload}
        lead={texts.event.payloadLead}
        action={event.payload && <CopyButton text={JSON.stringify(event.payload)} name={texts.event.payload} />}
      >
        {event.payload ? (
          <JsonBlock value={event.payload} label={texts.event.payloadJson} />
        ) : (
          <Note>{texts.event.payloadGone}</Note>
        )}
      </Section>
      {event.headers.length > 0 && (
        <Section title={texts.event.headers} lead={texts.event.headersLead}>
          <TextBlock text={event.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')} />
        </Section>
      )}
    </>
  )
}
