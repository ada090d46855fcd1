import { useState } from 'react'
import { type AccountListReply, contract } from '../../contract.ts'
import { DialogForm } from '../../parts/forms/DialogForm.tsx'
import { AccountsField } from './AccountsField.tsx'
import { texts } from './texts.ts'

export function AddAccountsDialog({ list, onClose }: { list: AccountListReply; onClose: () => void }) {
  const [accounts, setAccounts] = useState('')
  return (
    <DialogForm
      title={texts.add.title(list.name)}
      route={contract.addAccounts}
      invalidates={['getLists', 'getList', 'listAudit']}
      submitLabel={texts.add.submit}
      busyLabel={texts.add.busy}
      input={() => (accounts.trim() === '' ? undefined : { params: { listId: list.id }, body: { accounts } })}
      doneToast={({ report }) => texts.add.done(report.added)}
      onClose={onClose}
    >
      {(attempted) => (
        <AccountsField
          listId={list.id}
          value={accounts}
          onChange={setAccounts}
          error={attempted && accounts.trim() === '' ? texts.form.missing : undefined}
          autoFocus
        />
      )}
    </DialogForm>
  )
}
