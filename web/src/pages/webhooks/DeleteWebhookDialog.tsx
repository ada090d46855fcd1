import { contract, type WebhookReply } from '../../contract.ts'
import { DialogForm } from '../../parts/forms/DialogForm.tsx'
import typography from '../../parts/typography.module.css'
import { navigate } from '../../routing/location.ts'
import { texts } from './texts.ts'

export function DeleteWebhookDialog({ webhook, onClose }: { webhook: WebhookReply; onClose: () => void }) {
  return (
    <DialogForm
      title={texts.remove.title}
      danger
      submitLabel={texts.remove.submit}
      busyLabel={texts.remove.busy}
      route={contract.deleteWebhook}
      invalidates={['listWebhooks', 'listAudit']}
      input={() => ({ params: { webhookId: webhook.id } })}
      doneToast={texts.remove.done}
      onDone={() => navigate('/webhooks')}
      onClose={onClose}
    >
      <p className={typography.breakWord}>{texts.remove.warning(<code>{webhook.shownUrl}</code>)}</p>
    </DialogForm>
  )
}
