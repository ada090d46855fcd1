import { useApiQuery } from '../../api/queries.ts'
import { type AccountListReply, contract } from '../../contract.ts'
import { DialogForm } from '../../parts/forms/DialogForm.tsx'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import { navigate } from '../../routing/location.ts'
import { texts } from './texts.ts'

/** Says what uses the list before it is deleted. */
export function DeleteListDialog({ list, onClose }: { list: AccountListReply; onClose: () => void }) {
  const { data, error, refetch } = useApiQuery(contract.getList, { params: { listId: list.id }, query: {} })
  const users = data?.users
  return (
    <DialogForm
      title={texts.remove.title(list.name)}
      danger
      ready={users !== undefined}
      route={contract.deleteList}
      invalidates={['getLists', 'listAudit', 'exploreFilters']}
      submitLabel={texts.remove.submit}
      busyLabel={texts.remove.busy}
      // Confirms only what was shown: the server refuses if anything else uses the list.
      input={() => users && { params: { listId: list.id }, query: users.length > 0 ? { force: 'true' as const } : {} }}
      doneToast={texts.remove.done(list.name)}
      onDone={() => navigate('/lists')}
      onClose={onClose}
    >
      <p>{texts.remove.warning(list.entries)}</p>
      {!users && !error && <Loading height={20} />}
      {!users && <ErrorNote title={texts.loadOneFailed} error={error} retry={refetch} />}
      {users && users.length > 0 && (
        <Note tone="warning" title={texts.remove.used}>
          <ul>
            {users.map(({ kind, id, name }) => (
              <li key={`${kind} ${id}`}>{texts.remove.user(kind, name)}</li>
            ))}
          </ul>
        </Note>
      )}
    </DialogForm>
  )
}
