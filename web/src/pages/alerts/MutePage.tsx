import { ApiError } from '../../api/client.ts'
import { useApiMutation, useApiQuery } from '../../api/queries.ts'
import { contract, type ReplyOf } from '../../contract.ts'
import { ActionForm } from '../../parts/forms/ActionForm.tsx'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import typography from '../../parts/typography.module.css'
import { useHash, useSearchParams } from '../../routing/location.ts'
import { EntryPage } from '../entry/EntryPage.tsx'
import { INCOMPLETE_LINK } from '../entry/incomplete-link.ts'
import { texts } from './texts.ts'

/** Opened from an alert. It mutes only on a click, because scanners open links in messages. */
export function MutePage() {
  const hash = useHash()
  const [params] = useSearchParams()
  // The List-Unsubscribe URL has the token in its query.
  const token = hash || (params.get('token') ?? '')
  const mute = useApiMutation(contract.useMute)
  const lookup = useApiQuery(contract.getMute, { body: { token } }, { enabled: token !== '' && !mute.data })
  if (mute.data) {
    const { search, company, destination } = mute.data
    return (
      <EntryPage title={texts.mute.doneTitle}>
        <p role="status">{texts.mute.done(nameOf(company, search), texts.mute.scopes[destination])}</p>
        <Undo {...mute.data} />
      </EntryPage>
    )
  }
  const { data } = lookup
  const isUsed = data?.isUsed || (mute.error instanceof ApiError && mute.error.code === 'link_used')
  return (
    <EntryPage title={texts.mute.title}>
      {token === '' && <ErrorNote error={INCOMPLETE_LINK} />}
      <ErrorNote error={lookup.error} />
      {lookup.isLoading && <Loading height={90} />}
      {data && isUsed && (
        <>
          <Note>{texts.mute.used}</Note>
          <Undo {...data} />
        </>
      )}
      {data && !isUsed && (
        <ActionForm
          mutation={mute}
          submitLabel={data.company === null ? texts.mute.submitSearch : texts.mute.submitCompany}
          busyLabel={texts.mute.busy}
          input={() => ({ body: { token } })}
        >
          <p>
            {data.company === null
              ? texts.mute.search(<strong>{data.search}</strong>)
              : texts.mute.company(<strong>{data.company}</strong>, <strong>{data.search}</strong>)}
          </p>
          <p className={typography.muted}>{texts.mute.scopes[data.destination]}</p>
        </ActionForm>
      )}
    </EntryPage>
  )
}

const Undo = ({ search, company }: ReplyOf<typeof contract.useMute>) => (
  <p>{texts.mute.undo(<strong>{search}</strong>, company === null)}</p>
)

const nameOf = (company: string | null, search: string) =>
  company === null
    ? texts.mute.allOf(<strong>{search}</strong>)
    : texts.mute.aboutCompany(<strong>{company}</strong>, <strong>{search}</strong>)
