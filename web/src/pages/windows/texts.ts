// All strings of the Windows page, and of the table and the panel that the page of one window shows too.

import type { WindowSort } from '../../contract.ts'
import { formatNumber, pluralize } from '../../parts/words/format.ts'

const sorts: Readonly<Record<WindowSort, string>> = {
  score: 'Highest score',
  closes: 'Closing soonest',
  entered: 'Newest',
}

export const texts = {
  title: 'Windows',
  lead: 'Companies with a reason to buy now. The score, of 100, is how strong and how recent the reason is.',
  all: 'What each window means',
  filters: {
    legend: 'Filters',
    window: 'Window',
    anyWindow: 'All windows',
    list: 'List',
    anyList: 'All companies',
    closes: 'Closes',
    anyTime: 'Any time',
    within: (days: number) => `Within ${pluralize(days, 'day')}`,
    sort: 'Sort by',
    sorts,
  },
  table: {
    label: 'Open windows',
    company: 'Company',
    window: 'Window',
    evidence: 'Why now',
    stage: 'Stage',
    industry: 'Industry',
    score: 'Score',
    opened: 'Opened',
    closes: 'Closes',
    daysLeft: (days: number) => (days <= 0 ? 'Today' : pluralize(days, 'day')),
    error: 'Can’t load the windows',
    shown: (rows: number) => `${pluralize(rows, 'row')} shown`,
    more: 'Show more',
  },
  free: {
    left: (left: number, limit: number) => `${formatNumber(left)} of ${formatNumber(limit)} free previews left today.`,
    used: (limit: number) => `You’ve used today’s ${formatNumber(limit)} free previews`,
    usedHint: (time: string) =>
      `They stay visible. New ones are free again from ${time}. To see more now, open a window and search it.`,
  },
  csv: {
    name: 'windows',
    download: (rows: number | undefined) => (rows ? `Download CSV (${pluralize(rows, 'row')})` : 'Download CSV'),
    hint: 'The rows shown here, without domains.',
    headings: {
      country: 'Country',
      employees: 'Employees',
    },
  },
  empty: {
    title: 'No open window',
    filtered: 'No company matches these filters. Try another list or more days.',
    none: 'No company is in a window yet. Windows open as signals arrive.',
    clear: 'Clear filters',
  },
  ready: {
    title: 'Not ready yet',
    lead: 'No company can be in these windows yet.',
    window: (label: string) => `${label} isn’t ready yet`,
  },
  panel: {
    label: (name: string) => `${name}: short dossier`,
    shown: (name: string) => `Short dossier of ${name} shown`,
    close: 'Close',
    error: 'Can’t load the company',
    closes: (text: string) => (text === 'Today' ? 'closes today' : `${text} left`),
    talkingPoints: 'Talking points',
    approach: 'Whom to approach:',
    signals: 'Latest signals',
    noSignals: 'No signals yet',
    quiet: 'No open window',
    ended: 'ended',
    also: 'Also in',
    dossier: 'Full dossier',
    noFacts: 'Country, size and industry unknown',
  },
  bars: {
    title: 'Who is in this window',
    countries: 'By country',
    sizes: 'By employees',
    other: 'Other countries',
    unknown: 'Unknown',
    error: 'Can’t count the companies',
  },
}
