import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '../../api/queries.ts'
import { contract, type Role } from '../../contract.ts'
import { ActionForm } from '../../parts/ActionForm.tsx'
import { CopyField } from '../../parts/CopyField.tsx'
import { classes } from '../../parts/classes.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { Note } from '../../parts/Note.tsx'
import { Time } from '../../parts/Time.tsx'
import typography from '../../parts/typography.module.css'

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const [tried, setTried] = useState(false)
  const invite = useApiMutation(contract.createInvitation, { invalidates: ['listInvitations', 'listAudit'] })
  const problem = !/^\S+@\S+$/.test(email.trim()) && 'Enter an email address.'
  const submit = () => {
    setTried(true)
    if (!problem) invite.mutate({ body: { email: email.trim(), role } })
  }
  if (invite.data) {
    const { invitation, linkPath } = invite.data
    return (
      <Dialog title={`Invitation for ${invitation.email}`} onClose={onClose} persistent>
        <Note tone="warning">
          Copy the link now and send it yourself: it is not shown again. Whoever has it can join in their place.
        </Note>
        <CopyField text={location.origin + linkPath} name="Link" />
        <p className={classes(typography.muted, typography.small)}>
          It works once and ends <Time at={invitation.expiresAt} />.
        </p>
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Dialog>
    )
  }
  return (
    <Dialog title="Invite a member" onClose={onClose}>
      <ActionForm
        submitLabel="Make the invitation"
        busyLabel="Making it …"
        pending={invite.isPending}
        error={invite.error}
        onSubmit={submit}
        onCancel={onClose}
      >
        <TextInput
          data-autofocus
          type="email"
          label="Email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={tried && problem}
        />
        <Radio.Group label="Role" value={role} onChange={(value) => setRole(value as Role)}>
          <Stack gap={8} mt={8}>
            <Radio value="member" label="Member" description="Sees keys, webhooks, usage and team." />
            <Radio value="owner" label="Owner" description="Changes them, and invites and removes people." />
          </Stack>
        </Radio.Group>
      </ActionForm>
    </Dialog>
  )
}
