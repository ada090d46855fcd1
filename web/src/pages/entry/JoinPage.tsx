import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { useApiMutation, useApiQuery } from '../../api/queries.ts'
import { useSetSession } from '../../api/session-state.ts'
import { contract } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import { ActionForm } from '../../parts/forms/ActionForm.tsx'
import { PasswordField } from '../../parts/forms/PasswordField.tsx'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import typography from '../../parts/typography.module.css'
import { Time } from '../../parts/words/Time.tsx'
import { Link } from '../../routing/Link.tsx'
import { navigate, useHash } from '../../routing/location.ts'
import { EntryPage } from './EntryPage.tsx'
import { INCOMPLETE_LINK } from './incomplete-link.ts'
import { rememberInvitation } from './return-path.ts'
import { texts } from './texts.ts'

export function JoinPage() {
  const token = useHash()
  const [password, setPassword] = useState('')
  const [newAccount, setNewAccount] = useState(false)
  const setSession = useSetSession()
  const lookup = useApiQuery(contract.getInvitation, { body: { token } }, { enabled: token !== '' })
  const accept = useApiMutation(contract.acceptInvitation)
  const invitation = lookup.data
  const asksForPassword = invitation !== undefined && !invitation.signedIn
  const label = useApiQuery(contract.getSignOn, {}).data?.label
  const [isTaken, setIsTaken] = useState(false)
  if (accept.error instanceof ApiError && accept.error.code === 'address_taken' && !isTaken) setIsTaken(true)
  const input = () => {
    if (invitation?.signedIn) return { body: { token } }
    return password ? { body: { token, password, ...(newAccount && { newAccount }) } } : undefined
  }
  return (
    <EntryPage
      title={invitation ? texts.join.titleWithTeam(invitation.teamName) : texts.join.title}
      lead={invitation && texts.join.lead(invitation.invitedBy, invitation.email, invitation.role)}
    >
      {token === '' && <ErrorNote error={INCOMPLETE_LINK} />}
      <ErrorNote error={lookup.error} />
      {lookup.isLoading && <Loading height={120} />}
      {invitation && asksForPassword && invitation.requiresSignOn && <Note>{texts.join.noPasswords}</Note>}
      {invitation && !(asksForPassword && invitation.requiresSignOn) && (
        <ActionForm
          mutation={accept}
          submitLabel={texts.join.submit}
          busyLabel={texts.join.busy}
          input={input}
          onDone={(session) => {
            setSession(session)
            navigate('/today', { replace: true })
          }}
        >
          {(attempted) => (
            <>
              {!invitation.signedIn && (
                <PasswordField
                  label={texts.join.password}
                  description={texts.join.passwordDescription}
                  autoComplete="new-password"
                  value={password}
                  onChange={setPassword}
                  error={attempted && !password && texts.join.passwordMissing}
                />
              )}
              {isTaken && (
                <Checkbox
                  label={texts.join.newAccount}
                  description={texts.join.newAccountDescription}
                  checked={newAccount}
                  onChange={(event) => setNewAccount(event.currentTarget.checked)}
                />
              )}
              {invitation.byMail && !invitation.signedIn && (
                <p className={typography.small}>
                  <Link href="/forgot-password" target="_blank">
                    {texts.forgot.title}
                  </Link>
                </p>
              )}
              <p className={classes(typography.muted, typography.small)}>
                {texts.join.expiry(<Time at={invitation.expiresAt} />)}
              </p>
            </>
          )}
        </ActionForm>
      )}
      {label && asksForPassword && (
        <Button component={Link} variant="default" href="/sign-on" onClick={() => rememberInvitation(token)}>
          {texts.join.withProvider(label)}
        </Button>
      )}
    </EntryPage>
  )
}
