import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import type { NamedCompany } from '../../parts/company/use-dispositions.ts'
import { DialogForm } from '../../parts/forms/DialogForm.tsx'
import { Link } from '../../routing/Link.tsx'
import { texts } from './texts.ts'

const { addToList } = texts

/** Puts a company of the table, whose domain the screen doesn't know, on one of the team's lists. */
export function AddCompanyDialog({ company: { id, name }, onClose }: { company: NamedCompany; onClose: () => void }) {
  const { data } = useApiQuery(contract.getLists, {})
  const [chosen, setChosen] = useState<string>()
  const lists = data?.lists ?? []
  const list = lists.find((each) => each.id === chosen) ?? lists[0]
  return (
    <DialogForm
      title={addToList.title(name)}
      route={contract.addCompany}
      invalidates={['getLists', 'getList', 'listAudit']}
      submitLabel={addToList.submit}
      busyLabel={addToList.busy}
      input={() => list && { params: { listId: list.id }, body: { companyId: id } }}
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
            data={lists.map((each) => ({ value: each.id, label: each.name }))}
            data-autofocus
          />
        )
      }
    </DialogForm>
  )
}
