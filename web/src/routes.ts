// Every page of the screen, in one table.

import type { ComponentType } from 'react'
import { AccountPage } from './pages/account/AccountPage.tsx'
import { AlertPage } from './pages/alerts/AlertPage.tsx'
import { AlertsPage } from './pages/alerts/AlertsPage.tsx'
import { ConfirmAddressPage } from './pages/alerts/ConfirmAddressPage.tsx'
import { EditAlertPage } from './pages/alerts/EditAlertPage.tsx'
import { MutePage } from './pages/alerts/MutePage.tsx'
import { ForgotPasswordPage } from './pages/entry/ForgotPasswordPage.tsx'
import { JoinPage } from './pages/entry/JoinPage.tsx'
import { ResetPasswordPage } from './pages/entry/ResetPasswordPage.tsx'
import { SignInPage } from './pages/entry/SignInPage.tsx'
import { DossierPage } from './pages/explore/dossier/DossierPage.tsx'
import { ExplorePage } from './pages/explore/search/ExplorePage.tsx'
import { SliceListPage } from './pages/explore/slices/SliceListPage.tsx'
import { SlicePage } from './pages/explore/slices/SlicePage.tsx'
import { KeysPage } from './pages/keys/KeysPage.tsx'
import { ListPage } from './pages/lists/ListPage.tsx'
import { ListsPage } from './pages/lists/ListsPage.tsx'
import { NotFoundPage } from './pages/not-found/NotFoundPage.tsx'
import { AuditPage } from './pages/team/AuditPage.tsx'
import { TeamPage } from './pages/team/TeamPage.tsx'
import { UsagePage } from './pages/usage/UsagePage.tsx'
import { EventPage } from './pages/webhooks/deliveries/EventPage.tsx'
import { EditWebhookPage } from './pages/webhooks/form/EditWebhookPage.tsx'
import { NewWebhookPage } from './pages/webhooks/form/NewWebhookPage.tsx'
import { WebhookPage } from './pages/webhooks/WebhookPage.tsx'
import { WebhooksPage } from './pages/webhooks/WebhooksPage.tsx'
import { matchPath } from './routing/location.ts'

/**
 * Who sees the page. `public`: everyone; the session isn't loaded. `signed-out`: visitors; a signed-in user is
 * redirected to the home page. `signed-in`: a user, inside the layout; a visitor gets the sign-in form at the same
 * address.
 */
type Access = 'public' | 'signed-out' | 'signed-in'

/** The named segments of the path are the page's props. */
type Params = Readonly<Record<string, string>>

interface Target {
  readonly access: Access
  readonly Page: ComponentType<Params>
}

interface Route extends Target {
  readonly path: string
}

export interface MatchedRoute extends Target {
  readonly params: Params
}

export const HOME_PATH = '/keys'

const ROUTES: readonly Route[] = [
  { path: '/join', access: 'public', Page: JoinPage },
  { path: '/forgot-password', access: 'public', Page: ForgotPasswordPage },
  { path: '/reset-password', access: 'public', Page: ResetPasswordPage },
  { path: '/mute', access: 'public', Page: MutePage },
  { path: '/unsubscribe', access: 'public', Page: MutePage },
  { path: '/confirm-address', access: 'public', Page: ConfirmAddressPage },
  { path: '/', access: 'signed-out', Page: SignInPage },
  { path: '/sign-in', access: 'signed-out', Page: SignInPage },
  { path: '/keys', access: 'signed-in', Page: KeysPage },
  { path: '/webhooks', access: 'signed-in', Page: WebhooksPage },
  { path: '/webhooks/new', access: 'signed-in', Page: NewWebhookPage },
  { path: '/webhooks/:webhookId', access: 'signed-in', Page: withParams(WebhookPage) },
  { path: '/webhooks/:webhookId/edit', access: 'signed-in', Page: withParams(EditWebhookPage) },
  { path: '/webhooks/:webhookId/events/:position', access: 'signed-in', Page: withParams(EventPage) },
  { path: '/usage', access: 'signed-in', Page: UsagePage },
  { path: '/explore', access: 'signed-in', Page: ExplorePage },
  { path: '/explore/companies/:companyId', access: 'signed-in', Page: withParams(DossierPage) },
  { path: '/explore/slices', access: 'signed-in', Page: SliceListPage },
  { path: '/explore/slices/:slug', access: 'signed-in', Page: withParams(SlicePage) },
  { path: '/lists', access: 'signed-in', Page: ListsPage },
  { path: '/lists/:listId', access: 'signed-in', Page: withParams(ListPage) },
  { path: '/alerts', access: 'signed-in', Page: AlertsPage },
  { path: '/alerts/:searchId', access: 'signed-in', Page: withParams(AlertPage) },
  { path: '/alerts/:searchId/edit', access: 'signed-in', Page: withParams(EditAlertPage) },
  { path: '/team', access: 'signed-in', Page: TeamPage },
  { path: '/team/audit', access: 'signed-in', Page: AuditPage },
  { path: '/account', access: 'signed-in', Page: AccountPage },
]

const NOT_FOUND: Target = { access: 'signed-in', Page: NotFoundPage }

/** The first route whose pattern matches. */
export function findRoute(path: string): MatchedRoute {
  for (const route of ROUTES) {
    const params = matchPath(route.path, path)
    if (params) return { ...route, params }
  }
  return { ...NOT_FOUND, params: {} }
}

/** A page that takes the named segments of its path: `matchPath` sets exactly those. */
function withParams<Props>(page: ComponentType<Props>): ComponentType<Params> {
  return page as unknown as ComponentType<Params>
}
