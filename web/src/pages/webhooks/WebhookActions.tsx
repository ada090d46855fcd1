import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '../../api/queries.ts'
import { contract, type WebhookReply } from '../../contract.ts'
import { useToast } from '../../parts/notes/Toasts.tsx'
import { navigate } from '../../routing/location.ts'
import { useCan } from '../../session.ts'
import { DeleteWebhookDialog } from './DeleteWebhookDialog.tsx'
import { texts } from './texts.ts'

export function WebhookActions({ webhook }: { webhook: WebhookReply }) {
  const can = useCan()
  const toast = useToast()
  const [deleting, setDeleting] = useState(false)
  const invalidates = ['getWebhook', 'listWebhooks', 'listAudit'] as const
  const pause = useApiMutation(contract.pauseWebhook, { invalidates })
  const resume = useApiMutation(contract.resumeWebhook, { invalidates })
  const paused = webhook.state === 'paused'
  const input = { params: { webhookId: webhook.id }, body: {} }
  const toastResult = (done: string) => ({
    onSuccess: () => toast(done),
    onError: ({ message }: Error) => toast(message),
  })
  return (
    <Group gap={8}>
      {!paused && can('pauseWebhook') && (
        <Button
          variant="default"
          loading={pause.isPending}
          onClick={() => pause.mutate(input, toastResult(texts.detail.paused))}
        >
          {texts.detail.pause}
        </Button>
      )}
      {paused && can('resumeWebhook') && (
        <Button loading={resume.isPending} onClick={() => resume.mutate(input, toastResult(texts.detail.resumed))}>
          {texts.detail.resume}
        </Button>
      )}
      {can('changeWebhook') && (
        <Button variant="default" onClick={() => navigate(`/webhooks/${webhook.id}/edit`)}>
          {texts.detail.edit}
        </Button>
      )}
      {can('deleteWebhook') && (
        <Button variant="default" c="var(--danger)" onClick={() => setDeleting(true)}>
          {texts.detail.delete}
        </Button>
      )}
      {deleting && <DeleteWebhookDialog webhook={webhook} onClose={() => setDeleting(false)} />}
    </Group>
  )
}
