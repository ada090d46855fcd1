import { contract, type KeyReply } from '../../contract.ts'
import { DialogForm } from '../../parts/forms/DialogForm.tsx'
import { AccessFields, useAccess } from './AccessFields.tsx'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.access

export function AccessDialog({ apiKey, onClose }: { apiKey: KeyReply; onClose: () => void }) {
  const state = useAccess(apiKey)
  return (
    <DialogForm
      title={texts.title(apiKey.name)}
      route={contract.restrictKey}
      invalidates={['listKeys', 'listAudit']}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      input={() => (state.access ? { params: { keyId: apiKey.id }, body: state.access } : undefined)}
      doneToast={texts.done}
      onClose={onClose}
    >
      {(attempted) => <AccessFields state={state} attempted={attempted} />}
    </DialogForm>
  )
}
