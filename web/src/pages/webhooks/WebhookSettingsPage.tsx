import { Button } from '@mantine/core'
import { useState } from 'react'
import type { WebhookReply } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { Section } from '../../parts/Section.tsx'
import { FactList } from '../../parts/tables/FactList.tsx'
import typography from '../../parts/typography.module.css'
import { SIGNAL_TYPE_NAMES } from '../../parts/words/signal-types.ts'
import { Words } from '../../parts/words/Words.tsx'
import { navigate } from '../../routing/location.ts'
import { useCan } from '../../session.ts'
import { DeleteWebhookDialog } from './DeleteWebhookDialog.tsx'
import { FilterSummary } from './form/FilterSummary.tsx'
import { AuthKeySection } from './secrets/AuthKeySection.tsx'
import { SigningSecretSection } from './secrets/SigningSecretSection.tsx'
import { texts } from './texts.ts'
import { WebhookFrame } from './WebhookFrame.tsx'

export function WebhookSettingsPage({ webhookId }: { webhookId: string }) {
  return (
    <WebhookFrame webhookId={webhookId} tab="settings">
      {(webhook) => (
        <>
          <EndpointSection webhook={webhook} />
          <AuthKeySection webhook={webhook} />
          <SigningSecretSection webhook={webhook} />
          <DeleteSection webhook={webhook} />
        </>
      )}
    </WebhookFrame>
  )
}

function EndpointSection({ webhook }: { webhook: WebhookReply }) {
  const can = useCan()
  const { id, name, shownUrl, types, filter } = webhook
  return (
    <Section
      title={texts.settings.endpoint}
      action={
        can('changeWebhook') && (
          <Button variant="default" size="xs" onClick={() => navigate(`/webhooks/${id}/edit`)}>
            {texts.detail.edit}
          </Button>
        )
      }
    >
      <div className={classes(layout.panel, layout.padded, layout.stack)}>
        <FactList
          facts={[
            [texts.settings.name, name ? <Words key="name" text={name} /> : <NoValue key="name" />],
            [texts.settings.url, <Words key="url" text={shownUrl} />],
            [texts.settings.types, types.map((type) => SIGNAL_TYPE_NAMES[type]).join(', ')],
          ]}
        />
        {filter ? (
          <FilterSummary filter={filter} />
        ) : (
          <p className={classes(typography.muted, typography.small)}>{texts.settings.noFilter}</p>
        )}
      </div>
    </Section>
  )
}

const NoValue = () => <span className={typography.muted}>{texts.settings.none}</span>

function DeleteSection({ webhook }: { webhook: WebhookReply }) {
  const can = useCan()
  const [deleting, setDeleting] = useState(false)
  if (!can('deleteWebhook')) return null
  return (
    <Section
      title={texts.settings.delete}
      lead={texts.settings.deleteLead}
      action={
        <Button variant="default" size="xs" c="var(--danger)" onClick={() => setDeleting(true)}>
          {texts.detail.delete}
        </Button>
      }
    >
      {deleting && <DeleteWebhookDialog webhook={webhook} onClose={() => setDeleting(false)} />}
    </Section>
  )
}
