import type { WebhookReply } from '../../contract.ts'
import { Words } from '../../parts/words/Words.tsx'
import { Link } from '../../routing/Link.tsx'
import { LostReply } from '../../secrets/LostReply.tsx'
import { texts } from '../../secrets/texts.ts'
import { useUnanswered } from '../../secrets/unanswered.ts'
import { useOwner } from '../../session.ts'

/** The webhooks whose creation got no reply. */
export function LostWebhooks({ webhooks }: { webhooks: readonly WebhookReply[] }) {
  const attempts = useUnanswered(useOwner(), ['add-webhook'])
  return attempts.map((attempt) => {
    const { id, subject, known } = attempt
    const added = webhooks.find((webhook) => !known.includes(webhook.id) && sameUrl(webhook.url, subject))
    return (
      <LostReply key={id} attempt={attempt}>
        {added ? (
          texts.lost.addedWebhook(
            <Link href={`/webhooks/${added.id}`}>
              <Words text={added.shownUrl} />
            </Link>,
          )
        ) : (
          <Words text={texts.lost.noWebhook(URL.parse(subject)?.host ?? '')} />
        )}
      </LostReply>
    )
  })
}

const sameUrl = (a: string, b: string) => URL.parse(a)?.href === URL.parse(b)?.href
