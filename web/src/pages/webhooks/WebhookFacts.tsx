import type { WebhookReply } from '../../contract.ts'
import { count } from '../../parts/format.ts'
import { Time } from '../../parts/Time.tsx'
import { lagInWords } from './words.ts'

export function WebhookFacts({ webhook }: { webhook: WebhookReply }) {
  return (
    <dl className="facts">
      <div>
        <dt>Behind</dt>
        <dd>{lagInWords(webhook.lag)}</dd>
      </div>
      <div>
        <dt>Last success</dt>
        <dd>
          <Time at={webhook.lastSuccessAt} never="None yet" />
        </dd>
      </div>
      <div>
        <dt>Due again after a failure</dt>
        <dd className="number">{count(webhook.openRetries)}</dd>
      </div>
      <div>
        <dt>Given up</dt>
        <dd className="number">{count(webhook.exhausted)}</dd>
      </div>
      <div>
        <dt>Created</dt>
        <dd>
          <Time at={webhook.createdAt} />
        </dd>
      </div>
    </dl>
  )
}
