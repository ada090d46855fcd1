import type { ReactNode } from 'react'
import { rich } from '../parts/words/rich-text.ts'

export const texts = {
  navigation: 'Main',
  menu: 'Menu',
  developers: 'Developers',
  skipToContent: 'Skip to content',
  openNavigation: 'Open navigation',
  closeNavigation: 'Close navigation',
  pages: {
    today: 'Today',
    explore: 'Explore',
    windows: 'Windows',
    lists: 'Lists',
    alerts: 'Alerts',
    keys: 'API keys',
    webhooks: 'Webhooks',
    usage: 'Usage',
    docs: 'API reference',
    team: 'Team',
  },
  colorScheme: { label: 'Color scheme', light: 'Light', dark: 'Dark', auto: 'System' },
  teamAndAccount: (team: string, email: string) => `${team}, ${email}: team and account`,
  switchTo: 'Switch to',
  switchedElsewhere: (team: string) =>
    `Another tab switched to ${team}, so this page switched too. Unsaved changes here are discarded.`,
  account: 'Account',
  shortcuts: 'Keyboard shortcuts',
  signOut: 'Sign out',
  loadFailed: 'Can’t load Pro Signal',
  pageFailed: 'Can’t load this page',
  pageFailedBody: 'Check your connection and try again.',
  hold: {
    title: 'This is a restored copy.',
    body: 'Webhooks, alerts, mail and collecting are on hold until an operator runs bin/pro-signal resume.',
  },
  connection: {
    down: 'Can’t reach the service.',
    silent: 'The service doesn’t respond.',
    waiting: 'The connection is slow.',
    slow: 'Still waiting for a response…',
    notRefreshed: 'Part of this page couldn’t be refreshed.',
    lastContact: (clock: string, time: ReactNode) =>
      rich`Last contact at ${clock}, ${time}. What you see may be out of date.`,
    since: (clock: string, time: ReactNode) => rich`What you see is from ${clock}, ${time}.`,
    reconnects: 'Reconnecting automatically.',
  },
}
