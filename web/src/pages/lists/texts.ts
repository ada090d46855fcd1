import type { ReactNode } from 'react'
import { formatNumber, pluralize } from '../../parts/words/format.ts'
import { rich } from '../../parts/words/rich-text.ts'

const companies = (value: number) => pluralize(value, 'company', 'companies')

export const texts = {
  title: 'Lists',
  lead: 'The companies you care about. Today shows their open windows, and each list is a filter in Windows, Explore and the API.',
  loadFailed: 'Can’t load the lists',
  loadOneFailed: 'Can’t load the list',
  tableLabel: 'Lists',
  columns: {
    name: 'Name',
    companies: 'Companies',
    open: 'In a window',
    monitored: 'Monitored',
    changed: 'Changed',
    actions: 'Actions',
  },
  atLeast: (value: number) => `${formatNumber(value)}+`,
  monitored: 'Yes',
  notMonitored: 'No',
  empty: {
    title: 'No lists yet',
    text: 'Paste or upload the domains, email addresses or websites of your accounts. Then search only among them.',
    noApiAccess: 'You can create lists once the team has API access.',
  },
  actions: {
    create: 'Create list',
    importFile: 'Import a file',
    add: 'Add companies',
    windows: 'Open windows',
    explore: 'Search in Explore',
    rename: 'Rename…',
    delete: 'Delete…',
    remove: 'Remove',
    csv: (rows: number, isAll: boolean) =>
      isAll ? `Download CSV (${pluralize(rows, 'row')})` : `Download CSV (first ${formatNumber(rows)})`,
    csvBusy: 'Fetching…',
  },
  limit: (value: number, max: number) => `${formatNumber(value)} of ${formatNumber(max)} lists.`,
  nameProblems: {
    missing: () => 'Enter a name.',
    too_long: (max: number) => `Use at most ${formatNumber(max)} characters.`,
    invisible: () => 'Remove the invisible characters.',
  },
  form: {
    name: 'Name',
    nameDescription: 'Such as my-accounts. You filter by this name.',
    accounts: 'Companies',
    accountsDescription: (max: number) =>
      `Domains, email addresses or websites, up to ${formatNumber(max)}. A table with a column “domain”, “website” or “email” works too.`,
    placeholder: 'acme.example\nhttps://www.contoso.example\nbuyer@fabrikam.example',
    upload: 'Choose a file…',
    file: (name: string) => `From ${name}`,
    noFile: 'Paste instead',
    tooLong: (max: number) => `The text is longer than ${formatNumber(max)} characters: split it.`,
    unreadableFile: 'The file can’t be read.',
    missing: 'Paste at least one company, or choose a file.',
    checking: 'Reading…',
  },
  create: {
    title: 'Create a list',
    submit: 'Create list',
    busy: 'Creating…',
    done: (name: string) => `Created ${name}`,
  },
  add: {
    title: (name: string) => `Add companies to ${name}`,
    submit: 'Add companies',
    busy: 'Adding…',
    done: (added: number) => `Added ${companies(added)}`,
  },
  preview: {
    title: 'Preview',
    added: (value: number) => `${companies(value)} to add`,
    alreadyThere: (value: number) => `${formatNumber(value)} already on the list`,
    waiting: (value: number) => `${formatNumber(value)} not in our data yet: added when they appear`,
    unreadable: (value: number) => `${pluralize(value, 'line')} we couldn’t read`,
    line: (line: number, text: string, reason: string) => `Line ${formatNumber(line)}, “${text}”: ${reason}.`,
    more: (value: number) => `and ${formatNumber(value)} more`,
  },
  digest: {
    button: 'Digest every morning',
    title: (list: string) => `Get a digest of ${list} every morning`,
    name: (list: string) => `${list} every morning`,
  },
  rename: { title: (name: string) => `Rename ${name}`, submit: 'Rename', busy: 'Renaming…', done: 'Renamed the list' },
  remove: {
    title: (name: string) => `Delete ${name}?`,
    submit: 'Delete list',
    busy: 'Deleting…',
    warning: (value: number) =>
      `The list has ${companies(value)}. They stay in the data. Searches with this list will fail.`,
    used: 'The list is in use. Without it, these match nothing:',
    user: (kind: string, name: string) => `${kind} “${name}”`,
    done: (name: string) => `Deleted ${name}`,
  },
  list: {
    tab: (name: string) => `${name}: list`,
    lead: (entries: number, waiting: number, changed: ReactNode) =>
      waiting === 0
        ? rich`${companies(entries)}. Changed ${changed}.`
        : rich`${companies(entries)}, ${formatNumber(waiting)} of them not in our data yet. Changed ${changed}.`,
    tableLabel: 'Companies on the list',
    columns: { account: 'Account', company: 'Company', window: 'Open window', added: 'Added', actions: 'Actions' },
    noWindow: 'None',
    daysLeft: (days: number) => (days <= 0 ? 'last day' : `${pluralize(days, 'day')} left`),
    others: (value: number) => `and ${pluralize(value, 'other window')}`,
    windowsCut: 'More of them are in a window. Your team has seen the companies that are free today.',
    states: { all: 'All', known: 'Found', waiting: 'Not found yet' },
    stateLabel: 'Show',
    find: 'Find a domain',
    waiting: 'Not in our data yet',
    as: (domain: string) => `as ${domain}`,
    empty: { title: 'The list is empty', text: 'Add companies by pasting or uploading them.' },
    none: {
      title: 'Nothing found',
      text: 'No company on the list matches. Clear the filter above to see all of them.',
    },
    removed: (domain: string) => `Removed ${domain}`,
    pages: (page: number, last: number) => `Page ${formatNumber(page)} of ${formatNumber(last)}`,
    pagination: 'Pages of the list',
    previous: 'Previous',
    next: 'Next',
    unknown: { title: 'This list doesn’t exist', text: 'It was deleted, or it belongs to another team.' },
  },
}
