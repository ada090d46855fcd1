import { useAct } from '../../api/queries.ts'
import { contract, type KeyReply } from '../../contract.ts'
import { DeedForm, Dialog } from '../../parts/Dialog.tsx'
import { Time } from '../../parts/Time.tsx'
import { useToast } from '../../parts/Toasts.tsx'
import { maskedKey } from './masked-key.ts'

export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: KeyReply; onClose: () => void }) {
  const toast = useToast()
  const revoke = useAct(contract.revokeKey, { changes: ['listKeys', 'listAudit'] })
  const submit = () =>
    revoke.mutate(
      { params: { keyId: apiKey.id }, body: {} },
      {
        onSuccess: () => {
          toast(`“${apiKey.name}” is revoked`)
          onClose()
        },
      },
    )
  return (
    <Dialog title={`Revoke “${apiKey.name}”?`} onClose={onClose}>
      <DeedForm
        danger
        submit={`Revoke “${shortened(apiKey.name)}”`}
        busy="Revoking …"
        pending={revoke.isPending}
        error={revoke.error}
        onSubmit={submit}
        onCancel={onClose}
      >
        <p>
          Whatever uses <code>{maskedKey(apiKey)}</code> gets 401 within a second. This cannot be undone.
        </p>
        <p className="quiet">
          {apiKey.lastUsedAt ? (
            <>
              It was last used <Time at={apiKey.lastUsedAt} />.
            </>
          ) : (
            'It has never been used.'
          )}
        </p>
      </DeedForm>
    </Dialog>
  )
}

const shortened = (name: string) => (name.length > 30 ? `${name.slice(0, 29)}…` : name)
