import { useState } from 'react'
import { useApiMutation } from '../../api/queries.ts'
import { contract, MAX_NAME_LENGTH, nameProblemOf, type SavedSearchReply } from '../../contract.ts'
import { MutationDialog } from '../../parts/forms/DialogForm.tsx'
import typography from '../../parts/typography.module.css'
import { firstGraphemes } from '../../parts/words/graphemes.ts'
import { revealSecret } from '../../secrets/unsaved-secret.ts'
import { useOwner } from '../../session.ts'
import { AlertFields, type AlertForm, destinationOf, fieldErrorsOf, NEW_ALERT } from './AlertFields.tsx'
import { Readiness } from './Readiness.tsx'
import { texts } from './texts.ts'

const { save } = texts

interface SaveSearchDialogProps {
  readonly query: string
  readonly filters: Readonly<Record<string, unknown>>
  readonly name: string
  readonly defaults?: Partial<AlertForm>
  readonly title?: string
  /** Not called for a webhook, because its secret has to be saved first. */
  readonly onSaved: (search: SavedSearchReply) => void
  readonly onClose: () => void
}

export function SaveSearchDialog({
  query,
  filters,
  name: suggested,
  defaults = {},
  title = save.title,
  onSaved,
  onClose,
}: SaveSearchDialogProps) {
  const owner = useOwner()
  const [form, setForm] = useState<AlertForm>({
    ...NEW_ALERT,
    ...defaults,
    name: firstGraphemes(suggested.trim(), MAX_NAME_LENGTH),
  })
  const create = useApiMutation(contract.createSearch, { invalidates: ['listSearches', 'listAudit'] })
  const { every, awayDays } = form
  const errors = fieldErrorsOf(create.error)
  return (
    <MutationDialog
      title={title}
      mutation={create}
      submitLabel={save.submit}
      busyLabel={save.busy}
      shownInField={errors.name ?? errors.target}
      input={() => {
        const [name, to] = [form.name.trim(), destinationOf(form)]
        if (nameProblemOf(name) || to === undefined) return undefined
        return { body: { name, query, filters: { ...filters }, every, awayDays, to } }
      }}
      onDone={({ search, signingSecret }) => {
        if (signingSecret !== null) revealSecret(owner, { kind: 'search', searchId: search.id, signingSecret })
        else onSaved(search)
      }}
      onClose={onClose}
    >
      {(attempted) => (
        <>
          <p className={typography.muted}>{save.lead}</p>
          <Readiness query={query} list={typeof filters.list === 'string' ? filters.list : null} />
          <AlertFields
            form={form}
            change={(changes) => {
              if (create.error) create.reset()
              setForm((before) => ({ ...before, ...changes }))
            }}
            attempted={attempted}
            errors={errors}
          />
        </>
      )}
    </MutationDialog>
  )
}
