import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation, useApiQuery, useSetSession } from '../../api/queries.ts'
import { contract } from '../../contract.ts'
import { ActionForm } from '../../parts/ActionForm.tsx'
import { classes } from '../../parts/classes.ts'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Loading } from '../../parts/Loading.tsx'
import { PASSWORD_EYE } from '../../parts/password-eye.ts'
import { Time } from '../../parts/Time.tsx'
import typography from '../../parts/typography.module.css'
import { navigate, useHash } from '../../routing/location.ts'
import { Entry } from './Entry.tsx'
import { LINK_NOT_WHOLE } from './link-not-whole.ts'

export function JoinPage() {
  const token = useHash()
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const enter = useSetSession()
  const look = useApiQuery(contract.lookAtInvitation, { body: { token } }, { enabled: token !== '' })
  const accept = useApiMutation(contract.acceptInvitation)
  const invitation = look.data
  const submit = () => {
    setTried(true)
    if (!invitation?.signedIn && !password) return
    accept.mutate(
      { body: { token, ...(!invitation?.signedIn && { password }) } },
      {
        onSuccess: (session) => {
          enter(session)
          navigate('/keys', { replace: true })
        },
      },
    )
  }
  return (
    <Entry
      title={invitation ? `Join ${invitation.teamName}` : 'Join a team'}
      lead={
        invitation &&
        `${invitation.invitedBy ?? 'An owner'} invites ${invitation.email} as ${invitation.role === 'owner' ? 'an owner, who sees and changes everything' : 'a member, who sees everything and changes nothing'}.`
      }
    >
      {token === '' && <ErrorNote error={LINK_NOT_WHOLE} />}
      <ErrorNote error={look.error} />
      {look.isLoading && <Loading height={120} />}
      {invitation && (
        <ActionForm
          submitLabel="Accept the invitation"
          busyLabel="Joining …"
          pending={accept.isPending}
          error={accept.error}
          onSubmit={submit}
        >
          {!invitation.signedIn && (
            <PasswordInput
              label="Password"
              description="Have you an account with this address already? Then its password. If not, choose one of at least 8 characters."
              autoComplete="new-password"
              visibilityToggleButtonProps={PASSWORD_EYE}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              error={tried && !password && 'Enter a password.'}
            />
          )}
          <p className={classes(typography.muted, typography.small)}>
            The invitation works once and ends <Time at={invitation.expiresAt} />.
          </p>
        </ActionForm>
      )}
    </Entry>
  )
}
