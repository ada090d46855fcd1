import { useState } from 'react'
import { contract } from '../../contract.ts'
import { DialogForm } from '../../parts/DialogForm.tsx'
import typography from '../../parts/typography.module.css'
import { navigate } from '../../routing/location.ts'
import { revealSecret } from '../../secrets/unsaved-secret.ts'
import { useOwner } from '../../session.ts'
import { AlertFields, type AlertForm, destinationOf } from './AlertFields.tsx'
import { texts } from './texts.ts'

const { save } = texts
const NEW: AlertForm = { name: '', kind: 'slack', target: '', every: 'now', awayDays: 7 }

interface SaveSearchDialogProps {
  readonly query: string
  readonly filters: Readonly<Record<string, unknown>>
  readonly onClose: () => void
}

export function SaveSearchDialog({ query, filters, onClose }: SaveSearchDialogProps) {
  const owner = useOwner()
  const [form, setForm] = useState(NEW)
  const { every, awayDays } = form
  return (
    <DialogForm
      title={save.title}
      route={contract.createSearch}
      invalidates={['listSearches', 'listAudit']}
      submitLabel={save.submit}
      busyLabel={save.busy}
      doneToast={({ search }) => save.saved(search.name)}
      input={() => {
        const [name, to] = [form.name.trim(), destinationOf(form)]
        if (name === '' || to === undefined) return undefined
        return { body: { name, query, filters: { ...filters }, every, awayDays, to } }
      }}
      onDone={({ search, signingSecret }) => {
        if (signingSecret !== null) revealSecret(owner, { kind: 'search', searchId: search.id, signingSecret })
        else navigate(`/alerts/${search.id}`)
      }}
      onClose={onClose}
    >
      {(attempted) => (
        <>
          <p className={typography.muted}>{save.lead}</p>
          <AlertFields
            form={form}
            change={(changes) => setForm((before) => ({ ...before, ...changes }))}
            attempted={attempted}
          />
        </>
      )}
    </DialogForm>
  )
}
