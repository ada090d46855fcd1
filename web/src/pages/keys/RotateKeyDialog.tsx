import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { contract, GRACES, type KeyReply } from '../../contract.ts'
import { DialogForm } from '../../parts/DialogForm.tsx'
import { issuedKey } from './IssuedKey.tsx'
import { maskedKey } from './masked-key.ts'
import { texts } from './texts.ts'

type Grace = (typeof GRACES)[number]

export function RotateKeyDialog({ apiKey, onClose }: { apiKey: KeyReply; onClose: () => void }) {
  const [grace, setGrace] = useState<Grace>('24h')
  return (
    <DialogForm
      title={texts.rotate.title(apiKey.name)}
      route={contract.rotateKey}
      invalidates={['listKeys', 'listAudit']}
      submitLabel={texts.rotate.submit}
      busyLabel={texts.rotate.busy}
      input={() => ({ params: { keyId: apiKey.id }, body: { grace } })}
      result={issuedKey}
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
    </DialogForm>
  )
}
