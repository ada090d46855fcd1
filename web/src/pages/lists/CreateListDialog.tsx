import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { contract, MAX_NAME_LENGTH, nameProblemOf } from '../../contract.ts'
import { DialogForm } from '../../parts/forms/DialogForm.tsx'
import { navigate } from '../../routing/location.ts'
import { AccountsField } from './AccountsField.tsx'
import { texts } from './texts.ts'

export function CreateListDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [accounts, setAccounts] = useState('')
  const problem = nameProblemOf(name.trim())
  const nameProblem = problem && texts.nameProblems[problem](MAX_NAME_LENGTH)
  return (
    <DialogForm
      title={texts.create.title}
      route={contract.createList}
      invalidates={['getLists', 'listAudit', 'exploreFilters']}
      submitLabel={texts.create.submit}
      busyLabel={texts.create.busy}
      input={() => (nameProblem ? undefined : { body: { name: name.trim(), accounts } })}
      doneToast={({ list }) => texts.create.done(list.name)}
      onDone={({ list }) => navigate(`/lists/${list.id}`)}
      onClose={onClose}
    >
      {(attempted) => (
        <>
          <TextInput
            data-autofocus
            label={texts.form.name}
            description={texts.form.nameDescription}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={(attempted || name.trim() !== '') && nameProblem}
          />
          <AccountsField listId={null} value={accounts} onChange={setAccounts} error={undefined} />
        </>
      )}
    </DialogForm>
  )
}
