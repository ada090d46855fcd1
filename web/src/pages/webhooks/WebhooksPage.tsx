import { Button } from '@mantine/core'
import { useApiQuery } from '../../api/queries.ts'
import { HourStrip } from '../../charts/HourStrip.tsx'
import { contract, MAX_WEBHOOKS, type WebhookReply } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { EmptyState } from '../../parts/notes/EmptyState.tsx'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { NoApiAccess } from '../../parts/notes/NoApiAccess.tsx'
import { Note } from '../../parts/notes/Note.tsx'
import { Status } from '../../parts/notes/Status.tsx'
import { Page } from '../../parts/Page.tsx'
import typography from '../../parts/typography.module.css'
import { SIGNAL_TYPE_NAMES } from '../../parts/words/signal-types.ts'
import { Words } from '../../parts/words/Words.tsx'
import { Link } from '../../routing/Link.tsx'
import { navigate } from '../../routing/location.ts'
import { useCan, useSession } from '../../session.ts'
import { LostWebhooks } from './LostWebhooks.tsx'
import { Notices } from './Notices.tsx'
import { shownStateOf } from './shown-state.ts'
import { texts } from './texts.ts'
import styles from './WebhooksPage.module.css'

export function WebhooksPage() {
  const { team, role } = useSession()
  const can = useCan()
  const { data: list, error, refetch } = useApiQuery(contract.listWebhooks, {}, { refetchSeconds: 15 })
  const { data: notices, error: noticesError } = useApiQuery(contract.listNotices, {})
  // Shown together: notices that arrive later would push the list down.
  const data = notices || noticesError ? list : undefined
  const addButton = can('createWebhook') && (data?.webhooks.length ?? 0) < MAX_WEBHOOKS && (
    <Button onClick={() => navigate('/webhooks/new')}>{texts.list.add}</Button>
  )
  return (
    <Page title={texts.list.title} lead={texts.list.lead} action={addButton}>
      {!team.apiAccess && <NoApiAccess />}
      {role === 'member' && <Note>{texts.list.ownersOnly}</Note>}
      {data && <LostWebhooks webhooks={data.webhooks} />}
      {data && notices && <Notices webhooks={data.webhooks} notices={notices.notices} />}
      {error && !data && <ErrorNote title={texts.list.loadError} error={error} retry={refetch} />}
      {!data && !error && <Loading height={180} radius={12} />}
      {data?.webhooks.length === 0 && (
        <EmptyState title={texts.list.empty} action={addButton}>
          {can('createWebhook')
            ? texts.list.emptyOwner
            : team.apiAccess
              ? texts.list.emptyMember
              : texts.list.emptyNoAccess}
        </EmptyState>
      )}
      {data && data.webhooks.length > 0 && (
        <div className={layout.section}>
          <div className={layout.panel}>
            {data.webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} />
            ))}
          </div>
          {data.webhooks.length >= MAX_WEBHOOKS && (
            <p className={classes(typography.muted, typography.small)}>{texts.list.limitReached(MAX_WEBHOOKS)}</p>
          )}
        </div>
      )}
    </Page>
  )
}

function WebhookRow({ webhook }: { webhook: WebhookReply }) {
  const { id, name, shownUrl, types, filter, lag, hours } = webhook
  const { tone, label, reason } = shownStateOf(webhook)
  return (
    <Link className={styles.row} href={`/webhooks/${id}`}>
      <div className={styles.summary}>
        {name ? (
          <div>
            <strong>
              <Words text={name} />
            </strong>{' '}
            <code className={classes(typography.small, typography.muted)}>
              <Words text={shownUrl} />
            </code>
          </div>
        ) : (
          <code className={typography.strong}>
            <Words text={shownUrl} />
          </code>
        )}
        <div>
          <Status tone={tone}>{label}</Status> <span className={typography.muted}>{reason}</span>
        </div>
        <div className={classes(typography.muted, typography.small)}>
          {types.map((type) => SIGNAL_TYPE_NAMES[type]).join(', ')}
          {lag.events > 0 && ` · ${texts.stats.queued(lag, filter !== null)}`}
        </div>
      </div>
      <HourStrip hours={hours} />
    </Link>
  )
}
