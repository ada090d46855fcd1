import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { contract, MAX_MEMBERS, MAX_OPEN_INVITATIONS, type MemberReply } from '../../contract.ts'
import { Note } from '../../parts/notes/Note.tsx'
import { Page } from '../../parts/Page.tsx'
import { Words } from '../../parts/words/Words.tsx'
import { useCommand } from '../../routing/use-command.ts'
import { useCan, useSession } from '../../session.ts'
import { ChangeRoleDialog } from './ChangeRoleDialog.tsx'
import { Invitations } from './Invitations.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { Members } from './Members.tsx'
import { RemoveMemberDialog } from './RemoveMemberDialog.tsx'
import { SignOn } from './SignOn.tsx'
import { TeamTabs } from './TeamTabs.tsx'
import { texts } from './texts.ts'

type OpenDialog = { readonly name: 'invite' } | { readonly name: 'role' | 'remove'; readonly member: MemberReply }

export function TeamPage() {
  const { team, role } = useSession()
  const can = useCan()
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const invite = () => setDialog({ name: 'invite' })
  const listed = useApiQuery(contract.listMembers, {})
  const members = listed.data?.members.length ?? 0
  const mail = useApiQuery(contract.getMail, {}).data
  const invitations = useApiQuery(contract.listInvitations, {}).data?.invitations.length ?? 0
  const full = members >= MAX_MEMBERS || invitations >= MAX_OPEN_INVITATIONS
  useCommand('invite', invite, can('createInvitation') && !full && mail !== undefined)
  return (
    <Page
      title={texts.title}
      lead={<Words text={texts.lead(team.name, team.plan)} />}
      action={can('createInvitation') && !full && <Button onClick={invite}>{texts.invite.open}</Button>}
    >
      <TeamTabs current="/team" />
      {role === 'member' && <Note>{texts.memberNote}</Note>}
      {full && can('createInvitation') && (
        <Note tone="warning">{texts.invite.limitReached(MAX_OPEN_INVITATIONS, MAX_MEMBERS)}</Note>
      )}
      <Members
        onChangeRole={(member) => setDialog({ name: 'role', member })}
        onRemove={(member) => setDialog({ name: 'remove', member })}
      />
      {/* Rendered only when the list above has loaded: it would push them down. */}
      {!listed.isPending && <Invitations byMail={mail?.available ?? false} onInvite={full ? undefined : invite} />}
      {!listed.isPending && <SignOn />}
      {dialog?.name === 'invite' && mail && <InviteDialog byMail={mail.available} onClose={close} />}
      {dialog?.name === 'role' && <ChangeRoleDialog member={dialog.member} onClose={close} />}
      {dialog?.name === 'remove' && <RemoveMemberDialog member={dialog.member} onClose={close} />}
    </Page>
  )
}
