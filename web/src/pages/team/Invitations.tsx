import { Button } from '@mantine/core'
import { useApiMutation, useApiQuery } from '../../api/queries.ts'
import { contract, type InvitationReply } from '../../contract.ts'
import { EmptyState } from '../../parts/notes/EmptyState.tsx'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { useToast } from '../../parts/notes/Toasts.tsx'
import { Section } from '../../parts/Section.tsx'
import { RowMenu } from '../../parts/tables/RowMenu.tsx'
import { type Column, Table } from '../../parts/tables/Table.tsx'
import { sharedTexts } from '../../parts/texts.ts'
import { Time } from '../../parts/words/Time.tsx'
import { Words } from '../../parts/words/Words.tsx'
import { LostReply } from '../../secrets/LostReply.tsx'
import { texts as secretTexts } from '../../secrets/texts.ts'
import { useUnanswered } from '../../secrets/unanswered.ts'
import { useCan, useOwner } from '../../session.ts'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.invitations

interface InvitationsProps {
  /** Whether invitations are mailed. Otherwise a link is shown once, when it is created. */
  readonly byMail: boolean
  readonly onInvite: (() => void) | undefined
}

/** The open invitations. */
export function Invitations({ byMail, onInvite }: InvitationsProps) {
  const can = useCan()
  const { data, error, refetch } = useApiQuery(contract.listInvitations, {}, byMail ? { refetchSeconds: 5 } : {})
  const attempts = useUnanswered(useOwner(), ['invite'])
  const wasCreated = ({ subject, known }: (typeof attempts)[number]) =>
    data?.invitations.some(({ id, email }) => email === subject && !known.includes(id))
  const columns = useColumns(byMail)
  const invite = onInvite && can('createInvitation') && (
    <Button variant="default" onClick={onInvite}>
      {allTexts.invite.open}
    </Button>
  )
  return (
    <Section title={texts.title} lead={byMail ? texts.leadByMail : texts.lead}>
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
          {can('createInvitation') ? (byMail ? texts.empty.ownerByMail : texts.empty.owner) : texts.empty.member}
        </EmptyState>
      ) : (
        <Table
          label={texts.title}
          rows={data?.invitations}
          rowKey={({ id }) => id}
          skeletonRows={1}
          columns={columns}
        />
      )}
    </Section>
  )
}

function useColumns(byMail: boolean): readonly Column<InvitationReply>[] {
  const can = useCan()
  const toast = useToast()
  const send = useApiMutation(contract.sendInvitation, { invalidates: ['listInvitations', 'listAudit'] })
  const sendAgain = ({ email, role }: InvitationReply) =>
    send.mutate(
      { body: { email, role } },
      { onSuccess: () => toast(allTexts.invite.sent(email)), onError: ({ message }) => toast(message) },
    )
  const revoke = useApiMutation(contract.revokeInvitation, { invalidates: ['listInvitations', 'listAudit'] })
  const revokeInvitation = ({ id, email }: InvitationReply) =>
    revoke.mutate(
      { params: { invitationId: id } },
      { onSuccess: () => toast(texts.revoked(email)), onError: ({ message }) => toast(message) },
    )
  return [
    { label: texts.columns.email, cell: ({ email }) => <Words text={email} /> },
    { label: texts.columns.role, cell: ({ role }) => allTexts.roles[role] },
    {
      label: texts.columns.invitedBy,
      cell: ({ invitedBy }) => <Words text={invitedBy ?? texts.formerMember} />,
    },
    ...(byMail
      ? [{ label: texts.columns.mail, cell: ({ mail }: InvitationReply) => <Words text={texts.mail(mail)} /> }]
      : []),
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
              ? [
                  ...(byMail ? [{ label: texts.sendAgain, run: () => sendAgain(invitation) }] : []),
                  { label: texts.revoke, danger: true, run: () => revokeInvitation(invitation) },
                ]
              : []
          }
        />
      ),
    },
  ]
}
