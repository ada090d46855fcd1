import { useState } from 'react'
import { useApiMutation } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { ActionForm } from '../../parts/ActionForm.tsx'
import { CopyField } from '../../parts/CopyField.tsx'
import { Note } from '../../parts/Note.tsx'
import { Page } from '../../parts/Page.tsx'
import { ResultDialog } from '../../parts/ResultDialog.tsx'
import type { SignalType } from '../../parts/signal-types.ts'
import { navigate } from '../../routing/location.ts'
import { useCan } from '../../session.ts'
import { type AuthKeyChoice, AuthKeyField, authKeyError } from './AuthKeyField.tsx'
import { texts } from './texts.ts'
import { SignalTypesField, UrlField } from './WebhookFields.tsx'

const BACK = { href: '/webhooks', label: texts.list.title }

export function NewWebhookPage() {
  const can = useCan()
  const [url, setUrl] = useState('')
  const [types, setTypes] = useState<ReadonlySet<SignalType>>(new Set())
  const [authKey, setAuthKey] = useState<AuthKeyChoice>()
  const create = useApiMutation(contract.createWebhook, { invalidates: ['listWebhooks', 'listAudit'] })
  if (!can('createWebhook')) {
    return (
      <Page title={texts.create.title} back={BACK} narrow>
        <Note>{texts.create.ownersOnly}</Note>
      </Page>
    )
  }
  const created = create.data
  return (
    <Page title={texts.create.title} lead={texts.create.lead} back={BACK} narrow>
      <ActionForm
        mutation={create}
        submitLabel={texts.create.submit}
        busyLabel={texts.create.busy}
        input={() =>
          url.trim() && types.size > 0 && !authKeyError(authKey)
            ? { body: { url: url.trim(), types: [...types], authKey: authKey ?? null } }
            : undefined
        }
      >
        {(attempted) => (
          <>
            <UrlField value={url} onChange={setUrl} attempted={attempted} />
            <SignalTypesField selected={types} onChange={setTypes} attempted={attempted} />
            <AuthKeyField value={authKey} onChange={setAuthKey} attempted={attempted} />
          </>
        )}
      </ActionForm>
      {created && (
        <ResultDialog
          title={texts.create.created}
          doneLabel={texts.create.next}
          onClose={() => navigate(`/webhooks/${created.webhook.id}`)}
        >
          <p>{texts.create.keyHint}</p>
          <CopyField text={created.authKey} name={texts.authKey.label} />
        </ResultDialog>
      )}
    </Page>
  )
}
