import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { contract, type InputOf } from '../../contract.ts'
import { Link } from '../../routing/Link.tsx'
import { DialogForm } from '../forms/DialogForm.tsx'
import { addToListTexts as texts } from './texts.ts'
import type { NamedCompany } from './use-dispositions.ts'

type AddRoute = typeof contract.addAccounts | typeof contract.addCompany

interface AddToListDialogProps<Route extends AddRoute> {
  /** What is added, as the title names it. */
  readonly subject: string
  readonly route: Route
  readonly body: InputOf<Route>['body']
  readonly onClose: () => void
}

/** Puts something on one of the team's lists. */
function AddToListDialog<Route extends AddRoute>({ subject, route, body, onClose }: AddToListDialogProps<Route>) {
  const { data } = useApiQuery(contract.getLists, {})
  const [chosen, setChosen] = useState<string>()
  const lists = data?.lists ?? []
  const list = lists.find(({ id }) => id === chosen) ?? lists[0]
  return (
    <DialogForm
      title={texts.title(subject)}
      route={route}
      invalidates={['getLists', 'getList', 'listAudit']}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      input={() => list && ({ params: { listId: list.id }, body } as InputOf<Route>)}
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
            data={lists.map(({ id, name }) => ({ value: id, label: name }))}
            data-autofocus
          />
        )
      }
    </DialogForm>
  )
}

export function AddDomainDialog({ domain, onClose }: { domain: string; onClose: () => void }) {
  return <AddToListDialog subject={domain} route={contract.addAccounts} body={{ accounts: domain }} onClose={onClose} />
}

/** For a company whose domain the page doesn't know. */
export function AddCompanyDialog({ company: { id, name }, onClose }: { company: NamedCompany; onClose: () => void }) {
  return <AddToListDialog subject={name} route={contract.addCompany} body={{ companyId: id }} onClose={onClose} />
}
