import { useApiQuery } from '../../api/queries.ts'
import { HourStrip } from '../../charts/HourStrip.tsx'
import { contract, type WebhookReply } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { Loading } from '../../parts/Loading.tsx'
import layout from '../../parts/layout.module.css'
import { Note } from '../../parts/Note.tsx'
import { Page } from '../../parts/Page.tsx'
import { Section } from '../../parts/Section.tsx'
import { Status } from '../../parts/Status.tsx'
import { SIGNAL_TYPE_NAMES } from '../../parts/signal-types.ts'
import typography from '../../parts/typography.module.css'
import { AuthKeySection } from './AuthKeySection.tsx'
import { DeliveryLog } from './DeliveryLog.tsx'
import { ExpiredEvents } from './ExpiredEvents.tsx'
import { FilterSummary } from './FilterSummary.tsx'
import { SigningSecretSection } from './SigningSecretSection.tsx'
import { WEBHOOK_STATE_TONES } from './state-tones.ts'
import { TestEndpoint } from './TestEndpoint.tsx'
import { texts } from './texts.ts'
import { WebhookActions } from './WebhookActions.tsx'
import { WebhookStats } from './WebhookStats.tsx'

export function WebhookPage({ webhookId }: { webhookId: string }) {
  const { data, error, refetch } = useApiQuery(contract.getWebhook, { params: { webhookId } }, { refetchSeconds: 10 })
  const webhook = data?.webhook
  return (
    <Page
      title={webhook?.shownUrl ?? texts.detail.title}
      tabTitle={webhook ? texts.detail.tab(hostOf(webhook.url)) : texts.detail.title}
      back={{ href: '/webhooks', label: texts.list.title }}
      action={webhook && <WebhookActions webhook={webhook} />}
    >
      {error && !data && (
        <LoadError title={texts.detail.loadError} notFound={texts.detail.notFound} error={error} retry={refetch} />
      )}
      {!data && !error && <Loading height={200} radius={12} />}
      {data && webhook && (
        <>
          <StatusSection webhook={webhook} />
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

function StatusSection({ webhook }: { webhook: WebhookReply }) {
  const { state, reason, hours, types, filter, exhausted } = webhook
  return (
    <Section title={texts.detail.status}>
      <div className={classes(layout.panel, layout.padded, layout.stack)}>
        <div className={classes(layout.row, layout.between)}>
          <div>
            <Status tone={WEBHOOK_STATE_TONES[state]}>{texts.detail.states[state]}</Status>{' '}
            <span className={typography.muted}>{reason}</span>
          </div>
          <HourStrip hours={hours} />
        </div>
        <WebhookStats webhook={webhook} />
        <div className={classes(typography.muted, typography.small)}>
          {texts.detail.types(types.map((type) => SIGNAL_TYPE_NAMES[type]))}
        </div>
        {filter && <FilterSummary filter={filter} />}
        {exhausted > 0 && <Note tone="warning">{texts.detail.failedHint}</Note>}
      </div>
    </Section>
  )
}

const hostOf = (url: string) => URL.parse(url)?.host ?? url
