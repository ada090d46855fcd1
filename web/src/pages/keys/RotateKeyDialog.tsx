import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { contract, GRACES, type KeyReply } from '../../contract.ts'
import { MutationDialog } from '../../parts/forms/DialogForm.tsx'
import { useSecretMutation } from '../../secrets/use-secret-mutation.ts'
import { keySecret } from './key-secret.ts'
import { maskedKey } from './masked-key.ts'
import { texts } from './texts.ts'

type Grace = (typeof GRACES)[number]

export function RotateKeyDialog({ apiKey, onClose }: { apiKey: KeyReply; onClose: () => void }) {
  const [grace, setGrace] = useState<Grace>('24h')
  const rotate = useSecretMutation(contract.rotateKey, {
    invalidates: ['listKeys', 'listAudit'],
    secret: keySecret,
    attempt: () => ({ kind: 'rotate-key', subject: apiKey.name, known: [apiKey.id] }),
  })
  return (
    <MutationDialog
      title={texts.rotate.title(apiKey.name)}
      mutation={rotate}
      submitLabel={texts.rotate.submit}
      busyLabel={texts.rotate.busy}
      input={() => ({ params: { keyId: apiKey.id }, body: { grace } })}
      onClose={onClose}
    >
      <p>{texts.rotate.explanation(<code>{maskedKey(apiKey)}</code>)}</p>
      <Radio.Group label={texts.rotate.grace} value={grace} onChange={(value) => setGrace(value as Grace)}>
        <Stack gap={8} mt={8}>
          {GRACES.map((each) => (
            <Radio key={each} value={each} label={texts.rotate.graces[each]} />
          ))}
        </Stack>
      </Radio.Group>
    </MutationDialog>
  )
}
