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
import { sharedTexts } from '../../parts/texts.ts'
import { Words } from '../../parts/Words.tsx'
import { LostReply } from '../../secrets/LostReply.tsx'
import { texts as secretTexts } from '../../secrets/texts.ts'
import { useUnanswered } from '../../secrets/unanswered.ts'
import { useCan, useOwner } from '../../session.ts'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.invitations

/** The open invitations. A link is shown only when it is created. */
export function Invitations({ onInvite }: { onInvite: (() => void) | undefined }) {
  const can = useCan()
  const toast = useToast()
  const { data, error, refetch } = useApiQuery(contract.listInvitations, {})
  const attempts = useUnanswered(useOwner(), ['invite'])
  const wasCreated = ({ subject, known }: (typeof attempts)[number]) =>
    data?.invitations.some(({ id, email }) => email === subject && !known.includes(id))
  const revoke = useApiMutation(contract.revokeInvitation, { invalidates: ['listInvitations', 'listAudit'] })
  const revokeInvitation = ({ id, email }: InvitationReply) =>
    revoke.mutate(
      { params: { invitationId: id } },
      { onSuccess: () => toast(texts.revoked(email)), onError: ({ message }) => toast(message) },
    )
  const invite = onInvite && can('createInvitation') && (
    <Button variant="default" onClick={onInvite}>
      {allTexts.invite.open}
    </Button>
  )
  return (
    <Section title={texts.title} lead={texts.lead}>
      {data &&
        attempts.map((attempt) => (
          <LostReply key={attempt.id} attempt={attempt}>
            <Words
              text={(wasCreated(attempt) ? secretTexts.lost.invited : secretTexts.lost.notInvited)(attempt.subject)}
            />
          </LostReply>
        ))}
      {error && !data ? (
        <ErrorNote title={texts.loadFailed} error={error} retry={refetch} />
      ) : data?.invitations.length === 0 ? (
        <EmptyState title={texts.empty.title} action={invite}>
          {can('createInvitation') ? texts.empty.owner : texts.empty.member}
        </EmptyState>
      ) : (
        <Table
          label={texts.title}
          rows={data?.invitations}
          rowKey={({ id }) => id}
          skeletonRows={1}
          columns={[
            { label: texts.columns.email, cell: ({ email }) => <Words text={email} /> },
            { label: texts.columns.role, cell: ({ role }) => allTexts.roles[role] },
            {
              label: texts.columns.invitedBy,
              cell: ({ invitedBy }) => <Words text={invitedBy ?? texts.formerMember} />,
            },
            { label: texts.columns.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
            { label: texts.columns.expires, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
            {
              label: sharedTexts.actions,
              menu: true,
              cell: (invitation) => (
                <RowMenu
                  subject={texts.subject(invitation.email)}
                  actions={
                    can('revokeInvitation')
                      ? [{ label: texts.revoke, danger: true, run: () => revokeInvitation(invitation) }]
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
