import type { WebhookReply } from '../../../contract.ts'
import { FactList } from '../../../parts/tables/FactList.tsx'
import typography from '../../../parts/typography.module.css'
import { formatNumber } from '../../../parts/words/format.ts'
import { Time } from '../../../parts/words/Time.tsx'
import { texts } from '../texts.ts'

export function WebhookStats({ webhook }: { webhook: WebhookReply }) {
  return (
    <FactList
      facts={[
        [texts.stats.queue, texts.stats.queued(webhook.lag, webhook.filter !== null)],
        [texts.stats.lastSuccess, <Time key="lastSuccess" at={webhook.lastSuccessAt} never={texts.stats.noSuccess} />],
        [texts.stats.retrying, <Count key="retrying" value={webhook.openRetries} />],
        [texts.stats.failed, <Count key="failed" value={webhook.exhausted} />],
        [texts.stats.created, <Time key="created" at={webhook.createdAt} />],
      ]}
    />
  )
}

function Count({ value }: { value: number }) {
  return <span className={typography.tabular}>{formatNumber(value)}</span>
}
