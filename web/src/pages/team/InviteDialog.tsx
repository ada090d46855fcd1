import { Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { contract, type Role } from '../../contract.ts'
import { DialogForm, MutationDialog } from '../../parts/forms/DialogForm.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import { useSecretMutation } from '../../secrets/use-secret-mutation.ts'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.invite

interface InviteDialogProps {
  /** Whether the invitation is mailed. Otherwise the owner gets a link to hand over. */
  readonly byMail: boolean
  readonly onClose: () => void
}

export function InviteDialog({ byMail, onClose }: InviteDialogProps) {
  return byMail ? <MailInvitation onClose={onClose} /> : <LinkInvitation onClose={onClose} />
}

function MailInvitation({ onClose }: { onClose: () => void }) {
  const invite = useInvite()
  return (
    <DialogForm
      title={texts.title}
      route={contract.sendInvitation}
      invalidates={['listInvitations', 'listAudit']}
      submitLabel={texts.send}
      busyLabel={texts.sending}
      input={invite.input}
      doneToast={({ invitation }) => texts.sent(invitation.email)}
      onClose={onClose}
    >
      {(attempted) => <InviteFields {...invite} attempted={attempted} />}
    </DialogForm>
  )
}

function LinkInvitation({ onClose }: { onClose: () => void }) {
  const invite = useInvite()
  const { data } = useApiQuery(contract.listInvitations, {})
  const create = useSecretMutation(contract.createInvitation, {
    invalidates: ['listInvitations', 'listAudit'],
    secret: ({ invitation, linkPath }) => ({
      kind: 'invitation',
      email: invitation.email,
      linkPath,
      expiresAt: invitation.expiresAt,
    }),
    attempt: ({ body }) => ({
      kind: 'invite',
      subject: body.email.toLowerCase(),
      known: data?.invitations.map(({ id }) => id) ?? [],
    }),
    created: ({ invitation }) => invitation.id,
  })
  return (
    <MutationDialog
      title={texts.title}
      mutation={create}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      input={invite.input}
      onClose={onClose}
    >
      {(attempted) => (
        <>
          <InviteFields {...invite} attempted={attempted} />
          <Note>{texts.noMail}</Note>
        </>
      )}
    </MutationDialog>
  )
}

function useInvite() {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const valid = /^[^\s@]+@\S+$/.test(email.trim())
  const input = () => (valid ? { body: { email: email.trim(), role } } : undefined)
  return { email, setEmail, role, setRole, valid, input }
}

type InviteFieldsProps = ReturnType<typeof useInvite> & { readonly attempted: boolean }

function InviteFields({ email, setEmail, role, setRole, valid, attempted }: InviteFieldsProps) {
  return (
    <>
      <TextInput
        data-autofocus
        type="email"
        label={texts.email}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={attempted && !valid && texts.emailInvalid}
      />
      <Radio.Group label={texts.role} value={role} onChange={(value) => setRole(value as Role)}>
        <Stack gap={8} mt={8}>
          <Radio value="member" label={allTexts.roles.member} description={texts.memberDescription} />
          <Radio value="owner" label={allTexts.roles.owner} description={texts.ownerDescription} />
        </Stack>
      </Radio.Group>
    </>
  )
}
