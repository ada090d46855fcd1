import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { type AccountListReply, contract, MAX_NAME_LENGTH, nameProblemOf } from '../../contract.ts'
import { DialogForm } from '../../parts/forms/DialogForm.tsx'
import { texts } from './texts.ts'

export function RenameListDialog({ list, onClose }: { list: AccountListReply; onClose: () => void }) {
  const [name, setName] = useState(list.name)
  const problem = nameProblemOf(name.trim())
  return (
    <DialogForm
      title={texts.rename.title(list.name)}
      route={contract.renameList}
      invalidates={['getLists', 'getList', 'listAudit', 'exploreFilters']}
      submitLabel={texts.rename.submit}
      busyLabel={texts.rename.busy}
      input={() => (problem ? undefined : { params: { listId: list.id }, body: { name: name.trim() } })}
      doneToast={texts.rename.done}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={texts.form.name}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={problem && texts.nameProblems[problem](MAX_NAME_LENGTH)}
      />
    </DialogForm>
  )
}
