import { Button } from '@mantine/core'
import { useState } from 'react'
import type { MemberReply } from '../../contract.ts'
import { Note } from '../../parts/Note.tsx'
import { Page } from '../../parts/Page.tsx'
import { useCan, useSession } from '../../session.ts'
import { ChangeRoleDialog } from './ChangeRoleDialog.tsx'
import { Invitations } from './Invitations.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { Members } from './Members.tsx'
import { RemoveMemberDialog } from './RemoveMemberDialog.tsx'
import { TeamTabs } from './TeamTabs.tsx'
import { texts } from './texts.ts'

type OpenDialog = { readonly name: 'invite' } | { readonly name: 'role' | 'remove'; readonly member: MemberReply }

export function TeamPage() {
  const { team, role } = useSession()
  const can = useCan()
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const invite = () => setDialog({ name: 'invite' })
  return (
    <Page
      title={texts.title}
      lead={texts.lead(team.name, team.plan)}
      action={can('createInvitation') && <Button onClick={invite}>{texts.invite.open}</Button>}
    >
      <TeamTabs current="/team" />
      {role === 'member' && <Note>{texts.memberNote}</Note>}
      <Members
        onChangeRole={(member) => setDialog({ name: 'role', member })}
        onRemove={(member) => setDialog({ name: 'remove', member })}
      />
      <Invitations onInvite={invite} />
      {dialog?.name === 'invite' && <InviteDialog onClose={close} />}
      {dialog?.name === 'role' && <ChangeRoleDialog member={dialog.member} onClose={close} />}
      {dialog?.name === 'remove' && <RemoveMemberDialog member={dialog.member} onClose={close} />}
    </Page>
  )
}
