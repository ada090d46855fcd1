import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { contract, OVERLAPS } from '../../contract.ts'
import { MutationDialog } from '../../parts/DialogForm.tsx'
import { useSecretMutation } from '../../secrets/use-secret-mutation.ts'
import { type AuthKeyChoice, AuthKeyField, authKeyError } from './AuthKeyField.tsx'
import { texts } from './texts.ts'

type Overlap = (typeof OVERLAPS)[number]

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
          <Radio.Group label={texts.rotate.fallback} value={overlap} onChange={(value) => setOverlap(value as Overlap)}>
            <Stack gap={8} mt={8}>
              {OVERLAPS.map((value) => (
                <Radio key={value} value={value} label={texts.rotate.overlaps[value]} />
              ))}
            </Stack>
          </Radio.Group>
        </>
      )}
    </MutationDialog>
  )
}
