import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { ActionForm } from '../../parts/ActionForm.tsx'
import { CopyField } from '../../parts/CopyField.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { Note } from '../../parts/Note.tsx'
import { Page } from '../../parts/Page.tsx'
import { navigate } from '../../routing/location.ts'
import { useCan } from '../../session.ts'
import { AuthKeyField, authKeyProblem, type ChosenKey } from './AuthKeyField.tsx'
import { TypesField, UrlField } from './WebhookFields.tsx'
import { FORWARD_ONLY, type SignalType } from './words.ts'

const BACK = { href: '/webhooks', label: 'Webhooks' }

export function NewWebhookPage() {
  const can = useCan()
  const [url, setUrl] = useState('')
  const [types, setTypes] = useState<ReadonlySet<SignalType>>(new Set())
  const [authKey, setAuthKey] = useState<ChosenKey>()
  const [tried, setTried] = useState(false)
  const create = useApiMutation(contract.createWebhook, { invalidates: ['listWebhooks', 'listAudit'] })
  if (!can('createWebhook')) {
    return (
      <Page title="Add a webhook" back={BACK} narrow>
        <Note>Only an owner of a team with API access can add webhooks.</Note>
      </Page>
    )
  }
  const submit = () => {
    setTried(true)
    if (!url.trim() || types.size === 0 || authKeyProblem(authKey)) return
    create.mutate({ body: { url: url.trim(), types: [...types], authKey: authKey ?? null } })
  }
  const made = create.data
  const goOn = () => navigate(`/webhooks/${made?.webhook.id}`)
  return (
    <Page title="Add a webhook" lead={FORWARD_ONLY} back={BACK} narrow>
      <ActionForm
        submitLabel="Add webhook"
        busyLabel="Adding …"
        pending={create.isPending}
        error={create.error}
        onSubmit={submit}
      >
        <UrlField value={url} onChange={setUrl} tried={tried} />
        <TypesField chosen={types} onChange={setTypes} tried={tried} />
        <AuthKeyField value={authKey} onChange={setAuthKey} tried={tried} />
      </ActionForm>
      {made && (
        <Dialog title="The webhook is on" onClose={goOn} persistent>
          <p>Your endpoint should accept only requests with this key. Owners can reveal it again later.</p>
          <CopyField text={made.authKey} name="Authentication key" />
          <Group justify="flex-end">
            <Button onClick={goOn}>Go on to the test</Button>
          </Group>
        </Dialog>
      )}
    </Page>
  )
}
