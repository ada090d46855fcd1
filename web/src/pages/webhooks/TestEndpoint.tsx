import { Button } from '@mantine/core'
import { useApiMutation } from '../../api/queries.ts'
import { contract, type ReplyOf, type WebhookReply } from '../../contract.ts'
import { TextBlock } from '../../parts/CodeBlock.tsx'
import { classes } from '../../parts/class-names.ts'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import layout from '../../parts/layout.module.css'
import { Section } from '../../parts/Section.tsx'
import { Status } from '../../parts/Status.tsx'
import { SIGNAL_TYPE_NAMES } from '../../parts/signal-types.ts'
import typography from '../../parts/typography.module.css'
import { useCan } from '../../session.ts'
import { texts } from './texts.ts'

export function TestEndpoint({ webhook }: { webhook: WebhookReply }) {
  const can = useCan()
  const test = useApiMutation(contract.testWebhook, { invalidates: ['listAttempts', 'listAudit'] })
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
      {test.data && <TestResult result={test.data} />}
    </Section>
  )
}

function TestResult({ result }: { result: ReplyOf<typeof contract.testWebhook> }) {
  const { succeeded, status, milliseconds, diagnosis, excerpt, eventId } = result
  return (
    <div className={classes(layout.panel, layout.padded, layout.stack)} role="status">
      <div>
        <Status tone={succeeded ? 'success' : 'danger'}>
          {succeeded ? texts.test.delivered : texts.test.notDelivered}
        </Status>{' '}
        <span className={classes(typography.muted, typography.tabular)}>
          {status === null ? texts.test.noResponse : texts.test.status(status)} · {texts.milliseconds(milliseconds)}
        </span>
      </div>
      <p>{diagnosis}</p>
      {excerpt && (
        <div>
          <div className={classes(typography.small, typography.muted)}>{texts.test.responseBody}</div>
          <TextBlock text={excerpt} />
        </div>
      )}
      <div className={classes(typography.small, typography.muted)}>
        {texts.test.event} <code className={typography.breakWord}>{eventId}</code>
      </div>
    </div>
  )
}
