import { useState } from 'react'
import { useApiMutation, useApiQuery } from '../../api/queries.ts'
import { contract, type WebhookReply } from '../../contract.ts'
import { ActionForm } from '../../parts/ActionForm.tsx'
import { Loading } from '../../parts/Loading.tsx'
import { Note } from '../../parts/Note.tsx'
import { Page } from '../../parts/Page.tsx'
import { useToast } from '../../parts/Toasts.tsx'
import { navigate } from '../../routing/location.ts'
import { useCan } from '../../session.ts'
import { TypesField, UrlField } from './WebhookFields.tsx'
import { WebhooksError } from './WebhooksError.tsx'
import type { SignalType } from './words.ts'

export function EditWebhookPage({ webhookId }: { webhookId: string }) {
  const can = useCan()
  const { data, error, refetch } = useApiQuery(contract.getWebhook, { params: { webhookId } })
  return (
    <Page title="Edit the webhook" back={{ href: `/webhooks/${webhookId}`, label: 'Webhook' }} narrow>
      {!can('changeWebhook') && <Note>Only an owner of the team can change webhooks.</Note>}
      {error && !data && <WebhooksError title="The webhook cannot be shown" error={error} retry={refetch} />}
      {!data && !error && <Loading height={420} radius={12} />}
      {data && can('changeWebhook') && <EditForm webhook={data.webhook} />}
    </Page>
  )
}

function EditForm({ webhook }: { webhook: WebhookReply }) {
  const [url, setUrl] = useState(webhook.url)
  const [types, setTypes] = useState<ReadonlySet<SignalType>>(new Set(webhook.types))
  const [tried, setTried] = useState(false)
  const toast = useToast()
  const change = useApiMutation(contract.changeWebhook, { invalidates: ['getWebhook', 'listWebhooks', 'listAudit'] })
  const leave = () => navigate(`/webhooks/${webhook.id}`)
  const submit = () => {
    setTried(true)
    if (!url.trim() || types.size === 0) return
    change.mutate(
      { params: { webhookId: webhook.id }, body: { url: url.trim(), types: [...types] } },
      {
        onSuccess: () => {
          toast('The webhook is changed')
          leave()
        },
      },
    )
  }
  return (
    <ActionForm
      submitLabel="Save"
      busyLabel="Saving …"
      pending={change.isPending}
      error={change.error}
      onSubmit={submit}
      onCancel={leave}
    >
      <UrlField value={url} onChange={setUrl} tried={tried} />
      <TypesField chosen={types} onChange={setTypes} tried={tried} />
      <Note>A type that you add is sent from the moment you save. What was found of it before is not.</Note>
    </ActionForm>
  )
}
