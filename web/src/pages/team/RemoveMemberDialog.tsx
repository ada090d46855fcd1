import { useSetSession } from '../../api/session-state.ts'
import { contract, type MemberReply } from '../../contract.ts'
import { DialogForm } from '../../parts/forms/DialogForm.tsx'
import { navigate } from '../../routing/location.ts'
import { texts } from './texts.ts'

interface RemoveMemberDialogProps {
  readonly member: MemberReply
  readonly onClose: () => void
}

/** Removes a member, or lets you leave the team if the member is you. */
export function RemoveMemberDialog({ member: { accountId, email, you }, onClose }: RemoveMemberDialogProps) {
  const { submit, busy, warning } = you ? texts.leave : texts.remove
  const setSession = useSetSession()
  const signOut = () => {
    navigate('/sign-in')
    setSession(null)
  }
  return (
    <DialogForm
      title={you ? texts.leave.title : texts.remove.title(email)}
      route={contract.removeMember}
      invalidates={you ? [] : ['listMembers', 'listAudit']}
      danger
      submitLabel={submit}
      busyLabel={busy}
      input={() => ({ params: { accountId } })}
      doneToast={you ? texts.leave.done : texts.remove.done(email)}
      {...(you && { onDone: signOut })}
      onClose={onClose}
    >
      <p>{warning}</p>
    </DialogForm>
  )
}
