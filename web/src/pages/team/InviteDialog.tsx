import { Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { contract, type Role } from '../../contract.ts'
import { MutationDialog } from '../../parts/DialogForm.tsx'
import { useSecretMutation } from '../../secrets/use-secret-mutation.ts'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.invite

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const valid = /^\S+@\S+$/.test(email.trim())
  const { data } = useApiQuery(contract.listInvitations, {})
  const invite = useSecretMutation(contract.createInvitation, {
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
      mutation={invite}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      input={() => (valid ? { body: { email: email.trim(), role } } : undefined)}
      onClose={onClose}
    >
      {(attempted) => (
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
      )}
    </MutationDialog>
  )
}
