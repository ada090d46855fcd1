import { useApiMutation } from '../../../api/queries.ts'
import { contract, type WebhookReply } from '../../../contract.ts'
import { Time } from '../../../parts/words/Time.tsx'
import { useCan } from '../../../session.ts'
import { texts } from '../texts.ts'
import { RotateAuthKeyDialog } from './RotateAuthKeyDialog.tsx'
import { SecretSection } from './SecretSection.tsx'

/** For owners only. */
export function AuthKeySection({ webhook: { id: webhookId, keyOverlapUntil } }: { webhook: WebhookReply }) {
  const can = useCan()
  const reveal = useApiMutation(contract.revealWebhookKey, { invalidates: ['listAudit'] })
  if (!can('revealWebhookKey')) return null
  return (
    <SecretSection
      name={texts.authKey.label}
      lead={texts.authKey.lead}
      secret={reveal.data?.authKey}
      reveal={reveal}
      onReveal={() => reveal.mutate({ params: { webhookId }, body: {} })}
      overlap={keyOverlapUntil && texts.authKey.fallbackEnds(<Time at={keyOverlapUntil} />)}
      dialog={(onClose) => <RotateAuthKeyDialog webhookId={webhookId} onClose={onClose} />}
    />
  )
}
