// Every page of the screen, in one table. The pages of one area come as one script, which is loaded when the first of
// them is about to be opened. The first script has only what every visit needs.

import type { ComponentType, ReactNode } from 'react'
import { SignInPage } from './pages/entry/SignInPage.tsx'
import { type Lazy, lazy } from './routing/lazy.ts'
import { matchPath } from './routing/location.ts'

/**
 * Who sees the page. `public`: everyone; the session isn't loaded. `everyone`: a user inside the layout, and a visitor without
 * it. `signed-out`: visitors; a signed-in user is
 * redirected to the home page. `signed-in`: a user, inside the layout; a visitor gets the sign-in form at the same
 * address.
 */
type Access = 'public' | 'everyone' | 'signed-out' | 'signed-in'

/** The named segments of the path are the page's props. */
type Params = Readonly<Record<string, string>>

interface Target {
  readonly access: Access
  readonly page: Lazy<ComponentType<Params>>
}

interface Route extends Target {
  readonly path: string
}

export interface MatchedRoute extends Target {
  readonly params: Params
}

export const HOME_PATH = '/today'

const alerts = () => import('./pages/alerts/index.ts')
const entry = () => import('./pages/entry/index.ts')
const explore = () => import('./pages/explore/index.ts')
const imports = () => import('./pages/imports/index.ts')
const lists = () => import('./pages/lists/index.ts')
const team = () => import('./pages/team/index.ts')
const webhooks = () => import('./pages/webhooks/index.ts')
const windows = () => import('./pages/windows/index.ts')

const account = () => import('./pages/account/AccountPage.tsx')
const keys = () => import('./pages/keys/KeysPage.tsx')
const crm = () => import('./pages/crm/CrmPage.tsx')
const docs = () => import('./pages/docs/index.ts')
const notFound = () => import('./pages/not-found/NotFoundPage.tsx')
const today = () => import('./pages/today/TodayPage.tsx')
const usage = () => import('./pages/usage/index.ts')

/** Part of the first script: it is what most visitors see first, and what everyone sees when a session ends. */
const signIn: Lazy<ComponentType<Params>> = { part: SignInPage, load: async () => {} }

/** The navigation around the pages of a signed-in user. */
export const layout: Lazy<ComponentType<{ path: string; children: ReactNode }>> = lazy(async () => {
  const { Layout } = await import('./shell/Layout.tsx')
  return Layout
})

