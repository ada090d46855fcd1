import type { WebhookReply } from '../../contract.ts'
import { formatNumber } from '../../parts/format.ts'
import { Time } from '../../parts/Time.tsx'
import typography from '../../parts/typography.module.css'
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
        <dd className={typography.tabular}>{formatNumber(webhook.openRetries)}</dd>
      </div>
      <div>
        <dt>Given up</dt>
        <dd className={typography.tabular}>{formatNumber(webhook.exhausted)}</dd>
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
