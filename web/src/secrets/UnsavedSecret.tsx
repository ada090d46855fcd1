import { Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { texts as alertTexts } from '../pages/alerts/texts.ts'
import { IssuedKey } from '../pages/keys/IssuedKey.tsx'
import { texts as keyTexts } from '../pages/keys/texts.ts'
import { InviteLink } from '../pages/team/InviteLink.tsx'
import { texts as teamTexts } from '../pages/team/texts.ts'
import { LocalReceiver } from '../pages/webhooks/secrets/LocalReceiver.tsx'
import { NewSecrets } from '../pages/webhooks/secrets/NewSecrets.tsx'
import { texts as webhookTexts } from '../pages/webhooks/texts.ts'
import { Dialog } from '../parts/forms/Dialog.tsx'
import { Note } from '../parts/notes/Note.tsx'
import { sharedTexts } from '../parts/texts.ts'
import { useLeaveGuard } from '../routing/leave-guard.ts'
import { navigate } from '../routing/location.ts'
import { useOwner } from '../session.ts'
import { texts } from './texts.ts'
import { confirmSaved, type Secret, useUnsavedSecret } from './unsaved-secret.ts'

/** Shows a secret that isn't saved yet, above every page. Only its button closes it. */
export function UnsavedSecret() {
  const secret = useUnsavedSecret(useOwner())
  return secret && <SecretDialog secret={secret} />
}

function SecretDialog({ secret }: { secret: Secret }) {
  const [triedToLeave, setTriedToLeave] = useState(false)
  useLeaveGuard(true, () => setTriedToLeave(true))
  const { title, content, doneLabel = sharedTexts.done, next } = viewOf(secret)
  const close = () => {
    confirmSaved()
    if (next) navigate(next, { force: true })
  }
  return (
    <Dialog title={title} onClose={() => setTriedToLeave(true)} persistent>
      {content}
      {triedToLeave && (
        <Note tone="danger" alert>
          {texts.saveFirst}
        </Note>
      )}
      <Group justify="flex-end">
        <Button onClick={close}>{doneLabel}</Button>
      </Group>
    </Dialog>
  )
}

interface SecretView {
  readonly title: string
  readonly content: ReactNode
  readonly doneLabel?: string
  /** Where to go next. */
  readonly next?: string
}

function viewOf(secret: Secret): SecretView {
  switch (secret.kind) {
    case 'key':
      return { title: keyTexts.issued.title(secret.name), content: <IssuedKey secret={secret.secret} /> }
    case 'invitation':
      return { title: teamTexts.invite.resultTitle(secret.email), content: <InviteLink invitation={secret} /> }
    case 'webhook':
      return {
        title: webhookTexts.create.created,
        content: (
          <>
            <NewSecrets
              hint={webhookTexts.create.keyHint}
              authKey={secret.authKey}
              signingSecret={secret.signingSecret}
            />
            <LocalReceiver {...secret} />
          </>
        ),
        doneLabel: webhookTexts.create.next,
        next: `/webhooks/${secret.webhookId}`,
      }
    case 'webhook-key':
      return {
        title: webhookTexts.rotate.done,
        content: <NewSecrets hint={webhookTexts.rotate.doneHint} authKey={secret.authKey} />,
      }
    case 'webhook-secret':
      return {
        title: webhookTexts.rotateSecret.done,
        content: <NewSecrets hint={webhookTexts.rotateSecret.doneHint} signingSecret={secret.signingSecret} />,
      }
    case 'search':
      return {
        title: alertTexts.save.secretTitle,
        content: <NewSecrets hint={alertTexts.save.secretHint} signingSecret={secret.signingSecret} />,
        next: `/alerts/${secret.searchId}`,
      }
  }
}
