import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '../../api/queries.ts'
import { contract, type WebhookReply } from '../../contract.ts'
import { CopyField, MaskedField } from '../../parts/CopyField.tsx'
import { classes } from '../../parts/class-names.ts'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Section } from '../../parts/Section.tsx'
import { Time } from '../../parts/Time.tsx'
import typography from '../../parts/typography.module.css'
import { useCan } from '../../session.ts'
import { RotateAuthKeyDialog } from './RotateAuthKeyDialog.tsx'
import { texts } from './texts.ts'

/** For owners only. Each reveal is written to the audit log. */
export function AuthKeySection({ webhook }: { webhook: WebhookReply }) {
  const can = useCan()
  const reveal = useApiMutation(contract.revealWebhookKey, { invalidates: ['listAudit'] })
  const [rotating, setRotating] = useState(false)
  if (!can('revealWebhookKey')) return null
  const authKey = reveal.data?.authKey
  const toggle = () =>
    authKey === undefined ? reveal.mutate({ params: { webhookId: webhook.id }, body: {} }) : reveal.reset()
  const closeRotation = () => {
    setRotating(false)
    reveal.reset()
  }
  return (
    <Section
      title={texts.authKey.label}
      lead={texts.authKey.lead}
      action={
        <Group gap={8}>
          <Button variant="default" size="xs" loading={reveal.isPending} onClick={toggle}>
            {authKey === undefined ? texts.authKey.reveal : texts.authKey.hide}
          </Button>
          <Button variant="default" size="xs" onClick={() => setRotating(true)}>
            {texts.authKey.rotate}
          </Button>
        </Group>
      }
    >
      <ErrorNote error={reveal.error} />
      {authKey === undefined ? <MaskedField /> : <CopyField text={authKey} name={texts.authKey.label} />}
      {webhook.keyOverlapUntil && (
        <p className={classes(typography.muted, typography.small)}>
          {texts.authKey.fallbackEnds(<Time at={webhook.keyOverlapUntil} />)}
        </p>
      )}
      {rotating && <RotateAuthKeyDialog webhookId={webhook.id} onClose={closeRotation} />}
    </Section>
  )
}
