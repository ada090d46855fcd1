import { Button } from '@mantine/core'
import { useAsk } from '../../api/queries.ts'
import { HourStrip } from '../../charts/HourStrip.tsx'
import { contract, WEBHOOKS_MOST, type WebhookReply } from '../../contract.ts'
import { Loading } from '../../parts/Loading.tsx'
import { Empty, Note } from '../../parts/Note.tsx'
import { Page } from '../../parts/Page.tsx'
import { State } from '../../parts/State.tsx'
import { Link } from '../../routing/Link.tsx'
import { navigate } from '../../routing/location.ts'
import { useMay, useSession } from '../../session.ts'
import { NoApiAccess } from '../keys/NoApiAccess.tsx'
import { Notices } from './Notices.tsx'
import { WebhooksError } from './WebhooksError.tsx'
import { lagInWords, TYPE_NAMES, WEBHOOK_STATE_WORDS } from './words.ts'

export function WebhooksPage() {
  const { team, role } = useSession()
  const may = useMay()
  const { data, error, refetch } = useAsk(contract.listWebhooks, {}, { everySeconds: 15 })
  const create = may('createWebhook') && data && data.webhooks.length < WEBHOOKS_MOST && (
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
        <Empty title="No webhooks yet" action={create}>
          {may('createWebhook')
            ? 'Add one with an HTTPS URL that takes POSTs, choose the signal types, and send it a test event.'
            : team.apiAccess
              ? 'An owner of the team can add the first one.'
              : 'Webhooks can be added once the team has API access.'}
        </Empty>
      )}
      {data && data.webhooks.length > 0 && (
        <div className="section">
          <div className="panel">
            {data.webhooks.map((webhook) => (
              <Row key={webhook.id} webhook={webhook} />
            ))}
          </div>
          {data.webhooks.length >= WEBHOOKS_MOST && (
            <p className="quiet small">A team has at most {WEBHOOKS_MOST} webhooks: delete one to add another.</p>
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
      <div className="stack tight" style={{ gap: 4, minWidth: 0 }}>
        <code className="break strong">{url}</code>
        <div>
          <State tone={tone}>{word}</State> <span className="quiet">{reason}</span>
        </div>
        <div className="quiet small">
          {types.map((type) => TYPE_NAMES[type]).join(', ')}
          {lag.events > 0 && ` · ${lagInWords(lag)}`}
        </div>
      </div>
      <HourStrip hours={hours} />
    </Link>
  )
}
