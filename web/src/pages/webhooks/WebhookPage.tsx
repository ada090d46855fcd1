import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '../../api/queries.ts'
import { HourStrip } from '../../charts/HourStrip.tsx'
import { contract, type WebhookReply } from '../../contract.ts'
import { classes } from '../../parts/classes.ts'
import { Loading } from '../../parts/Loading.tsx'
import layout from '../../parts/layout.module.css'
import { Note } from '../../parts/Note.tsx'
import { Page } from '../../parts/Page.tsx'
import { Section } from '../../parts/Section.tsx'
import { Status } from '../../parts/Status.tsx'
import { useToast } from '../../parts/Toasts.tsx'
import typography from '../../parts/typography.module.css'
import { navigate } from '../../routing/location.ts'
import { useCan } from '../../session.ts'
import { AuthKeySection } from './AuthKeySection.tsx'
import { DeleteWebhookDialog } from './DeleteWebhookDialog.tsx'
import { DeliveryLog } from './DeliveryLog.tsx'
import { Gaps } from './Gaps.tsx'
import { TestEndpoint } from './TestEndpoint.tsx'
import { WebhookFacts } from './WebhookFacts.tsx'
import { WebhooksError } from './WebhooksError.tsx'
import { TYPE_NAMES, WEBHOOK_STATE_WORDS } from './words.ts'

export function WebhookPage({ webhookId }: { webhookId: string }) {
  const { data, error, refetch } = useApiQuery(contract.getWebhook, { params: { webhookId } }, { refetchSeconds: 10 })
  const webhook = data?.webhook
  return (
    <Page
      title={webhook?.url ?? 'Webhook'}
      tabTitle={webhook ? `Webhook ${hostOf(webhook.url)}` : 'Webhook'}
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
      <div className={classes(layout.panel, layout.padded, layout.stack)}>
        <div className={classes(layout.row, layout.between)}>
          <div>
            <Status tone={tone}>{word}</Status> <span className={typography.muted}>{webhook.reason}</span>
          </div>
          <HourStrip hours={webhook.hours} />
        </div>
        <WebhookFacts webhook={webhook} />
        <div className={classes(typography.muted, typography.small)}>
          Sends: {webhook.types.map((type) => TYPE_NAMES[type]).join(', ')}.
        </div>
        {webhook.exhausted > 0 && (
          <Note tone="warning">
            Events that were given up after the last attempt are not sent again by themselves. Once your endpoint is
            well, ask support to replay them.
          </Note>
        )}
      </div>
    </Section>
  )
}

function Deeds({ webhook }: { webhook: WebhookReply }) {
  const can = useCan()
  const toast = useToast()
  const [deleting, setDeleting] = useState(false)
  const invalidates = ['getWebhook', 'listWebhooks', 'listAudit'] as const
  const pause = useApiMutation(contract.pauseWebhook, { invalidates })
  const resume = useApiMutation(contract.resumeWebhook, { invalidates })
  const paused = webhook.state === 'paused'
  const input = { params: { webhookId: webhook.id }, body: {} }
  const tell = (done: string) => ({
    onSuccess: () => toast(done),
    onError: ({ message }: Error) => toast(message),
  })
  return (
    <Group gap={8}>
      {!paused && can('pauseWebhook') && (
        <Button
          variant="default"
          loading={pause.isPending}
          onClick={() => pause.mutate(input, tell('Paused: events wait for up to 30 days'))}
        >
          Pause
        </Button>
      )}
      {paused && can('resumeWebhook') && (
        <Button loading={resume.isPending} onClick={() => resume.mutate(input, tell('On again: what waited is sent'))}>
          Resume
        </Button>
      )}
      {can('changeWebhook') && (
        <Button variant="default" onClick={() => navigate(`/webhooks/${webhook.id}/edit`)}>
          Edit
        </Button>
      )}
      {can('deleteWebhook') && (
        <Button variant="default" c="var(--danger)" onClick={() => setDeleting(true)}>
          Delete…
        </Button>
      )}
      {deleting && <DeleteWebhookDialog webhook={webhook} onClose={() => setDeleting(false)} />}
    </Group>
  )
}

const hostOf = (url: string) => URL.parse(url)?.host ?? url
