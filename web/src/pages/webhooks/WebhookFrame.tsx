import type { ReactNode } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { contract, type ReplyOf, type WebhookReply } from '../../contract.ts'
import { LoadError } from '../../parts/notes/LoadError.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { Page } from '../../parts/Page.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { FailureBanner } from './deliveries/FailureBanner.tsx'
import { texts } from './texts.ts'
import { WebhookActions } from './WebhookActions.tsx'
import { WEBHOOK_TABS, type WebhookTab, webhookPath } from './webhook-path.ts'

interface WebhookFrameProps {
  readonly webhookId: string
  readonly tab: WebhookTab
  readonly children: (webhook: WebhookReply, gaps: ReplyOf<typeof contract.getWebhook>['gaps']) => ReactNode
}

/** What the three pages of a webhook share: its name, what can be done with it, and why its events fail. */
export function WebhookFrame({ webhookId, tab, children }: WebhookFrameProps) {
  const { data, error, refetch } = useApiQuery(contract.getWebhook, { params: { webhookId } }, { refetchSeconds: 10 })
  const webhook = data?.webhook
  const isFailing = tab !== 'settings' && webhook !== undefined && webhook.openRetries + webhook.exhausted > 0
  const failures = useApiQuery(
    contract.listFailures,
    { params: { webhookId } },
    { enabled: isFailing, refetchSeconds: 30 },
  )
  // The failures are above the rest, which must not move when they arrive.
  const isLoading = !data || (isFailing && !failures.data && !failures.error)
  const title = webhook?.name ?? webhook?.shownUrl ?? texts.detail.title
  const subject = webhook ? texts.detail.tab(webhook.name ?? hostOf(webhook.url)) : texts.detail.title
  return (
    <Page
      title={title}
      lead={webhook?.name ? webhook.shownUrl : undefined}
      tabTitle={tab === 'overview' ? subject : `${texts.tabs[tab]} · ${subject}`}
      back={{ href: '/webhooks', label: texts.list.title }}
      action={webhook && <WebhookActions webhook={webhook} />}
    >
      {error && !data && (
        <LoadError title={texts.detail.loadError} notFound={texts.detail.notFound} error={error} retry={refetch} />
      )}
      {isLoading && !error && <Loading height={200} radius={12} />}
      {!isLoading && webhook && (
        <>
          <Tabs
            label={texts.tabs.label}
            tabs={WEBHOOK_TABS.map((each) => [webhookPath(webhookId, each), texts.tabs[each]])}
            current={webhookPath(webhookId, tab)}
          />
          {isFailing && failures.data && <FailureBanner webhookId={webhookId} {...failures.data} />}
          {children(webhook, data.gaps)}
        </>
      )}
    </Page>
  )
}

const hostOf = (url: string) => URL.parse(url)?.host ?? url
