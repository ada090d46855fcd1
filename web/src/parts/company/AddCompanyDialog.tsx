import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { Link } from '../../routing/Link.tsx'
import { DialogForm } from '../forms/DialogForm.tsx'
import { addToListTexts as texts } from './texts.ts'
import type { NamedCompany } from './use-dispositions.ts'

/** Puts a company, whose domain the page doesn't know, on one of the team's lists. */
export function AddCompanyDialog({ company: { id, name }, onClose }: { company: NamedCompany; onClose: () => void }) {
  const { data } = useApiQuery(contract.getLists, {})
  const [chosen, setChosen] = useState<string>()
  const lists = data?.lists ?? []
  const list = lists.find((each) => each.id === chosen) ?? lists[0]
  return (
    <DialogForm
      title={texts.title(name)}
      route={contract.addCompany}
      invalidates={['getLists', 'getList', 'listAudit']}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      input={() => list && { params: { listId: list.id }, body: { companyId: id } }}
      doneToast={({ report }) => (report.added > 0 ? texts.done : texts.alreadyThere)(list?.name ?? '')}
      onClose={onClose}
    >
      {() =>
        data && lists.length === 0 ? (
          <p>{texts.none(<Link href="/lists">{texts.create}</Link>)}</p>
        ) : (
          <NativeSelect
            label={texts.list}
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
