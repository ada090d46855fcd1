import { useState } from 'react'
import { useApiMutation, useApiQuery } from '../../../api/queries.ts'
import { contract, type WebhookReply } from '../../../contract.ts'
import { ActionForm } from '../../../parts/forms/ActionForm.tsx'
import { LoadError } from '../../../parts/notes/LoadError.tsx'
import { Loading } from '../../../parts/notes/Loading.tsx'
import { Note } from '../../../parts/notes/Note.tsx'
import { useToast } from '../../../parts/notes/Toasts.tsx'
import { Page } from '../../../parts/Page.tsx'
import type { SignalType } from '../../../parts/words/signal-types.ts'
import { navigate } from '../../../routing/location.ts'
import { useCan } from '../../../session.ts'
import { texts } from '../texts.ts'
import { webhookPath } from '../webhook-path.ts'
import { FilterFields, useFilterCheck } from './FilterFields.tsx'
import { filterOfForm, formOfFilter } from './filter-form.ts'
import { isWebhookName, NameField, SignalTypesField, UrlField, useUrlCheck } from './WebhookFields.tsx'

export function EditWebhookPage({ webhookId }: { webhookId: string }) {
  const can = useCan()
  const { data, error, refetch } = useApiQuery(contract.getWebhook, { params: { webhookId } })
  return (
    <Page
      title={texts.edit.title}
      back={{ href: webhookPath(webhookId, 'settings'), label: texts.tabs.settings }}
      narrow
    >
      {!can('changeWebhook') && <Note>{texts.edit.ownersOnly}</Note>}
      {error && !data && (
        <LoadError title={texts.detail.loadError} notFound={texts.detail.notFound} error={error} retry={refetch} />
      )}
      {!data && !error && <Loading height={420} radius={12} />}
      {data && can('changeWebhook') && <EditForm webhook={data.webhook} />}
    </Page>
  )
}

function EditForm({ webhook }: { webhook: WebhookReply }) {
  const [name, setName] = useState(webhook.name ?? '')
  const [url, setUrl] = useState(webhook.url)
  const urlCheck = useUrlCheck(url)
  const [types, setTypes] = useState<ReadonlySet<SignalType>>(new Set(webhook.types))
  const [filter, setFilter] = useState(() => formOfFilter(webhook.filter))
  const filterCheck = useFilterCheck(filter, types)
  const toast = useToast()
  const change = useApiMutation(contract.changeWebhook, { invalidates: ['getWebhook', 'listWebhooks', 'listAudit'] })
  const leave = () => navigate(webhookPath(webhook.id, 'settings'))
  return (
    <ActionForm
      mutation={change}
      shownInField={urlCheck.problem ?? filterCheck.problem?.message}
      submitLabel={texts.edit.submit}
      busyLabel={texts.edit.busy}
      input={() =>
        isWebhookName(name) && url.trim() && !urlCheck.problem && types.size > 0 && !filterCheck.problem
          ? {
              params: { webhookId: webhook.id },
              body: { name, url: url.trim(), types: [...types], filter: filterOfForm(filter) },
            }
          : undefined
      }
      onDone={() => {
        toast(texts.edit.saved)
        leave()
      }}
      onCancel={leave}
    >
      {(attempted) => (
        <>
          <NameField value={name} onChange={setName} />
          <UrlField value={url} check={urlCheck} onChange={setUrl} attempted={attempted} />
          <SignalTypesField selected={types} onChange={setTypes} attempted={attempted} />
          <FilterFields form={filter} onChange={setFilter} check={filterCheck} />
          <Note>{texts.edit.newTypesHint}</Note>
        </>
      )}
    </ActionForm>
  )
}
