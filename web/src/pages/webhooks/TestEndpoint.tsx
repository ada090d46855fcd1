import { Button } from '@mantine/core'
import { useApiMutation } from '../../api/queries.ts'
import { contract, type ReplyOf, type WebhookReply } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { TestResult } from '../../parts/notes/TestResult.tsx'
import { Section } from '../../parts/Section.tsx'
import typography from '../../parts/typography.module.css'
import { SIGNAL_TYPE_NAMES } from '../../parts/words/signal-types.ts'
import { useCan } from '../../session.ts'
import { texts } from './texts.ts'

export function TestEndpoint({ webhook }: { webhook: WebhookReply }) {
  const can = useCan()
  const test = useApiMutation(contract.testWebhook, {
    invalidates: ['getWebhook', 'listEvents', 'listAttempts', 'listAudit'],
  })
  if (!can('testWebhook')) return null
  const [type] = webhook.types
  return (
    <Section
      title={texts.test.title}
      lead={texts.test.lead(type && SIGNAL_TYPE_NAMES[type])}
      action={
        <Button
          variant="default"
          aria-disabled={test.isPending}
          onClick={() => !test.isPending && test.mutate({ params: { webhookId: webhook.id }, body: {} })}
        >
          {test.isPending ? texts.test.busy : texts.test.send}
        </Button>
      }
    >
      <ErrorNote error={test.error} />
      {test.data && <Outcome result={test.data} />}
    </Section>
  )
}

function Outcome({ result }: { result: ReplyOf<typeof contract.testWebhook> }) {
  const { succeeded, status, milliseconds, diagnosis, excerpt, eventId } = result
  return (
    <TestResult
      status={succeeded ? texts.test.delivered : texts.test.notDelivered}
      tone={succeeded ? 'success' : 'danger'}
      figures={`${status === null ? texts.test.noResponse : texts.test.status(status)} · ${texts.milliseconds(milliseconds)}`}
      diagnosis={diagnosis}
      answer={{ label: texts.test.responseBody, text: excerpt }}
    >
      <div className={classes(typography.small, typography.muted)}>
        {texts.test.event} <code className={typography.breakWord}>{eventId}</code>
      </div>
    </TestResult>
  )
}
