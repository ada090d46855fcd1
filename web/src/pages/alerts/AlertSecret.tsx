import { useState } from 'react'
import { useApiMutation } from '../../api/queries.ts'
import { contract, type SavedSearchReply } from '../../contract.ts'
import { MutationDialog } from '../../parts/forms/DialogForm.tsx'
import { Time } from '../../parts/words/Time.tsx'
import { useSecretMutation } from '../../secrets/use-secret-mutation.ts'
import { useCan } from '../../session.ts'
import { type Overlap, OverlapField } from '../webhooks/secrets/OverlapField.tsx'
import { SecretSection } from '../webhooks/secrets/SecretSection.tsx'
import { texts } from '../webhooks/texts.ts'

/** The signing secret of a saved search that alerts a webhook. Owners only. */
export function AlertSecret({ search: { id: searchId, secretOverlapUntil } }: { search: SavedSearchReply }) {
  const can = useCan()
  const reveal = useApiMutation(contract.revealSearchSecret, { invalidates: ['listAudit'] })
  if (!can('revealSearchSecret')) return null
  return (
    <SecretSection
      name={texts.signingSecret.label}
      lead={texts.signingSecret.lead}
      secret={reveal.data?.signingSecret}
      reveal={reveal}
      onReveal={() => reveal.mutate({ params: { searchId }, body: {} })}
      overlap={secretOverlapUntil && texts.signingSecret.overlapEnds(<Time at={secretOverlapUntil} />)}
      dialog={(onClose) => <RotateDialog searchId={searchId} onClose={onClose} />}
    />
  )
}

function RotateDialog({ searchId, onClose }: { searchId: string; onClose: () => void }) {
  const [overlap, setOverlap] = useState<Overlap>('24h')
  const rotate = useSecretMutation(contract.rotateSearchSecret, {
    invalidates: ['getSearch', 'listAudit'],
    secret: ({ signingSecret }) => ({ kind: 'webhook-secret', signingSecret }),
  })
  return (
    <MutationDialog
      title={texts.rotateSecret.title}
      submitLabel={texts.rotateSecret.submit}
      busyLabel={texts.rotate.busy}
      mutation={rotate}
      input={() => ({ params: { searchId }, body: { overlap } })}
      onClose={onClose}
    >
      {() => <OverlapField label={texts.rotateSecret.overlap} value={overlap} onChange={setOverlap} />}
    </MutationDialog>
  )
}
