import { Button } from '@mantine/core'
import { useApiMutation } from '../../api/queries.ts'
import { contract, type WebhookReply } from '../../contract.ts'
import { classes } from '../../parts/classes.ts'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import layout from '../../parts/layout.module.css'
import { Section } from '../../parts/Section.tsx'
import { Status } from '../../parts/Status.tsx'
import typography from '../../parts/typography.module.css'
import { useCan } from '../../session.ts'
import { milliseconds, TYPE_NAMES } from './words.ts'

export function TestEndpoint({ webhook }: { webhook: WebhookReply }) {
  const can = useCan()
  const test = useApiMutation(contract.testWebhook, { invalidates: ['listAttempts', 'listAudit'] })
  if (!can('testWebhook')) return null
  const [first] = webhook.types
  const result = test.data
  return (
    <Section
      title="Test endpoint"
      lead={`Sends an example of ${first ? TYPE_NAMES[first] : 'a signal'} now, and shows what your endpoint answers.`}
      action={
        <Button
          variant="default"
          aria-disabled={test.isPending}
          onClick={() => !test.isPending && test.mutate({ params: { webhookId: webhook.id }, body: {} })}
        >
          {test.isPending ? 'Waiting for the answer …' : 'Send test event'}
        </Button>
      }
    >
      <ErrorNote error={test.error} />
      {result && (
        <div className={classes(layout.panel, layout.padded, layout.stack)} role="status">
          <div>
            <Status tone={result.succeeded ? 'success' : 'danger'}>
              {result.succeeded ? 'Delivered' : 'Not delivered'}
            </Status>{' '}
            <span className={classes(typography.muted, typography.tabular)}>
              {result.status === null ? 'no answer' : `status ${result.status}`} · {milliseconds(result.milliseconds)}
            </span>
          </div>
          <p>{result.diagnosis}</p>
          {result.excerpt && (
            <div>
              <div className={classes(typography.small, typography.muted)}>The beginning of the answer</div>
              <pre className="code wrap">{result.excerpt}</pre>
            </div>
          )}
          <div className={classes(typography.small, typography.muted)}>
            Event <code className={typography.breakWord}>{result.eventId}</code>
          </div>
        </div>
      )}
    </Section>
  )
}
