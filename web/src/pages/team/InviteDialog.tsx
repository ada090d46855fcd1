import { Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { contract, type ReplyOf, type Role } from '../../contract.ts'
import { CopyField } from '../../parts/CopyField.tsx'
import { classes } from '../../parts/class-names.ts'
import { DialogForm } from '../../parts/DialogForm.tsx'
import { Note } from '../../parts/Note.tsx'
import { Time } from '../../parts/Time.tsx'
import typography from '../../parts/typography.module.css'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.invite

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const valid = /^\S+@\S+$/.test(email.trim())
  return (
    <DialogForm
      title={texts.title}
      route={contract.createInvitation}
      invalidates={['listInvitations', 'listAudit']}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      input={() => (valid ? { body: { email: email.trim(), role } } : undefined)}
      result={createdInvitation}
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
    </DialogForm>
  )
}

/** The link can't be shown again. */
function createdInvitation({ invitation, linkPath }: ReplyOf<typeof contract.createInvitation>) {
  return {
    title: texts.resultTitle(invitation.email),
    content: (
      <>
        <Note tone="warning">{texts.resultWarning}</Note>
        <CopyField text={location.origin + linkPath} name={texts.link} />
        <p className={classes(typography.muted, typography.small)}>
          {texts.expiry(<Time at={invitation.expiresAt} />)}
        </p>
      </>
    ),
  }
}
