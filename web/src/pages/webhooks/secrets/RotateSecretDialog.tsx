import { useState } from 'react'
import { contract } from '../../../contract.ts'
import { MutationDialog } from '../../../parts/forms/DialogForm.tsx'
import { useSecretMutation } from '../../../secrets/use-secret-mutation.ts'
import { texts } from '../texts.ts'
import { type Overlap, OverlapField } from './OverlapField.tsx'

export function RotateSecretDialog({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const [overlap, setOverlap] = useState<Overlap>('24h')
  const rotate = useSecretMutation(contract.rotateSigningSecret, {
    invalidates: ['getWebhook', 'listAudit'],
    secret: ({ signingSecret }) => ({ kind: 'webhook-secret', signingSecret }),
  })
  return (
    <MutationDialog
      title={texts.rotateSecret.title}
      submitLabel={texts.rotateSecret.submit}
      busyLabel={texts.rotate.busy}
      mutation={rotate}
      input={() => ({ params: { webhookId }, body: { overlap } })}
      onClose={onClose}
    >
      {() => <OverlapField label={texts.rotateSecret.overlap} value={overlap} onChange={setOverlap} />}
    </MutationDialog>
  )
}
