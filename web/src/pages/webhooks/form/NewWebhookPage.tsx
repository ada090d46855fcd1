import { useState } from 'react'
import { useApiQuery } from '../../../api/queries.ts'
import { contract, MAX_WEBHOOKS } from '../../../contract.ts'
import { ActionForm } from '../../../parts/forms/ActionForm.tsx'
import { Note } from '../../../parts/notes/Note.tsx'
import { Page } from '../../../parts/Page.tsx'
import type { SignalType } from '../../../parts/words/signal-types.ts'
import { useSecretMutation } from '../../../secrets/use-secret-mutation.ts'
import { useCan } from '../../../session.ts'
import { type AuthKeyChoice, AuthKeyField, authKeyError } from '../secrets/AuthKeyField.tsx'
import { texts } from '../texts.ts'
import { FilterFields, useFilterCheck } from './FilterFields.tsx'
import { filterOfForm, NO_FILTER } from './filter-form.ts'
import { isWebhookName, NameField, SignalTypesField, UrlField, useUrlCheck } from './WebhookFields.tsx'

const BACK = { href: '/webhooks', label: texts.list.title }

export function NewWebhookPage() {
  const can = useCan()
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const urlCheck = useUrlCheck(url)
  const [types, setTypes] = useState<ReadonlySet<SignalType>>(new Set())
  const [filter, setFilter] = useState(NO_FILTER)
  const filterCheck = useFilterCheck(filter, types)
  const [authKey, setAuthKey] = useState<AuthKeyChoice>()
  const { data } = useApiQuery(contract.listWebhooks, {})
  const create = useSecretMutation(contract.createWebhook, {
    invalidates: ['listWebhooks', 'listAudit'],
    secret: ({ webhook, ...secrets }) => ({ kind: 'webhook', webhookId: webhook.id, url: webhook.url, ...secrets }),
    attempt: ({ body }) => ({
      kind: 'add-webhook',
      subject: body.url,
      known: data?.webhooks.map(({ id }) => id) ?? [],
    }),
    created: ({ webhook }) => webhook.id,
  })
  if (!can('createWebhook')) {
    return (
      <Page title={texts.create.title} back={BACK} narrow>
        <Note>{texts.create.ownersOnly}</Note>
      </Page>
    )
  }
  const full = (data?.webhooks.length ?? 0) >= MAX_WEBHOOKS && !create.data
  return (
    <Page title={texts.create.title} lead={texts.create.lead} back={BACK} narrow>
      {full && <Note tone="warning">{texts.list.limitReached(MAX_WEBHOOKS)}</Note>}
      <ActionForm
        mutation={create}
        shownInField={urlCheck.problem ?? filterCheck.problem?.message}
        submitLabel={texts.create.submit}
        busyLabel={texts.create.busy}
        input={() =>
          isWebhookName(name) &&
          url.trim() &&
          !urlCheck.problem &&
          types.size > 0 &&
          !authKeyError(authKey) &&
          !filterCheck.problem
            ? {
                body: {
                  name,
                  url: url.trim(),
                  types: [...types],
                  authKey: authKey ?? null,
                  filter: filterOfForm(filter),
                },
              }
            : undefined
        }
      >
        {(attempted) => (
          <>
            <NameField value={name} onChange={setName} />
            <UrlField value={url} check={urlCheck} onChange={setUrl} attempted={attempted} />
            <SignalTypesField selected={types} onChange={setTypes} attempted={attempted} />
            <FilterFields form={filter} onChange={setFilter} check={filterCheck} />
            <AuthKeyField value={authKey} onChange={setAuthKey} attempted={attempted} />
          </>
        )}
      </ActionForm>
    </Page>
  )
}
