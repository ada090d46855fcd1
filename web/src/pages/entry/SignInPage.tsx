import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { providerSignOutUrl } from '../../api/provider-sign-out.ts'
import { useApiMutation, useApiQuery } from '../../api/queries.ts'
import { useCurrentSession, useSetSession } from '../../api/session-state.ts'
import { contract } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import { ActionForm } from '../../parts/forms/ActionForm.tsx'
import { PasswordField } from '../../parts/forms/PasswordField.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import typography from '../../parts/typography.module.css'
import { Link } from '../../routing/Link.tsx'
import { EntryPage } from './EntryPage.tsx'
import { rememberReturnPath } from './return-path.ts'
import { texts } from './sign-in-texts.ts'

/** When the field appears. */
const focusOnce = (field: HTMLInputElement | null) => field?.focus()

export function SignInPage() {
  const ended = useCurrentSession().data?.previous
  const [email, setEmail] = useState(ended?.account.email ?? '')
  const [password, setPassword] = useState('')
  const setSession = useSetSession()
  const signIn = useApiMutation(contract.signIn)
  const label = useApiQuery(contract.getSignOn, {}).data?.label
  const signOutUrl = providerSignOutUrl()
  const [code, setCode] = useState('')
  const { error } = signIn
  const needsCode = error instanceof ApiError && error.code === 'second_factor_required' ? error.message : undefined
  const [asked, setAsked] = useState<string>()
  if (needsCode && !asked) setAsked(needsCode)
  const complete = email.trim() !== '' && password !== ''
  return (
    <EntryPage title={texts.title} lead={texts.lead}>
      {ended && <Note>{texts.sessionEnded}</Note>}
      {signOutUrl && (
        <Note>
          {texts.stillAtProvider} <a href={signOutUrl}>{texts.signOutThere}</a>
        </Note>
      )}
      <ActionForm
        mutation={signIn}
        submitLabel={texts.submit}
        busyLabel={texts.busy}
        input={() => (complete ? { body: { email: email.trim(), password, ...(code && { code }) } } : undefined)}
        onDone={setSession}
        shownInField={needsCode}
      >
        {(attempted) => (
          <>
            <TextInput
              label={texts.email}
              type="email"
              autoComplete="username"
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
              error={attempted && !email.trim() && texts.emailMissing}
            />
            <PasswordField
              label={texts.password}
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
              error={attempted && !password && texts.passwordMissing}
            />
            {asked && (
              <TextInput
                ref={focusOnce}
                label={texts.code}
                description={asked}
                autoComplete="one-time-code"
                value={code}
                onChange={(event) => setCode(event.currentTarget.value)}
              />
            )}
          </>
        )}
      </ActionForm>
      {label && (
        <Button
          component={Link}
          variant="default"
          href="/sign-on"
          // Over a page with unsaved input, as below.
          target={ended ? '_blank' : undefined}
          onClick={rememberReturnPath}
        >
          {texts.withProvider(label)}
        </Button>
      )}
      <Help isOver={ended !== undefined} hasProvider={Boolean(label)} />
    </EntryPage>
  )
}

/** `isOver`: the form is shown over a page of a session that has ended. */
function Help({ isOver, hasProvider }: { isOver: boolean; hasProvider: boolean }) {
  const mail = useApiQuery(contract.getMail, {}).data
  return (
    <div className={classes(typography.muted, typography.small)}>
      {hasProvider && isOver && <p>{texts.inNewTab}</p>}
      {mail?.available && (
        <p>
          {/* Over a page with unsaved input, the sign-in form stays where it is. */}
          <Link href="/forgot-password" target={isOver ? '_blank' : undefined}>
            {texts.forgot}
          </Link>
        </p>
      )}
      {mail && !mail.available && <p>{texts.forgotWithoutMail}</p>}
      <p>{texts.noSignUp}</p>
    </div>
  )
}
