import type { ReactNode } from 'react'
import type { SavedSearchReply, SearchChangeReply } from '../../contract.ts'
import { formatNumber, pluralize } from '../../parts/words/format.ts'
import { rich } from '../../parts/words/rich-text.ts'

const states: Readonly<Record<SavedSearchReply['state'], string>> = {
  unconfirmed: 'Not confirmed',
  taking_stock: 'Taking stock',
  watching: 'Watching',
  failing: 'Not delivered',
  paused: 'Paused',
  muted: 'Muted',
  problem: 'Needs attention',
}

const intervals: Readonly<Record<SavedSearchReply['every'], string>> = {
  now: 'At once',
  hour: 'Every hour, as a digest',
  day: 'Every day, as a digest',
  week: 'Every week, as a digest',
}

const silences: Readonly<Record<NonNullable<SearchChangeReply['silence']>, string>> = {
  history: 'Not news: it came with imported history or a changed list',
  back_soon: 'It had left only a short time before',
  paused: 'The search was paused',
  muted: 'Muted',
  moved: 'Its signals came from a company that matched before',
  no_access: 'The plan had no API access',
  unconfirmed: 'The address had not confirmed that it wants alerts',
}

const messages: Readonly<Record<NonNullable<SearchChangeReply['message']>['state'], string>> = {
  waiting: 'Waiting to be sent',
  sent: 'Sent',
  failed: 'Not delivered',
}

