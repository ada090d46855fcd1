import { useState } from 'react'
import { contract } from '../../../contract.ts'
import { MutationDialog } from '../../../parts/forms/DialogForm.tsx'
import { useSecretMutation } from '../../../secrets/use-secret-mutation.ts'
import { texts } from '../texts.ts'
import { type AuthKeyChoice, AuthKeyField, authKeyError } from './AuthKeyField.tsx'
import { type Overlap, OverlapField } from './OverlapField.tsx'

export function RotateAuthKeyDialog({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const [authKey, setAuthKey] = useState<AuthKeyChoice>()
  const [overlap, setOverlap] = useState<Overlap>('24h')
  const rotate = useSecretMutation(contract.rotateWebhookKey, {
    invalidates: ['getWebhook', 'listAudit'],
    secret: (reply) => ({ kind: 'webhook-key', authKey: reply.authKey }),
  })
  return (
    <MutationDialog
      title={texts.rotate.title}
      submitLabel={texts.rotate.submit}
      busyLabel={texts.rotate.busy}
      mutation={rotate}
      input={() =>
        authKeyError(authKey) ? undefined : { params: { webhookId }, body: { authKey: authKey ?? null, overlap } }
      }
      onClose={onClose}
    >
      {(attempted) => (
        <>
          <AuthKeyField value={authKey} onChange={setAuthKey} attempted={attempted} />
          <OverlapField label={texts.rotate.fallback} value={overlap} onChange={setOverlap} />
        </>
      )}
    </MutationDialog>
  )
}
