import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '../../../api/queries.ts'
import { contract } from '../../../contract.ts'
import { DialogForm } from '../../../parts/forms/DialogForm.tsx'
import { Link } from '../../../routing/Link.tsx'
import { useCan } from '../../../session.ts'
import { texts } from '../texts.ts'

const { addToList } = texts

/** The button that puts the company on one of the team's lists, with its dialog. */
export function AddToList({ domain }: { domain: string }) {
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  if (!can('addAccounts')) return null
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setIsOpen(true)}>
        {addToList.button}
      </Button>
      {isOpen && <AddToListDialog domain={domain} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function AddToListDialog({ domain, onClose }: { domain: string; onClose: () => void }) {
  const { data } = useApiQuery(contract.getLists, {})
  const [chosen, setChosen] = useState<string>()
  const lists = data?.lists ?? []
  const list = lists.find(({ id }) => id === chosen) ?? lists[0]
  return (
    <DialogForm
      title={addToList.title(domain)}
      route={contract.addAccounts}
      invalidates={['getLists', 'getList', 'listAudit']}
      submitLabel={addToList.submit}
      busyLabel={addToList.busy}
      input={() => list && { params: { listId: list.id }, body: { accounts: domain } }}
      doneToast={({ report }) => (report.added > 0 ? addToList.done : addToList.alreadyThere)(list?.name ?? '')}
      onClose={onClose}
    >
      {() =>
        data && lists.length === 0 ? (
          <p>{addToList.none(<Link href="/lists">{addToList.create}</Link>)}</p>
        ) : (
          <NativeSelect
            label={addToList.list}
            value={list?.id}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data={lists.map(({ id, name }) => ({ value: id, label: name }))}
            data-autofocus
          />
        )
      }
    </DialogForm>
  )
}
