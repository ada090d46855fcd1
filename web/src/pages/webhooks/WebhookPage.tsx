import { useApiQuery } from '../../api/queries.ts'
import { HourStrip } from '../../charts/HourStrip.tsx'
import { contract, type ReplyOf, type WebhookReply } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { LoadError } from '../../parts/notes/LoadError.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { Status } from '../../parts/notes/Status.tsx'
import { Page } from '../../parts/Page.tsx'
import { Section } from '../../parts/Section.tsx'
import typography from '../../parts/typography.module.css'
import { SIGNAL_TYPE_NAMES } from '../../parts/words/signal-types.ts'
import { DeliveryLog } from './deliveries/DeliveryLog.tsx'
import { ExpiredEvents } from './deliveries/ExpiredEvents.tsx'
import { FailureBanner } from './deliveries/FailureBanner.tsx'
import { WebhookStats } from './deliveries/WebhookStats.tsx'
import { FilterSummary } from './form/FilterSummary.tsx'
import { AuthKeySection } from './secrets/AuthKeySection.tsx'
import { SigningSecretSection } from './secrets/SigningSecretSection.tsx'
import { shownStateOf } from './shown-state.ts'
import { TestEndpoint } from './TestEndpoint.tsx'
import { texts } from './texts.ts'
import { WebhookActions } from './WebhookActions.tsx'

export function WebhookPage({ webhookId }: { webhookId: string }) {
  const { data, error, refetch } = useApiQuery(contract.getWebhook, { params: { webhookId } }, { refetchSeconds: 10 })
  const webhook = data?.webhook
  const isFailing = webhook !== undefined && webhook.openRetries + webhook.exhausted > 0
  const failures = useApiQuery(
    contract.listFailures,
    { params: { webhookId } },
    { enabled: isFailing, refetchSeconds: 30 },
  )
  // The failures are above the rest, which must not move when they arrive.
  const isLoading = !data || (isFailing && !failures.data && !failures.error)
  return (
    <Page
      title={webhook?.name ?? webhook?.shownUrl ?? texts.detail.title}
      lead={webhook?.name ? webhook.shownUrl : undefined}
      tabTitle={webhook ? texts.detail.tab(webhook.name ?? hostOf(webhook.url)) : texts.detail.title}
      back={{ href: '/webhooks', label: texts.list.title }}
      action={webhook && <WebhookActions webhook={webhook} />}
    >
      {error && !data && (
        <LoadError title={texts.detail.loadError} notFound={texts.detail.notFound} error={error} retry={refetch} />
      )}
      {isLoading && !error && <Loading height={200} radius={12} />}
      {!isLoading && webhook && (
        <>
          <StatusSection webhook={webhook} failures={isFailing ? failures.data : undefined} />
          <TestEndpoint webhook={webhook} />
          <ExpiredEvents webhook={webhook} gaps={data.gaps} />
          <DeliveryLog webhookId={webhookId} />
          <AuthKeySection webhook={webhook} />
          <SigningSecretSection webhook={webhook} />
        </>
      )}
    </Page>
  )
}

interface StatusSectionProps {
  readonly webhook: WebhookReply
  /** Undefined: no event fails. */
  readonly failures: ReplyOf<typeof contract.listFailures> | undefined
}

function StatusSection({ webhook, failures }: StatusSectionProps) {
  const { hours, types, filter } = webhook
  const { tone, label, reason } = shownStateOf(webhook)
  return (
    <Section title={texts.detail.status}>
      <div className={classes(layout.panel, layout.padded, layout.stack)}>
        <div className={classes(layout.row, layout.between)}>
          <div>
            <Status tone={tone}>{label}</Status> <span className={typography.muted}>{reason}</span>
          </div>
          <HourStrip hours={hours} />
        </div>
        <WebhookStats webhook={webhook} />
        <div className={classes(typography.muted, typography.small)}>
          {texts.detail.types(types.map((type) => SIGNAL_TYPE_NAMES[type]))}
        </div>
        {filter && <FilterSummary filter={filter} />}
        {failures && <FailureBanner {...failures} />}
      </div>
    </Section>
  )
}

const hostOf = (url: string) => URL.parse(url)?.host ?? url
