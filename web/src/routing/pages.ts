import type { ComponentType } from 'react'
import { AccountPage } from '../pages/account/AccountPage.tsx'
import { DossierPage } from '../pages/explore/DossierPage.tsx'
import { ExplorePage } from '../pages/explore/ExplorePage.tsx'
import { KeysPage } from '../pages/keys/KeysPage.tsx'
import { AuditPage } from '../pages/team/AuditPage.tsx'
import { TeamPage } from '../pages/team/TeamPage.tsx'
import { UsagePage } from '../pages/usage/UsagePage.tsx'
import { EditWebhookPage } from '../pages/webhooks/EditWebhookPage.tsx'
import { EventPage } from '../pages/webhooks/EventPage.tsx'
import { NewWebhookPage } from '../pages/webhooks/NewWebhookPage.tsx'
import { WebhookPage } from '../pages/webhooks/WebhookPage.tsx'
import { WebhooksPage } from '../pages/webhooks/WebhooksPage.tsx'

/** The first whose pattern fits. The names of the pattern are the page's properties. */
export const PAGES: readonly (readonly [string, ComponentType<Readonly<Record<string, string>>>])[] = [
  ['/keys', KeysPage],
  ['/webhooks', WebhooksPage],
  ['/webhooks/new', NewWebhookPage],
  ['/webhooks/:webhookId', named(WebhookPage)],
  ['/webhooks/:webhookId/edit', named(EditWebhookPage)],
  ['/webhooks/:webhookId/events/:position', named(EventPage)],
  ['/usage', UsagePage],
  ['/explore', ExplorePage],
  ['/explore/companies/:companyId', named(DossierPage)],
  ['/team', TeamPage],
  ['/team/audit', AuditPage],
  ['/account', AccountPage],
]

/** A page that needs the names of its pattern: `match` fills exactly those. */
function named<Names>(page: ComponentType<Names>): ComponentType<Readonly<Record<string, string>>> {
  return page as unknown as ComponentType<Readonly<Record<string, string>>>
}
