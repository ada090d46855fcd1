import { useEffect, useRef } from 'react'
import { useApiMutation, useApiQuery } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { BackToSignIn } from './BackToSignIn.tsx'
import { EntryPage } from './EntryPage.tsx'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.signOn

/** Sends the person to the provider. Other programs can link to it, too. */
export function SignOnPage() {
  const { data } = useApiQuery(contract.getSignOn, {})
  const { mutate, error } = useApiMutation(contract.startSignOn)
  const isStarted = useRef(false)
  const start = () => mutate({ body: {} }, { onSuccess: ({ url }) => location.assign(url) })
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    mutate({ body: {} }, { onSuccess: ({ url }) => location.assign(url) })
  }, [mutate])
  return (
    <EntryPage title={texts.title(data?.label ?? null)}>
      {error ? <ErrorNote error={error} retry={start} /> : <Loading height={40} />}
      <BackToSignIn />
    </EntryPage>
  )
}
