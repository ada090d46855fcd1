import type { ReactNode } from 'react'
import { formatNumber, pluralize } from '../../parts/words/format.ts'
import { rich } from '../../parts/words/rich-text.ts'

/** A group has at most so many rows. */
export const MAX_ROWS = 50

export const texts = {
  title: 'Today',
  lead: 'What changed at your accounts, and which windows are closing.',
  leadForAll: 'The strongest buying windows of all companies. Add your accounts to see yours.',
  summary: ({ fresh, closing }: { fresh: readonly unknown[]; closing: readonly unknown[] }, isFirstVisit: boolean) =>
    `${fresh.length === 0 ? 'Nothing new' : `${fresh.length < MAX_ROWS ? formatNumber(fresh.length) : texts.atLeast(MAX_ROWS)} new`} ${isFirstVisit ? 'in the last 7 days' : 'since you were here'}. ${closing.length === 0 ? (fresh.length === 0 ? 'No window closes' : 'No other window closes') : closing.length === 1 ? '1 other window closes' : `${formatNumber(closing.length)} other windows close`} this week.`,
  atLeast: (count: number) => `${count}+`,
  loadFailed: 'Can’t load Today',
  fresh: 'New since you were here',
  freshAtFirst: 'New in the last 7 days',
  freshSince: (time: string) => `Found after ${time}.`,
  closing: 'Closing this week',
  open: 'Your lists',
  openForAll: 'Strongest windows',
  nothingNew: (isFirstVisit: boolean) =>
    isFirstVisit ? 'Nothing new in the last 7 days.' : 'Nothing new since your last visit.',
  updated: (count: number) => `Updated: ${pluralize(count, 'new company', 'new companies')}.`,
  daysLeft: (days: number) => (days <= 0 ? 'Last day' : days === 1 ? '1 day left' : `${days} days left`),
  otherWindows: (count: number) => `+${count}`,
  otherWindowsLabel: (count: number) => `and ${pluralize(count, 'other window')}`,
  found: (when: ReactNode) => rich`Found ${when}`,
  openCompany: 'Open',
  moreLists: (count: number) => `+${count}`,
  snoozeAWeek: 'Snooze a week',
  noLists: {
    title: 'Whose windows do you want to see?',
    body: 'Paste your accounts, and Today shows what changes there: new jobs, rounds and tools, and how long each window stays open.',
    action: 'Add accounts',
  },
  noWindows: {
    title: 'No windows yet',
    body: 'Windows open when job boards, funding news and other sources deliver signals. Windows shows what each one is waiting for.',
    action: 'See windows',
  },
  nothing: {
    title: 'Your accounts are quiet',
    body: 'None of them is in a window today. New ones appear here as soon as they are found. Save a search to follow more companies.',
    action: 'Explore',
  },
  hidden: (count: number) => `${pluralize(count, 'company', 'companies')} snoozed or not a fit`,
  showHidden: 'Show',
  hideHidden: 'Hide',
  limited: 'Today and Windows show up to 200 companies a day to a team. Search in Explore to see more.',
  free: 'This page is free. Opening a company uses one of your companies for today.',
}