const ROUTES: readonly Route[] = [
  { path: '/join', access: 'public', page: pageOf(entry, 'JoinPage') },
  { path: '/forgot-password', access: 'public', page: pageOf(entry, 'ForgotPasswordPage') },
  { path: '/reset-password', access: 'public', page: pageOf(entry, 'ResetPasswordPage') },
  { path: '/sign-on', access: 'public', page: pageOf(entry, 'SignOnPage') },
  { path: '/sign-on/callback', access: 'public', page: pageOf(entry, 'SignOnCallbackPage') },
  { path: '/sign-in-link', access: 'public', page: pageOf(entry, 'SignInLinkPage') },
  { path: '/mute', access: 'public', page: pageOf(alerts, 'MutePage') },
  { path: '/unsubscribe', access: 'public', page: pageOf(alerts, 'MutePage') },
  { path: '/confirm-address', access: 'public', page: pageOf(alerts, 'ConfirmAddressPage') },
  { path: '/', access: 'signed-out', page: signIn },
  { path: '/sign-in', access: 'signed-out', page: signIn },
  { path: '/docs', access: 'everyone', page: pageOf(docs, 'ReferencePage') },
  { path: '/docs/query-language', access: 'everyone', page: pageOf(docs, 'GuidePage') },
  { path: '/today', access: 'signed-in', page: pageOf(today, 'TodayPage') },
  { path: '/keys', access: 'signed-in', page: pageOf(keys, 'KeysPage') },
  { path: '/webhooks', access: 'signed-in', page: pageOf(webhooks, 'WebhooksPage') },
  { path: '/webhooks/new', access: 'signed-in', page: pageOf(webhooks, 'NewWebhookPage') },
  { path: '/webhooks/:webhookId', access: 'signed-in', page: pageOf(webhooks, 'WebhookPage') },
  { path: '/webhooks/:webhookId/deliveries', access: 'signed-in', page: pageOf(webhooks, 'WebhookDeliveriesPage') },
  { path: '/webhooks/:webhookId/settings', access: 'signed-in', page: pageOf(webhooks, 'WebhookSettingsPage') },
  { path: '/webhooks/:webhookId/edit', access: 'signed-in', page: pageOf(webhooks, 'EditWebhookPage') },
  { path: '/webhooks/:webhookId/events/:position', access: 'signed-in', page: pageOf(webhooks, 'EventPage') },
  { path: '/usage', access: 'signed-in', page: pageOf(usage, 'UsagePage') },
  { path: '/usage/requests', access: 'signed-in', page: pageOf(usage, 'RequestsPage') },
  { path: '/explore', access: 'signed-in', page: pageOf(explore, 'ExplorePage') },
  { path: '/explore/companies/:companyId', access: 'signed-in', page: pageOf(explore, 'DossierPage') },
  { path: '/windows', access: 'signed-in', page: pageOf(windows, 'WindowsPage') },
  { path: '/windows/all', access: 'signed-in', page: pageOf(explore, 'SliceListPage') },
  { path: '/windows/:slug', access: 'signed-in', page: pageOf(explore, 'SlicePage') },
  // Links of earlier versions.
  { path: '/explore/slices', access: 'signed-in', page: pageOf(windows, 'MovedPage') },
  { path: '/explore/slices/:slug', access: 'signed-in', page: pageOf(windows, 'MovedPage') },
  { path: '/lists', access: 'signed-in', page: pageOf(lists, 'ListsPage') },
  { path: '/lists/imports', access: 'signed-in', page: pageOf(imports, 'ImportPage') },
  { path: '/lists/:listId', access: 'signed-in', page: pageOf(lists, 'ListPage') },
  { path: '/lists/:listId/monitoring', access: 'signed-in', page: pageOf(lists, 'MonitoringPage') },
  { path: '/alerts', access: 'signed-in', page: pageOf(alerts, 'AlertsPage') },
  { path: '/alerts/crm', access: 'signed-in', page: pageOf(crm, 'CrmPage') },
  { path: '/alerts/:searchId', access: 'signed-in', page: pageOf(alerts, 'AlertPage') },
  { path: '/alerts/:searchId/edit', access: 'signed-in', page: pageOf(alerts, 'EditAlertPage') },
  { path: '/team', access: 'signed-in', page: pageOf(team, 'TeamPage') },
  { path: '/team/audit', access: 'signed-in', page: pageOf(team, 'AuditPage') },
  { path: '/account', access: 'signed-in', page: pageOf(account, 'AccountPage') },
]

const NOT_FOUND: Target = { access: 'signed-in', page: pageOf(notFound, 'NotFoundPage') }

/** The first route whose pattern matches. */
export function findRoute(path: string): MatchedRoute {
  for (const route of ROUTES) {
    const params = matchPath(route.path, path)
    if (params) return { ...route, params }
  }
  return { ...NOT_FOUND, params: {} }
}

/** Undefined if everything that the path's page needs is loaded. Rejects if a script can't be loaded. */
export function loadPageOf(path: string): Promise<unknown> | undefined {
  const { access, page } = findRoute(path)
  const missing = [page, ...(access === 'signed-in' || access === 'everyone' ? [layout] : [])].filter(
    ({ part }) => !part,
  )
  return missing.length === 0 ? undefined : Promise.all(missing.map((each) => each.load()))
}

/** A page takes the named segments of its path as props: `matchPath` sets exactly those. */
function pageOf<Name extends string>(
  area: () => Promise<{ readonly [Key in Name]: unknown }>,
  name: Name,
): Lazy<ComponentType<Params>> {
  return lazy(async () => (await area())[name] as ComponentType<Params>)
}
