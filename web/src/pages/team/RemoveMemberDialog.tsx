import { useApiMutation } from '../../api/queries.ts'
import { contract, type MemberReply } from '../../contract.ts'
import { ActionForm } from '../../parts/ActionForm.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { useToast } from '../../parts/Toasts.tsx'

export function RemoveMemberDialog({ member, onClose }: { member: MemberReply; onClose: () => void }) {
  const toast = useToast()
  const remove = useApiMutation(contract.removeMember, {
    invalidates: member.you ? ['whoAmI'] : ['listMembers', 'listAudit'],
  })
  const submit = () =>
    remove.mutate(
      { params: { accountId: member.accountId } },
      {
        onSuccess: () => {
          toast(member.you ? 'You have left the team' : `${member.email} is removed`)
          onClose()
        },
      },
    )
  return (
    <Dialog title={member.you ? 'Leave the team?' : `Remove ${member.email}?`} onClose={onClose}>
      <ActionForm
        danger
        submitLabel={member.you ? 'Leave the team' : 'Remove from the team'}
        busyLabel="Removing …"
        pending={remove.isPending}
        error={remove.error}
        onSubmit={submit}
        onCancel={onClose}
      >
        <p>
          {member.you ? 'You are signed out of this team at once.' : 'They are signed out of this team at once.'} Keys
          that {member.you ? 'you' : 'they'} made go on working: rotate those that should not.
        </p>
      </ActionForm>
    </Dialog>
  )
}
