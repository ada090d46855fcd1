import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useAct, useAsk } from '../../api/queries.ts'
import { HourStrip } from '../../charts/HourStrip.tsx'
import { contract, type WebhookReply } from '../../contract.ts'
import { Loading } from '../../parts/Loading.tsx'
import { Note } from '../../parts/Note.tsx'
import { Page, Section } from '../../parts/Page.tsx'
import { State } from '../../parts/State.tsx'
import { useToast } from '../../parts/Toasts.tsx'
import { navigate } from '../../routing/location.ts'
import { useMay } from '../../session.ts'
import { AuthKeySection } from './AuthKeySection.tsx'
import { DeleteWebhookDialog } from './DeleteWebhookDialog.tsx'
import { DeliveryLog } from './DeliveryLog.tsx'
import { Gaps } from './Gaps.tsx'
import { TestEndpoint } from './TestEndpoint.tsx'
import { WebhookFacts } from './WebhookFacts.tsx'
import { WebhooksError } from './WebhooksError.tsx'
import { TYPE_NAMES, WEBHOOK_STATE_WORDS } from './words.ts'

export function WebhookPage({ webhookId }: { webhookId: string }) {
  const { data, error, refetch } = useAsk(contract.getWebhook, { params: { webhookId } }, { everySeconds: 10 })
  const webhook = data?.webhook
  return (
    <Page
      title={webhook?.url ?? 'Webhook'}
      tab={webhook ? `Webhook ${hostOf(webhook.url)}` : 'Webhook'}
      back={{ href: '/webhooks', label: 'Webhooks' }}
      action={webhook && <Deeds webhook={webhook} />}
    >
      {error && !data && <WebhooksError title="The webhook cannot be shown" error={error} retry={refetch} />}
      {!data && !error && <Loading height={200} radius={12} />}
      {data && webhook && (
        <>
          <Condition webhook={webhook} />
          <TestEndpoint webhook={webhook} />
          <Gaps webhook={webhook} gaps={data.gaps} />
          <DeliveryLog webhookId={webhookId} />
          <AuthKeySection webhook={webhook} />
        </>
      )}
    </Page>
  )
}

function Condition({ webhook }: { webhook: WebhookReply }) {
  const [tone, word] = WEBHOOK_STATE_WORDS[webhook.state]
  return (
    <Section title="Condition">
      <div className="panel pad stack">
        <div className="row between">
          <div>
            <State tone={tone}>{word}</State> <span className="quiet">{webhook.reason}</span>
          </div>
          <HourStrip hours={webhook.hours} />
        </div>
        <WebhookFacts webhook={webhook} />
        <div className="quiet small">Sends: {webhook.types.map((type) => TYPE_NAMES[type]).join(', ')}.</div>
        {webhook.exhausted > 0 && (
          <Note tone="watch">
            Events that were given up after the last attempt are not sent again by themselves. Once your endpoint is
            well, ask support to replay them.
          </Note>
        )}
      </div>
    </Section>
  )
}

function Deeds({ webhook }: { webhook: WebhookReply }) {
  const may = useMay()
  const toast = useToast()
  const [deleting, setDeleting] = useState(false)
  const changes = ['getWebhook', 'listWebhooks', 'listAudit'] as const
  const pause = useAct(contract.pauseWebhook, { changes })
  const resume = useAct(contract.resumeWebhook, { changes })
  const paused = webhook.state === 'paused'
  const input = { params: { webhookId: webhook.id }, body: {} }
  const tell = (done: string) => ({
    onSuccess: () => toast(done),
    onError: ({ message }: Error) => toast(message),
  })
  return (
    <Group gap={8}>
      {!paused && may('pauseWebhook') && (
        <Button
          variant="default"
          loading={pause.isPending}
          onClick={() => pause.mutate(input, tell('Paused: events wait for up to 30 days'))}
        >
          Pause
        </Button>
      )}
      {paused && may('resumeWebhook') && (
        <Button loading={resume.isPending} onClick={() => resume.mutate(input, tell('On again: what waited is sent'))}>
          Resume
        </Button>
      )}
      {may('changeWebhook') && (
        <Button variant="default" onClick={() => navigate(`/webhooks/${webhook.id}/edit`)}>
          Edit
        </Button>
      )}
      {may('deleteWebhook') && (
        <Button variant="default" c="var(--bad)" onClick={() => setDeleting(true)}>
          Delete…
        </Button>
      )}
      {deleting && <DeleteWebhookDialog webhook={webhook} onClose={() => setDeleting(false)} />}
    </Group>
  )
}

const hostOf = (url: string) => URL.parse(url)?.host ?? url
