import { Button } from '@mantine/core'
import { useApiMutation, useApiQuery } from '../../api/queries.ts'
import { contract, type InvitationReply } from '../../contract.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { RowMenu } from '../../parts/RowMenu.tsx'
import { Section } from '../../parts/Section.tsx'
import { Table } from '../../parts/Table.tsx'
import { Time } from '../../parts/Time.tsx'
import { useToast } from '../../parts/Toasts.tsx'
import typography from '../../parts/typography.module.css'
import { useCan } from '../../session.ts'

/** Those that are open. Their links were shown when they were made, and cannot be shown again. */
export function Invitations({ onInvite }: { onInvite: () => void }) {
  const can = useCan()
  const toast = useToast()
  const { data, error, refetch } = useApiQuery(contract.listInvitations, {})
  const revoke = useApiMutation(contract.revokeInvitation, { invalidates: ['listInvitations', 'listAudit'] })
  const takeBack = ({ id, email }: InvitationReply) =>
    revoke.mutate(
      { params: { invitationId: id } },
      {
        onSuccess: () => toast(`The invitation of ${email} is taken back`),
        onError: ({ message }) => toast(message),
      },
    )
  return (
    <Section
      title="Open invitations"
      lead="Each link works once, for seven days. A new one for the same address replaces the old."
    >
      {error && !data ? (
        <ErrorNote title="The invitations cannot be shown" error={error} retry={refetch} />
      ) : data?.invitations.length === 0 ? (
        <EmptyState
          title="Nobody is invited"
          action={
            can('createInvitation') && (
              <Button variant="default" onClick={onInvite}>
                Invite member
              </Button>
            )
          }
        >
          {can('createInvitation')
            ? 'Invite somebody by their email address, and hand them the link that you get.'
            : 'An owner can invite more people.'}
        </EmptyState>
      ) : (
        <Table
          label="Open invitations"
          rows={data?.invitations}
          rowKey={({ id }) => id}
          skeletonRows={1}
          columns={[
            { label: 'Person', cell: ({ email }) => <span className={typography.breakWord}>{email}</span> },
            { label: 'Role', cell: ({ role }) => (role === 'owner' ? 'Owner' : 'Member') },
            {
              label: 'Invited by',
              cell: ({ invitedBy }) => <span className={typography.breakWord}>{invitedBy ?? 'Somebody who left'}</span>,
            },
            { label: 'Made', cell: ({ createdAt }) => <Time at={createdAt} /> },
            { label: 'Ends', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
            {
              label: 'Actions',
              menu: true,
              cell: (invitation) => (
                <RowMenu
                  subject={`the invitation of ${invitation.email}`}
                  actions={
                    can('revokeInvitation')
                      ? [{ label: 'Take back', danger: true, run: () => takeBack(invitation) }]
                      : []
                  }
                />
              ),
            },
          ]}
        />
      )}
    </Section>
  )
}
