import { contract, type MemberReply } from '../../contract.ts'
import { DialogForm } from '../../parts/forms/DialogForm.tsx'
import { otherRole } from './other-role.ts'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.changeRole

export function ChangeRoleDialog({ member, onClose }: { member: MemberReply; onClose: () => void }) {
  const { accountId, email, you } = member
  const role = otherRole(member.role)
  return (
    <DialogForm
      title={texts.title(email, role)}
      route={contract.changeRole}
      invalidates={['listMembers', 'listAudit', 'whoAmI']}
      submitLabel={texts.submit(role)}
      busyLabel={texts.busy}
      input={() => ({ params: { accountId }, body: { role } })}
      doneToast={texts.done(email, role)}
      onClose={onClose}
    >
      <p>{role === 'owner' ? texts.toOwner : you ? texts.yourself : texts.toMember}</p>
    </DialogForm>
  )
}
