import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { contract, MAX_NAME_LENGTH, nameProblemOf } from '../../contract.ts'
import { DialogForm } from '../../parts/forms/DialogForm.tsx'
import { navigate } from '../../routing/location.ts'
import { AccountsField } from './AccountsField.tsx'
import { texts } from './texts.ts'

interface CreateListDialogProps {
  /** The suggested name. */
  readonly name?: string
  /** Whether the person stays on the page instead of being led to the list. */
  readonly stays?: boolean
  readonly onClose: () => void
}

export function CreateListDialog({ name: suggested = '', stays = false, onClose }: CreateListDialogProps) {
  const [name, setName] = useState(suggested)
  const [accounts, setAccounts] = useState('')
  const problem = nameProblemOf(name.trim())
  const nameProblem = problem && texts.nameProblems[problem](MAX_NAME_LENGTH)
  return (
    <DialogForm
      title={texts.create.title}
      route={contract.createList}
      invalidates={['getLists', 'listAudit', 'exploreFilters', 'getToday', 'getFirstSteps']}
      submitLabel={texts.create.submit}
      busyLabel={texts.create.busy}
      input={() => (nameProblem ? undefined : { body: { name: name.trim(), accounts } })}
      doneToast={({ list }) => texts.create.done(list.name)}
      onDone={({ list }) => !stays && navigate(`/lists/${list.id}`)}
      onClose={onClose}
    >
      {(attempted) => (
        <>
          <TextInput
            data-autofocus={suggested === '' || undefined}
            label={texts.form.name}
            description={texts.form.nameDescription}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={(attempted || name.trim() !== '') && nameProblem}
          />
          <AccountsField
            listId={null}
            value={accounts}
            onChange={setAccounts}
            error={undefined}
            autoFocus={suggested !== ''}
          />
        </>
      )}
    </DialogForm>
  )
}
