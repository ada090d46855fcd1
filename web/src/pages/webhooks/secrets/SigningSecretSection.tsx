import { useApiMutation } from '../../../api/queries.ts'
import { contract, type WebhookReply } from '../../../contract.ts'
import { Time } from '../../../parts/words/Time.tsx'
import { useCan } from '../../../session.ts'
import { texts } from '../texts.ts'
import { RotateSecretDialog } from './RotateSecretDialog.tsx'
import { SecretSection } from './SecretSection.tsx'

/** For owners only. */
export function SigningSecretSection({ webhook: { id: webhookId, secretOverlapUntil } }: { webhook: WebhookReply }) {
  const can = useCan()
  const reveal = useApiMutation(contract.revealSigningSecret, { invalidates: ['listAudit'] })
  if (!can('revealSigningSecret')) return null
  return (
    <SecretSection
      name={texts.signingSecret.label}
      lead={texts.signingSecret.lead}
      secret={reveal.data?.signingSecret}
      reveal={reveal}
      onReveal={() => reveal.mutate({ params: { webhookId }, body: {} })}
      overlap={secretOverlapUntil && texts.signingSecret.overlapEnds(<Time at={secretOverlapUntil} />)}
      dialog={(onClose) => <RotateSecretDialog webhookId={webhookId} onClose={onClose} />}
    />
  )
}
