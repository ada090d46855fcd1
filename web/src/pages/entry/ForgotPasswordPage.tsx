import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import { ActionForm } from '../../parts/forms/ActionForm.tsx'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import typography from '../../parts/typography.module.css'
import { BackToSignIn } from './BackToSignIn.tsx'
import { EntryPage } from './EntryPage.tsx'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.forgot

/** Mails a link that sets a new password. The page never reveals whether the address has an account. */
export function ForgotPasswordPage() {
  const [email, setEmail] = useState('')
  const [askedFor, setAskedFor] = useState<string>()
  const mail = useApiQuery(contract.getMail, {})
  const request = useApiMutation(contract.requestPasswordReset)
  const valid = /^[^\s@]+@\S+$/.test(email.trim())
  if (askedFor !== undefined) {
    return (
      <EntryPage key="asked" title={texts.doneTitle} lead={texts.doneLead(askedFor)}>
        <p className={classes(typography.muted, typography.small)}>{texts.doneHint}</p>
        <BackToSignIn />
      </EntryPage>
    )
  }
  return (
    <EntryPage
      key={mail.data ? 'form' : 'loading'}
      title={texts.title}
      lead={mail.data?.available ? texts.lead : undefined}
    >
      <ErrorNote error={mail.error} retry={mail.refetch} />
      {mail.isLoading && <Loading height={90} />}
      {mail.data && !mail.data.available && <Note>{texts.noMail}</Note>}
      {mail.data?.available && (
        <ActionForm
          mutation={request}
          submitLabel={texts.submit}
          busyLabel={texts.busy}
          input={() => (valid ? { body: { email: email.trim() } } : undefined)}
          onDone={() => setAskedFor(email.trim())}
        >
          {(attempted) => (
            <TextInput
              label={texts.email}
              type="email"
              autoComplete="username"
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
              error={attempted && !valid && texts.emailInvalid}
            />
          )}
        </ActionForm>
      )}
      <BackToSignIn />
    </EntryPage>
  )
}
