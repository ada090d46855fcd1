// Everything that the palette offers but companies. What the person may not do is not offered.

import { useMantineColorScheme } from '@mantine/core'
import { useApiQuery } from '../api/queries.ts'
import { contract } from '../contract.ts'
import { openOverlay } from '../keyboard/overlay.ts'
import {
  AlertIcon,
  DocsIcon,
  ExploreIcon,
  KeyIcon,
  ListIcon,
  TeamIcon,
  TodayIcon,
  UsageIcon,
  WebhookIcon,
  WindowIcon,
} from '../parts/icons.tsx'
import { commandUrl } from '../routing/use-command.ts'
import { useCan, useSession } from '../session.ts'
import { texts as shellTexts } from '../shell/texts.ts'
import { useAccountActions } from '../shell/use-account-actions.ts'
import type { Entry, Group } from './matching.ts'
import { texts } from './texts.ts'

export function useEntries(): readonly Group[] {
  const can = useCan()
  const slices = useApiQuery(contract.exploreSlices, {}, { enabled: can('exploreSlices') }).data?.slices
  const lists = useApiQuery(contract.getLists, {}).data?.lists
  const searches = useApiQuery(contract.listSearches, {}).data?.searches
  const actions = useActions()
  const addTo = can('addAccounts')
  return [
    { label: texts.groups.pages, entries: PAGES },
    {
      label: texts.groups.windows,
      entries: (slices ?? []).map(({ slug, label }) => ({
        id: `window-${slug}`,
        Icon: WindowIcon,
        label,
        isHidden: true,
        to: `/windows/${encodeURIComponent(slug)}`,
      })),
    },
    {
      label: texts.groups.lists,
      entries: (lists ?? []).map(({ id, name }) => ({
        id: `list-${id}`,
        Icon: ListIcon,
        label: name,
        isHidden: true,
        to: `/lists/${id}`,
      })),
    },
    {
      label: texts.groups.searches,
      entries: (searches ?? []).map(({ id, name }) => ({
        id: `search-${id}`,
        Icon: AlertIcon,
        label: name,
        isHidden: true,
        to: `/alerts/${id}`,
      })),
    },
    {
      label: texts.groups.actions,
      entries: [
        ...actions,
        ...(addTo ? (lists ?? []) : []).map(({ id, name }) => ({
          id: `add-${id}`,
          Icon: ListIcon,
          label: texts.actions.addAccounts(name),
          isHidden: true,
          to: commandUrl(`/lists/${id}`, 'add'),
        })),
      ],
    },
  ]
}

const page = (to: string, Icon: typeof ListIcon, label: string, words?: string): Entry => ({
  ...{ id: to, label, to, Icon },
  ...(words && { words }),
})

const PAGES: readonly Entry[] = [
  page('/today', TodayIcon, shellTexts.pages.today, texts.words.home),
  page('/explore', ExploreIcon, shellTexts.pages.explore),
  page('/windows', WindowIcon, shellTexts.pages.windows),
  page('/lists', ListIcon, shellTexts.pages.lists),
  page('/alerts', AlertIcon, shellTexts.pages.alerts, texts.groups.searches),
  page('/keys', KeyIcon, shellTexts.pages.keys, texts.words.keys),
  page('/webhooks', WebhookIcon, shellTexts.pages.webhooks),
  page('/usage', UsageIcon, shellTexts.pages.usage),
  page('/docs', DocsIcon, shellTexts.pages.docs, texts.words.docs),
  page('/docs/query-language', DocsIcon, texts.pages.guide, texts.words.guide),
  page('/team', TeamIcon, shellTexts.pages.team),
  { ...page('/alerts/crm', AlertIcon, texts.pages.crm, texts.words.crm), isHidden: true },
  { ...page('/windows/all', WindowIcon, texts.pages.allWindows), isHidden: true },
  { ...page('/team/audit', TeamIcon, texts.pages.audit, texts.words.audit), isHidden: true },
  { ...page('/account', TeamIcon, shellTexts.account, texts.words.account), isHidden: true },
]

function useActions(): readonly Entry[] {
  const can = useCan()
  const { team, teams } = useSession()
  const { setColorScheme } = useMantineColorScheme()
  const { signOut, switchTo } = useAccountActions()
  const { actions, words } = texts
  const offer = (isOffered: boolean, entry: Entry) => (isOffered ? [entry] : [])
  const theme = (scheme: 'light' | 'dark' | 'auto'): Entry => ({
    id: scheme,
    label: actions[scheme],
    words: words.theme,
    isHidden: true,
    to: () => setColorScheme(scheme),
  })
  return [
    ...offer(can('createSearch'), {
      id: 'save-search',
      Icon: AlertIcon,
      label: actions.saveSearch,
      words: words.search,
      to: '/explore#new-alert',
    }),
    ...offer(can('createList'), {
      id: 'create-list',
      Icon: ListIcon,
      label: actions.createList,
      to: commandUrl('/lists', 'create'),
    }),
    ...offer(can('createImport'), {
      id: 'import-file',
      Icon: ListIcon,
      label: actions.importFile,
      words: words.importFile,
      to: '/lists/imports',
    }),
    ...offer(can('createKey'), {
      id: 'create-key',
      Icon: KeyIcon,
      label: actions.createKey,
      to: commandUrl('/keys', 'create'),
    }),
    ...offer(can('createWebhook'), {
      id: 'add-webhook',
      Icon: WebhookIcon,
      label: actions.addWebhook,
      to: '/webhooks/new',
    }),
    ...offer(can('createInvitation'), {
      id: 'invite',
      Icon: TeamIcon,
      label: actions.invite,
      to: commandUrl('/team', 'invite'),
    }),
    { id: 'shortcuts', label: actions.shortcuts, to: () => openOverlay('shortcuts') },
    theme('light'),
    theme('dark'),
    theme('auto'),
    ...teams
      .filter(({ id }) => id !== team.id)
      .map(({ id, name }) => ({
        id: `team-${id}`,
        label: actions.switchTo(name),
        isHidden: true,
        to: () => switchTo(id),
      })),
    { id: 'sign-out', label: shellTexts.signOut, words: words.leave, isHidden: true, to: signOut },
  ]
}