export const texts = {
  list: {
    title: 'Alerts',
    lead: 'A saved search tells you when a company begins to match it, once, where you work.',
    ownersOnly: 'You can view alerts. Only owners can change them.',
    loadError: 'Can’t load the alerts',
    add: 'New alert',
    empty: 'No alerts yet',
    emptyOwner: 'Search in Explore until the result is what you want, then choose “Save and alert me”.',
    emptyMember: 'An owner can save a search in Explore.',
    emptyNoApiAccess: 'Owners can save searches once the team has API access.',
    toExplore: 'Open Explore',
    limitReached: (most: number) => `A team can have up to ${formatNumber(most)} saved searches.`,
    rings: (every: SavedSearchReply['every'], where: string) => `${intervals[every]} to ${where}`,
    timeZone: 'Time zone of digests',
    timeZoneHint: 'Digests of a day or a week are sent at 8 in the morning.',
    timeZoneSave: 'Save',
    timeZoneSaving: 'Saving…',
    timeZoneSaved: 'Time zone saved',
  },
  states,
  intervals,
  destinations: { slack: 'Slack', webhook: 'Webhook', mail: 'E-mail' },
  arrivals: { slack: 'in the channel', webhook: 'at the webhook', mail: 'by e-mail' },
  where: ({ destination, target }: Pick<SavedSearchReply, 'destination' | 'target'>) =>
    destination === 'slack' ? `Slack (${target})` : target,
  detail: {
    loadError: 'Can’t load the alert',
    notFound: 'There is no such alert. The address is mistyped, or the alert was deleted.',
    back: 'All alerts',
    query: 'Query',
    filters: 'Filters',
    rings: 'Rings',
    away: 'Alert again about the same company',
    awayDays: (days: number) =>
      days === 0 ? 'Whenever it matches again' : `After ${pluralize(days, 'day')} without matching`,
    state: 'State',
    openSearch: 'Open in Explore',
    edit: 'Edit',
    ask: 'Ask again',
    asked:
      'An address gets at most one such mail a day, from all teams together. The next one is sent when that day is over.',
    pause: 'Pause',
    resume: 'Let it ring again',
    delete: 'Delete…',
    paused: 'Paused',
    resumed: 'It rings again',
  },
  edit: {
    title: 'Edit alert',
    back: 'Alert',
    alert: 'Alerts',
    submit: 'Save changes',
    busy: 'Saving…',
    saved: 'Changes saved',
    lostList: 'Its account list was deleted. Choose another list, or it watches all companies when you save.',
    queryMissing: 'Enter a query.',
    newStock: 'It asks something else now, so it takes stock anew. Companies that match by then don’t ring.',
  },
  remove: {
    title: (name: string) => `Delete “${name}”?`,
    text: 'It stops watching, and its history is deleted.',
    submit: 'Delete alert',
    busy: 'Deleting…',
    done: (name: string) => `Deleted “${name}”`,
  },
  history: {
    title: 'History',
    lead: 'Companies that began or ceased to match, and what was sent. It goes back 90 days.',
    empty: 'Nothing yet: companies that matched when you saved the search don’t count.',
    loadError: 'Can’t load the history',
    columns: { at: 'When', what: 'What', company: 'Company', why: 'Signals', rang: 'Alert', menu: 'Actions' },
    entered: 'Entered',
    left: 'Left',
    closed: '(closed)',
    removed: 'A company that was removed',
    mute: 'Mute this company',
    unmute: 'Let it ring again',
    isMuted: 'Muted',
    muted: (name: string) => `${name} no longer rings here`,
    unmuted: (name: string) => `${name} rings again`,
    silences,
    messages,
    more: 'Show older',
  },
  save: {
    button: 'Save and alert me',
    title: 'Save this search and get alerts',
    lead: 'You get an alert when another company begins to match. Those that match now don’t ring.',
    name: 'Name',
    nameHint: 'Alerts show it.',
    nameProblems: {
      missing: () => 'Give it a name.',
      too_long: (max: number) => `Use at most ${formatNumber(max)} characters.`,
      invisible: () => 'Remove the invisible characters.',
    },
    to: 'Where',
    slackUrl: 'Slack webhook URL',
    slackHint: 'In Slack: Apps, Incoming Webhooks, Add to Slack, choose a channel, copy the URL.',
    slackExample: 'https://hooks.slack.com/services/…',
    slackMissing:
      'Paste the URL from Slack. It looks like https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXX.',
    notSlack:
      'This doesn’t look like Slack’s: its URLs begin with https://hooks.slack.com/. It works if the receiver takes Slack’s messages.',
    webhookUrl: 'Webhook URL',
    webhookHint: 'Each alert is a signed POST request with JSON.',
    mailAddress: 'E-mail address',
    mailHint: 'The address of a member works at once. Any other address first gets a mail that asks.',
    targetMissing: 'Fill this in.',
    keeps: (target: string) => `Leave this empty to keep ${target}`,
    noMail: 'E-mail needs a mail server, which this service doesn’t have: the operator sets it up.',
    every: 'How often',
    away: 'Alert again about the same company',
    awayOptions: (days: number) =>
      days === 0 ? 'whenever it matches again' : `after ${pluralize(days, 'day')} without matching`,
    submit: 'Save and alert me',
    busy: 'Saving…',
    saved: (name: string) => `Saved “${name}”`,
    next: (where: string) =>
      `You get an alert when another company begins to match, which can take a while. See now that it arrives ${where}:`,
    confirmFirst: (address: string) =>
      `${address} got a mail with a link. Alerts begin when somebody opens it and confirms.`,
    open: 'Open the alert',
    secretTitle: 'Your signing secret',
    secretHint:
      'Requests are signed with it as Standard Webhooks describes. Owners can reveal it later on the page of the alert.',
  },
  test: {
    title: 'Test message',
    lead: (where: string) =>
      `Shows that alerts arrive ${where}. It goes out at once, with one of the companies that match, if there is one.`,
    send: 'Send a test message',
    busy: 'Waiting for the answer…',
    states: { sent: 'Sent', waiting: 'On its way', failed: 'Not delivered' },
    status: (status: number) => `status ${status}`,
    answer: 'Answer',
  },
  address: {
    title: 'Confirm your address',
    question: (team: ReactNode, address: ReactNode) => rich`Get alerts of the team ${team} at ${address}?`,
    submit: 'Yes, send me alerts',
    busy: 'Confirming…',
    doneTitle: 'Confirmed',
    done: 'You get alerts from now on. Each has a link that ends them.',
  },
  mute: {
    title: 'Mute alerts',
    company: (company: ReactNode, search: ReactNode) => rich`Stop alerts about ${company} in the search ${search}?`,
    search: (search: ReactNode) => rich`Stop all alerts of the search ${search}?`,
    submitCompany: 'Mute this company',
    submitSearch: 'Mute this search',
    busy: 'Muting…',
    used: 'This link was used already.',
    doneTitle: 'Muted',
    allOf: (search: ReactNode) => rich`No more alerts of the search ${search}.`,
    aboutCompany: (company: ReactNode, search: ReactNode) =>
      rich`No more alerts about ${company} in the search ${search}.`,
    done: (what: ReactNode, scope: string) => rich`${what} ${scope}`,
    scopes: {
      slack: 'This holds for everybody in the channel.',
      mail: 'This holds for everybody who reads mail at this address.',
      webhook: 'This holds for everybody who gets these alerts.',
    },
    undo: (search: ReactNode, isAll: boolean) =>
      isAll
        ? rich`To undo it, an owner of the team opens ${search} on the page Alerts and chooses “Let it ring again”.`
        : rich`To undo it, an owner of the team opens ${search} on the page Alerts and chooses “Let it ring again” in the menu beside the company.`,
  },
}
