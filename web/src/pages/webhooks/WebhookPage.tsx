import { useEffect } from 'react'
import { HourStrip } from '../../charts/HourStrip.tsx'
import type { WebhookReply } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { Status } from '../../parts/notes/Status.tsx'
import { Section } from '../../parts/Section.tsx'
import typography from '../../parts/typography.module.css'
import { SIGNAL_TYPE_NAMES } from '../../parts/words/signal-types.ts'
import { navigate, useSearchParams } from '../../routing/location.ts'
import { ExpiredEvents } from './deliveries/ExpiredEvents.tsx'
import { LatestEvents } from './deliveries/LatestEvents.tsx'
import { movedFilters } from './deliveries/log-filters.ts'
import { WebhookStats } from './deliveries/WebhookStats.tsx'
import { FilterSummary } from './form/FilterSummary.tsx'
import { shownStateOf } from './shown-state.ts'
import { TestEndpoint } from './TestEndpoint.tsx'
import { texts } from './texts.ts'
import { WebhookFrame } from './WebhookFrame.tsx'
import { webhookPath } from './webhook-path.ts'

/** The overview of a webhook. */
export function WebhookPage({ webhookId }: { webhookId: string }) {
  const [params] = useSearchParams()
  const moved = movedFilters(params)
  // A link of an earlier version, when the log was on this page.
  useEffect(() => {
    if (moved) navigate(`${webhookPath(webhookId, 'deliveries')}?${moved}`, { replace: true })
  }, [webhookId, moved])
  return (
    <WebhookFrame webhookId={webhookId} tab="overview">
      {(webhook, gaps) => (
        <>
          <StatusSection webhook={webhook} />
          <TestEndpoint webhook={webhook} />
          <LatestEvents webhookId={webhookId} />
          <ExpiredEvents webhook={webhook} gaps={gaps} />
        </>
      )}
    </WebhookFrame>
  )
}

function StatusSection({ webhook }: { webhook: WebhookReply }) {
  const { hours, types, filter } = webhook
  const { tone, label, reason } = shownStateOf(webhook)
  return (
    <Section title={texts.detail.status}>
      <div className={classes(layout.panel, layout.padded, layout.stack)}>
        <div>
          <Status tone={tone}>{label}</Status> <span className={typography.muted}>{reason}</span>
        </div>
        <HourStrip hours={hours} isWide />
        <WebhookStats webhook={webhook} />
        <div className={classes(typography.muted, typography.small)}>
          {texts.detail.types(types.map((type) => SIGNAL_TYPE_NAMES[type]))}
        </div>
        {filter && <FilterSummary filter={filter} />}
      </div>
    </Section>
  )
}
