import { useApiMutation } from '../../api/queries.ts'
import { contract, type MemberReply } from '../../contract.ts'
import { ActionForm } from '../../parts/ActionForm.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { useToast } from '../../parts/Toasts.tsx'

export function ChangeRoleDialog({ member, onClose }: { member: MemberReply; onClose: () => void }) {
  const toast = useToast()
  const change = useApiMutation(contract.changeRole, { invalidates: ['listMembers', 'listAudit', 'whoAmI'] })
  const role = member.role === 'owner' ? 'member' : 'owner'
  const words = role === 'owner' ? 'an owner' : 'a member'
  const submit = () =>
    change.mutate(
      { params: { accountId: member.accountId }, body: { role } },
      {
        onSuccess: () => {
          toast(`${member.email} is now ${words}`)
          onClose()
        },
      },
    )
  return (
    <Dialog title={`Make ${member.email} ${words}?`} onClose={onClose}>
      <ActionForm
        submitLabel={`Make ${words}`}
        busyLabel="Changing …"
        pending={change.isPending}
        error={change.error}
        onSubmit={submit}
        onCancel={onClose}
      >
        <p>
          {role === 'owner'
            ? 'They can then create and revoke keys, change webhooks, and invite and remove people, you too.'
            : member.you
              ? 'You can then see everything and change nothing. Only another owner can make you an owner again.'
              : 'They can then see everything and change nothing. It holds from their next click on.'}
        </p>
      </ActionForm>
    </Dialog>
  )
}
