import { useApiMutation } from '../../api/queries.ts'
import { contract, type WebhookReply } from '../../contract.ts'
import { ActionForm } from '../../parts/ActionForm.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { useToast } from '../../parts/Toasts.tsx'
import typography from '../../parts/typography.module.css'
import { navigate } from '../../routing/location.ts'

export function DeleteWebhookDialog({ webhook, onClose }: { webhook: WebhookReply; onClose: () => void }) {
  const toast = useToast()
  const remove = useApiMutation(contract.deleteWebhook, { invalidates: ['listWebhooks', 'listAudit'] })
  const submit = () =>
    remove.mutate(
      { params: { webhookId: webhook.id } },
      {
        onSuccess: () => {
          toast('The webhook is deleted')
          navigate('/webhooks')
        },
      },
    )
  return (
    <Dialog title="Delete the webhook?" onClose={onClose}>
      <ActionForm
        danger
        submitLabel="Delete the webhook"
        busyLabel="Deleting …"
        pending={remove.isPending}
        error={remove.error}
        onSubmit={submit}
        onCancel={onClose}
      >
        <p className={typography.breakWord}>
          Nothing more is sent to <code>{webhook.url}</code>. What waits for it is dropped, its log and its key are
          gone. A webhook that is added later begins at its own moment. To stop for a while, pause it.
        </p>
      </ActionForm>
    </Dialog>
  )
}
