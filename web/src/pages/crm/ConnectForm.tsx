import { PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { ActionForm } from '../../parts/forms/ActionForm.tsx'
import { useToast } from '../../parts/notes/Toasts.tsx'
import { texts } from './texts.ts'

/** The token is tested before it is saved, and shown to nobody again. */
export function ConnectForm({ canBeLocal, onDone }: { canBeLocal: boolean; onDone?: () => void }) {
  const [token, setToken] = useState('')
  const [instance, setInstance] = useState('')
  const connect = useApiMutation(contract.connectCrm, { invalidates: ['getCrm', 'listCrmCompanies', 'listAudit'] })
  const toast = useToast()
  return (
    <ActionForm
      mutation={connect}
      submitLabel={texts.connect.submit}
      busyLabel={texts.connect.busy}
      input={() =>
        token.trim() === ''
          ? undefined
          : {
              body: {
                kind: 'hubspot' as const,
                token: token.trim(),
                ...(instance.trim() && { instance: instance.trim() }),
              },
            }
      }
      onDone={() => {
        toast(texts.connect.done)
        onDone?.()
      }}
    >
      <PasswordInput
        maw={480}
        label={texts.connect.token}
        autoComplete="off"
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
      />
      {canBeLocal && (
        <TextInput
          maw={480}
          label={texts.connect.instance}
          description={texts.connect.instanceHint}
          value={instance}
          onChange={(event) => setInstance(event.currentTarget.value)}
        />
      )}
    </ActionForm>
  )
}
