import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation, useApiQuery, useSetSession } from '../../api/queries.ts'
import { contract, type OpenSessionReply } from '../../contract.ts'
import { ActionForm } from '../../parts/ActionForm.tsx'
import { classes } from '../../parts/classes.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { pluralize } from '../../parts/format.ts'
import { Section } from '../../parts/Section.tsx'
import { Table } from '../../parts/Table.tsx'
import { Time } from '../../parts/Time.tsx'
import { useToast } from '../../parts/Toasts.tsx'
import typography from '../../parts/typography.module.css'
import { navigate } from '../../routing/location.ts'
import { browserOf } from './browser-of.ts'

export function Sessions() {
  const toast = useToast()
  const { data, error, refetch } = useApiQuery(contract.listSessions, {})
  const end = useApiMutation(contract.endSession, { invalidates: ['listSessions', 'listAudit'] })
  const [leaving, setLeaving] = useState(false)
  const endOne = ({ id }: OpenSessionReply) =>
    end.mutate(
      { params: { sessionId: id } },
      { onSuccess: () => toast('The session is ended'), onError: ({ message }) => toast(message) },
    )
  return (
    <Section
      title="Sessions"
      lead="Where you are signed in. A session ends after a week without use, and after thirty days in any case."
      action={
        <Button variant="default" size="xs" onClick={() => setLeaving(true)}>
          Sign out everywhere…
        </Button>
      }
    >
      {error && !data ? (
        <ErrorNote title="The sessions cannot be shown" error={error} retry={refetch} />
      ) : (
        <Table
          label="Sessions"
          rows={data?.sessions}
          rowKey={({ id }) => id}
          skeletonRows={2}
          columns={[
            {
              label: 'Browser',
              cell: ({ userAgent, current }) => (
                <span title={userAgent ?? undefined}>
                  {browserOf(userAgent)} {current && <span className="tag">This one</span>}
                </span>
              ),
            },
            { label: 'Team', cell: ({ teamName }) => <span className={typography.breakWord}>{teamName}</span> },
            {
              label: 'Address',
              cell: ({ address }) => (
                <span className={classes(typography.mono, typography.breakWord)}>{address ?? 'Unknown'}</span>
              ),
            },
            { label: 'Signed in', cell: ({ signedInAt }) => <Time at={signedInAt} /> },
            { label: 'Last seen', cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
            {
              label: 'Actions',
              menu: true,
              cell: (session) =>
                !session.current && (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`End the session of ${browserOf(session.userAgent)} at ${session.address ?? 'an unknown address'}`}
                    onClick={() => endOne(session)}
                  >
                    End
                  </Button>
                ),
            },
          ]}
        />
      )}
      {leaving && <SignOutEverywhere onClose={() => setLeaving(false)} />}
    </Section>
  )
}

function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const toast = useToast()
  const enter = useSetSession()
  const leave = useApiMutation(contract.signOutEverywhere)
  const endOthers = useApiMutation(contract.signOutEverywhere, { invalidates: ['listSessions', 'listAudit'] })
  const others = () =>
    endOthers.mutate(
      { body: { keepThisSession: true } },
      {
        onSuccess: ({ sessionsEnded }) => {
          toast(
            sessionsEnded === 0 ? 'No other session was open' : `${pluralize(sessionsEnded, 'other session')} ended`,
          )
          onClose()
        },
      },
    )
  const all = () =>
    leave.mutate(
      { body: { keepThisSession: false } },
      {
        onSuccess: () => {
          navigate('/sign-in')
          enter(null)
        },
      },
    )
  return (
    <Dialog title="Sign out everywhere?" onClose={onClose}>
      <ActionForm
        danger
        submitLabel="Sign out here too"
        busyLabel="Signing out …"
        pending={leave.isPending || endOthers.isPending}
        error={leave.error ?? endOthers.error}
        onSubmit={all}
        onCancel={onClose}
      >
        <p>All sessions of your account end at once, in every team. Keys and webhooks go on.</p>
        <Group>
          <Button variant="default" onClick={others}>
            End the other sessions only
          </Button>
        </Group>
      </ActionForm>
    </Dialog>
  )
}
