import { contract, type KeyReply } from '../../contract.ts'
import { DialogForm } from '../../parts/forms/DialogForm.tsx'
import typography from '../../parts/typography.module.css'
import { graphemesOf } from '../../parts/words/graphemes.ts'
import { Time } from '../../parts/words/Time.tsx'
import { maskedKey } from './masked-key.ts'
import { texts } from './texts.ts'

export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: KeyReply; onClose: () => void }) {
  const { id, name, lastUsedAt } = apiKey
  return (
    <DialogForm
      title={texts.revoke.title(name)}
      route={contract.revokeKey}
      invalidates={['listKeys', 'listAudit']}
      danger
      submitLabel={texts.revoke.submit(shortened(name))}
      busyLabel={texts.revoke.busy}
      input={() => ({ params: { keyId: id }, body: {} })}
      doneToast={texts.revoke.done(name)}
      onClose={onClose}
    >
      <p>{texts.revoke.warning(<code>{maskedKey(apiKey)}</code>)}</p>
      <p className={typography.muted}>
        {lastUsedAt ? texts.revoke.lastUsed(<Time at={lastUsedAt} />) : texts.revoke.neverUsed}
      </p>
    </DialogForm>
  )
}

/** Never splits a joined emoji. */
function shortened(name: string): string {
  const all = graphemesOf(name)
  return all.length > 30 ? `${all.slice(0, 29).join('')}…` : name
}
