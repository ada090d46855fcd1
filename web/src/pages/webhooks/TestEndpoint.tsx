import { Button } from '@mantine/core'
import { useAct } from '../../api/queries.ts'
import { contract, type WebhookReply } from '../../contract.ts'
import { ErrorNote } from '../../parts/Note.tsx'
import { Section } from '../../parts/Page.tsx'
import { State } from '../../parts/State.tsx'
import { useMay } from '../../session.ts'
import { milliseconds, TYPE_NAMES } from './words.ts'

export function TestEndpoint({ webhook }: { webhook: WebhookReply }) {
  const may = useMay()
  const test = useAct(contract.testWebhook, { changes: ['listAttempts', 'listAudit'] })
  if (!may('testWebhook')) return null
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
        <div className="panel pad stack" role="status">
          <div>
            <State tone={result.succeeded ? 'good' : 'bad'}>{result.succeeded ? 'Delivered' : 'Not delivered'}</State>{' '}
            <span className="quiet number">
              {result.status === null ? 'no answer' : `status ${result.status}`} · {milliseconds(result.milliseconds)}
            </span>
          </div>
          <p>{result.diagnosis}</p>
          {result.excerpt && (
            <div>
              <div className="small quiet">The beginning of the answer</div>
              <pre className="code wrap">{result.excerpt}</pre>
            </div>
          )}
          <div className="small quiet">
            Event <code className="break">{result.eventId}</code>
          </div>
        </div>
      )}
    </Section>
  )
}
