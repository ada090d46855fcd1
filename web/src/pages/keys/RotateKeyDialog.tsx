import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useAct } from '../../api/queries.ts'
import { contract, GRACES, type IssuedKeyReply, type KeyReply } from '../../contract.ts'
import { DeedForm, Dialog } from '../../parts/Dialog.tsx'
import { maskedKey } from './masked-key.ts'

type Grace = (typeof GRACES)[number]

const WORDS: Readonly<Record<Grace, string>> = {
  now: 'Stops at once',
  '15m': 'Works for 15 minutes more',
  '1h': 'Works for an hour more',
  '24h': 'Works for a day more',
  '7d': 'Works for a week more',
}

interface Props {
  readonly apiKey: KeyReply
  readonly onClose: () => void
  readonly onIssued: (issued: IssuedKeyReply) => void
}

export function RotateKeyDialog({ apiKey, onClose, onIssued }: Props) {
  const [grace, setGrace] = useState<Grace>('24h')
  const rotate = useAct(contract.rotateKey, { changes: ['listKeys', 'listAudit'] })
  const submit = () => rotate.mutate({ params: { keyId: apiKey.id }, body: { grace } }, { onSuccess: onIssued })
  return (
    <Dialog title={`Rotate “${apiKey.name}”`} onClose={onClose}>
      <DeedForm
        submit="Rotate key"
        busy="Rotating …"
        pending={rotate.isPending}
        error={rotate.error}
        onSubmit={submit}
        onCancel={onClose}
      >
        <p>
          A new key takes over its name and expiry. Put it where the old one, <code>{maskedKey(apiKey)}</code>, is used.
        </p>
        <Radio.Group label="The old key" value={grace} onChange={(value) => setGrace(value as Grace)}>
          <Stack gap={8} mt={8}>
            {GRACES.map((each) => (
              <Radio key={each} value={each} label={WORDS[each]} />
            ))}
          </Stack>
        </Radio.Group>
      </DeedForm>
    </Dialog>
  )
}
