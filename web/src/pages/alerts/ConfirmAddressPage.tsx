import { useApiMutation, useApiQuery } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { ActionForm } from '../../parts/forms/ActionForm.tsx'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { useHash } from '../../routing/location.ts'
import { EntryPage } from '../entry/EntryPage.tsx'
import { INCOMPLETE_LINK } from '../entry/incomplete-link.ts'
import { texts } from './texts.ts'

/**
 * Opened from the mail that asks an address to confirm. It confirms only on a click, because mail scanners open links.
 */
export function ConfirmAddressPage() {
  const token = useHash()
  const confirm = useApiMutation(contract.confirmAddress)
  const lookup = useApiQuery(contract.getAddress, { body: { token } }, { enabled: token !== '' && !confirm.data })
  const { data } = lookup
  if (confirm.data || data?.isConfirmed) {
    return (
      <EntryPage title={texts.address.doneTitle}>
        <p role="status">{texts.address.done}</p>
      </EntryPage>
    )
  }
  return (
    <EntryPage title={texts.address.title}>
      {token === '' && <ErrorNote error={INCOMPLETE_LINK} />}
      <ErrorNote error={lookup.error} />
      {lookup.isLoading && <Loading height={90} />}
      {data && (
        <ActionForm
          mutation={confirm}
          submitLabel={texts.address.submit}
          busyLabel={texts.address.busy}
          input={() => ({ body: { token } })}
        >
          <p>{texts.address.question(<strong>{data.team}</strong>, <strong>{data.address}</strong>)}</p>
        </ActionForm>
      )}
    </EntryPage>
  )
}
