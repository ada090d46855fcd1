import { Button, Group, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '../../api/queries.ts'
import { contract, OVERLAPS, type WebhookReply } from '../../contract.ts'
import { ActionForm } from '../../parts/ActionForm.tsx'
import { CopyField } from '../../parts/CopyField.tsx'
import { classes } from '../../parts/classes.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Section } from '../../parts/Section.tsx'
import { Time } from '../../parts/Time.tsx'
import typography from '../../parts/typography.module.css'
import { useCan } from '../../session.ts'
import { AuthKeyField, authKeyProblem, type ChosenKey } from './AuthKeyField.tsx'

/** Only owners see this. Each reveal stands in the audit log. */
export function AuthKeySection({ webhook }: { webhook: WebhookReply }) {
  const can = useCan()
  const reveal = useApiMutation(contract.revealWebhookKey, { invalidates: ['listAudit'] })
  const [rotating, setRotating] = useState(false)
  if (!can('revealWebhookKey')) return null
  const shown = reveal.data?.authKey
  return (
    <Section
      title="Authentication key"
      lead="Your endpoint finds it in every POST as “Authorization: Bearer …”. To reveal it is noted in the audit log."
      action={
        <Group gap={8}>
          <Button
            variant="default"
            size="xs"
            loading={reveal.isPending}
            onClick={() =>
              shown === undefined ? reveal.mutate({ params: { webhookId: webhook.id }, body: {} }) : reveal.reset()
            }
          >
            {shown === undefined ? 'Reveal' : 'Hide'}
          </Button>
          <Button variant="default" size="xs" onClick={() => setRotating(true)}>
            Rotate…
          </Button>
        </Group>
      }
    >
      <ErrorNote error={reveal.error} />
      {shown === undefined ? (
        <div className="secret">
          <code aria-hidden="true">••••••••••••••••</code>
        </div>
      ) : (
        <CopyField text={shown} name="Authentication key" />
      )}
      {webhook.keyOverlapUntil && (
        <p className={classes(typography.muted, typography.small)}>
          Where the new key is refused, the one before it is tried once more. That ends{' '}
          <Time at={webhook.keyOverlapUntil} />.
        </p>
      )}
      {rotating && (
        <RotateDialog
          webhookId={webhook.id}
          onClose={() => {
            setRotating(false)
            reveal.reset()
          }}
        />
      )}
    </Section>
  )
}

type Overlap = (typeof OVERLAPS)[number]

const WORDS: Readonly<Record<Overlap, string>> = {
  now: 'Not at all: the new key at once',
  '1h': 'For an hour',
  '24h': 'For a day',
  '7d': 'For a week',
}

function RotateDialog({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const [authKey, setAuthKey] = useState<ChosenKey>()
  const [overlap, setOverlap] = useState<Overlap>('24h')
  const [tried, setTried] = useState(false)
  const rotate = useApiMutation(contract.rotateWebhookKey, { invalidates: ['getWebhook', 'listAudit'] })
  const submit = () => {
    setTried(true)
    if (authKeyProblem(authKey)) return
    rotate.mutate({ params: { webhookId }, body: { authKey: authKey ?? null, overlap } })
  }
  if (rotate.data) {
    return (
      <Dialog title="The new key is in use" onClose={onClose} persistent>
        <p>Put it into your endpoint now. Owners can reveal it again later.</p>
        <CopyField text={rotate.data.authKey} name="Authentication key" />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Dialog>
    )
  }
  return (
    <Dialog title="Rotate the authentication key" onClose={onClose}>
      <ActionForm
        submitLabel="Rotate key"
        busyLabel="Rotating …"
        pending={rotate.isPending}
        error={rotate.error}
        onSubmit={submit}
        onCancel={onClose}
      >
        <AuthKeyField value={authKey} onChange={setAuthKey} tried={tried} />
        <Radio.Group
          label="Where the new key is refused, try the old one"
          value={overlap}
          onChange={(value) => setOverlap(value as Overlap)}
        >
          <Stack gap={8} mt={8}>
            {OVERLAPS.map((each) => (
              <Radio key={each} value={each} label={WORDS[each]} />
            ))}
          </Stack>
        </Radio.Group>
      </ActionForm>
    </Dialog>
  )
}
