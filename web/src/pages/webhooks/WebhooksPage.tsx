import { Button } from '@mantine/core'
import { useApiQuery } from '../../api/queries.ts'
import { HourStrip } from '../../charts/HourStrip.tsx'
import { contract, WEBHOOKS_MOST, type WebhookReply } from '../../contract.ts'
import { classes } from '../../parts/classes.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Loading } from '../../parts/Loading.tsx'
import layout from '../../parts/layout.module.css'
import { NoApiAccess } from '../../parts/NoApiAccess.tsx'
import { Note } from '../../parts/Note.tsx'
import { Page } from '../../parts/Page.tsx'
import { Status } from '../../parts/Status.tsx'
import typography from '../../parts/typography.module.css'
import { Link } from '../../routing/Link.tsx'
import { navigate } from '../../routing/location.ts'
import { useCan, useSession } from '../../session.ts'
import { Notices } from './Notices.tsx'
import { WebhooksError } from './WebhooksError.tsx'
import { lagInWords, TYPE_NAMES, WEBHOOK_STATE_WORDS } from './words.ts'

export function WebhooksPage() {
  const { team, role } = useSession()
  const can = useCan()
  const { data, error, refetch } = useApiQuery(contract.listWebhooks, {}, { refetchSeconds: 15 })
  const create = can('createWebhook') && data && data.webhooks.length < WEBHOOKS_MOST && (
    <Button onClick={() => navigate('/webhooks/new')}>Add webhook</Button>
  )
  return (
    <Page
      title="Webhooks"
      lead="New signals are sent to your own URL as they are found, a POST for each. Deliveries cost nothing of your budgets."
      action={create}
    >
      {!team.apiAccess && <NoApiAccess />}
      {role === 'member' && <Note>You are a member: you see the webhooks, and an owner changes them.</Note>}
      {data && <Notices webhooks={data.webhooks} />}
      {error && !data && <WebhooksError title="The webhooks cannot be shown" error={error} retry={refetch} />}
      {!data && !error && <Loading height={180} radius={12} />}
      {data?.webhooks.length === 0 && (
        <EmptyState title="No webhooks yet" action={create}>
          {can('createWebhook')
            ? 'Add one with an HTTPS URL that takes POSTs, choose the signal types, and send it a test event.'
            : team.apiAccess
              ? 'An owner of the team can add the first one.'
              : 'Webhooks can be added once the team has API access.'}
        </EmptyState>
      )}
      {data && data.webhooks.length > 0 && (
        <div className={layout.section}>
          <div className={layout.panel}>
            {data.webhooks.map((webhook) => (
              <Row key={webhook.id} webhook={webhook} />
            ))}
          </div>
          {data.webhooks.length >= WEBHOOKS_MOST && (
            <p className={classes(typography.muted, typography.small)}>
              A team has at most {WEBHOOKS_MOST} webhooks: delete one to add another.
            </p>
          )}
        </div>
      )}
    </Page>
  )
}

function Row({ webhook: { id, url, state, reason, types, lag, hours } }: { webhook: WebhookReply }) {
  const [tone, word] = WEBHOOK_STATE_WORDS[state]
  return (
    <Link className="webhook-row" href={`/webhooks/${id}`}>
      <div className={layout.stackTight} style={{ gap: 4, minWidth: 0 }}>
        <code className={classes(typography.breakWord, typography.strong)}>{url}</code>
        <div>
          <Status tone={tone}>{word}</Status> <span className={typography.muted}>{reason}</span>
        </div>
        <div className={classes(typography.muted, typography.small)}>
          {types.map((type) => TYPE_NAMES[type]).join(', ')}
          {lag.events > 0 && ` · ${lagInWords(lag)}`}
        </div>
      </div>
      <HourStrip hours={hours} />
    </Link>
  )
}
