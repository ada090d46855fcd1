import { Button } from '@mantine/core'
import { useAct, useAsk } from '../../api/queries.ts'
import { contract, type InvitationReply } from '../../contract.ts'
import { Empty, ErrorNote } from '../../parts/Note.tsx'
import { Section } from '../../parts/Page.tsx'
import { RowMenu } from '../../parts/RowMenu.tsx'
import { Table } from '../../parts/Table.tsx'
import { Time } from '../../parts/Time.tsx'
import { useToast } from '../../parts/Toasts.tsx'
import { useMay } from '../../session.ts'

/** Those that are open. Their links were shown when they were made, and cannot be shown again. */
export function Invitations({ onInvite }: { onInvite: () => void }) {
  const may = useMay()
  const toast = useToast()
  const { data, error, refetch } = useAsk(contract.listInvitations, {})
  const revoke = useAct(contract.revokeInvitation, { changes: ['listInvitations', 'listAudit'] })
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
        <Empty
          title="Nobody is invited"
          action={
            may('createInvitation') && (
              <Button variant="default" onClick={onInvite}>
                Invite member
              </Button>
            )
          }
        >
          {may('createInvitation')
            ? 'Invite somebody by their email address, and hand them the link that you get.'
            : 'An owner can invite more people.'}
        </Empty>
      ) : (
        <Table
          label="Open invitations"
          rows={data?.invitations}
          rowKey={({ id }) => id}
          skeletons={1}
          columns={[
            { label: 'Person', cell: ({ email }) => <span className="break">{email}</span> },
            { label: 'Role', cell: ({ role }) => (role === 'owner' ? 'Owner' : 'Member') },
            {
              label: 'Invited by',
              cell: ({ invitedBy }) => <span className="break">{invitedBy ?? 'Somebody who left'}</span>,
            },
            { label: 'Made', cell: ({ createdAt }) => <Time at={createdAt} /> },
            { label: 'Ends', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
            {
              label: 'Actions',
              menu: true,
              cell: (invitation) => (
                <RowMenu
                  of={`the invitation of ${invitation.email}`}
                  deeds={
                    may('revokeInvitation')
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
