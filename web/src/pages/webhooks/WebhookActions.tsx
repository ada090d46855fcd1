import { Button, Group } from '@mantine/core'
import { useApiMutation } from '../../api/queries.ts'
import { contract, type WebhookReply } from '../../contract.ts'
import { useToast } from '../../parts/notes/Toasts.tsx'
import { useCan } from '../../session.ts'
import { texts } from './texts.ts'

export function WebhookActions({ webhook }: { webhook: WebhookReply }) {
  const can = useCan()
  const toast = useToast()
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
    </Group>
  )
}
