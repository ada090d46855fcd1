import type { ReactNode } from 'react'
import type { SavedSearchReply, SearchChangeReply } from '../../contract.ts'
import { formatNumber, pluralize } from '../../parts/words/format.ts'
import { rich } from '../../parts/words/rich-text.ts'

const states: Readonly<Record<SavedSearchReply['state'], string>> = {
  unconfirmed: 'Not confirmed',
  getting_ready: 'Getting ready',
  watching: 'Watching',
  failing: 'Not delivered',
  paused: 'Paused',
  muted: 'Muted',
  problem: 'Needs attention',
}

const intervals: Readonly<Record<SavedSearchReply['every'], string>> = {
  now: 'Immediately',
  hour: 'Hourly digest',
  day: 'Daily digest',
  week: 'Weekly digest',
}

const silences: Readonly<Record<NonNullable<SearchChangeReply['silence']>, string>> = {
  history: 'From imported history or a changed list',
  back_soon: 'It had stopped matching only recently',
  paused: 'The search was paused',
  muted: 'Muted',
  moved: 'Its signals came from a company that already matched',
  no_access: 'The plan had no API access',
  unconfirmed: 'The address had not confirmed yet',
}

const messages: Readonly<Record<NonNullable<SearchChangeReply['message']>['state'], string>> = {
  waiting: 'Waiting to be sent',
  sent: 'Sent',
  failed: 'Not delivered',
}

export const texts = {
  list: {
    title: 'Alerts',
    lead: 'Get one alert when a company starts to match a saved search: in Slack, by email or webhook.',
    ownersOnly: 'You can view alerts. Only owners can change them.',
    loadError: 'Can’t load the alerts',
    add: 'New alert',
    empty: 'No alerts yet',
    emptyOwner: 'Search in Explore until the result is what you want, then choose “Save and alert me”.',
    emptyMember: 'An owner can save a search in Explore.',
    emptyNoApiAccess: 'Owners can save searches once the team has API access.',
    toExplore: 'Open Explore',
    limitReached: (most: number) => `A team can have up to ${formatNumber(most)} saved searches.`,
    delivery: (every: SavedSearchReply['every'], where: string) => `${intervals[every]} to ${where}`,
    timeZone: 'Digest time zone',
    timeZoneHint: 'Daily and weekly digests are sent at 8 a.m.',
    timeZoneSave: 'Save',
    timeZoneSaving: 'Saving…',
    timeZoneSaved: 'Time zone saved',
  },
  states,
  intervals,
  destinations: { slack: 'Slack', webhook: 'Webhook', mail: 'Email' },
  arrivals: { slack: 'in the channel', webhook: 'at the webhook', mail: 'by email' },
  where: ({ destination, target }: Pick<SavedSearchReply, 'destination' | 'target'>) =>
    destination === 'slack' ? `Slack (${target})` : target,
  detail: {
    loadError: 'Can’t load the alert',
    notFound: 'There is no such alert. The address is mistyped, or the alert was deleted.',
    back: 'All alerts',
    query: 'Query',
    filters: 'Filters',
    delivery: 'Delivery',
    away: 'Alert again about the same company',
    awayDays: (days: number) =>
      days === 0 ? 'Whenever it matches again' : `After ${pluralize(days, 'day')} without matching`,
    state: 'State',
    openSearch: 'Open in Explore',
    edit: 'Edit',
    ask: 'Resend confirmation',
    asked:
      'An address gets at most one confirmation mail a day, across all teams. The next one is sent after that day.',
    pause: 'Pause',
    resume: 'Resume alerts',
    delete: 'Delete…',
    paused: 'Paused',
    resumed: 'Alerts resumed',
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
    startsOver: 'The search changed, so it starts over. Companies that match by then don’t trigger alerts.',
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
    lead: 'Companies that started or stopped matching in the last 90 days, and the alerts sent.',
    empty: 'Nothing yet. Companies that matched when you saved the search don’t count.',
    loadError: 'Can’t load the history',
    columns: { at: 'When', what: 'What', company: 'Company', why: 'Signals', rang: 'Alert', menu: 'Actions' },
    entered: 'Entered',
    left: 'Left',
    closed: '(closed)',
    removed: 'Removed company',
    mute: 'Mute this company',
    unmute: 'Resume alerts',
    isMuted: 'Muted',
    muted: (name: string) => `Muted ${name}`,
    unmuted: (name: string) => `Resumed alerts about ${name}`,
    silences,
    messages,
    more: 'Show older',
  },
  save: {
    button: 'Save and alert me',
    title: 'Save this search and get alerts',
    lead: 'You get an alert when another company starts to match, but not for those that match now.',
    name: 'Name',
    nameHint: 'Shown in alerts.',
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
      'Slack’s URLs start with https://hooks.slack.com/. Another receiver works if it accepts Slack’s messages.',
    webhookUrl: 'Webhook URL',
    webhookHint: 'Each alert is a signed POST request with JSON.',
    mailAddress: 'Email address',
    mailHint: 'A member’s address works at once. Any other address must confirm first.',
    targetMissing: 'Fill this in.',
    keeps: (target: string) => `Leave this empty to keep ${target}`,
    noMail: 'This service has no mail server. Its operator can set one up.',
    every: 'How often',
    away: 'Alert again about the same company',
    awayOptions: (days: number) =>
      days === 0 ? 'whenever it matches again' : `after ${pluralize(days, 'day')} without matching`,
    submit: 'Save and alert me',
    busy: 'Saving…',
    saved: (name: string) => `Saved “${name}”`,
    next: (where: string) =>
      `You get an alert when another company starts to match, which can take a while. Check now that alerts arrive ${where}:`,
    confirmFirst: (address: string) => `We mailed a link to ${address}. Alerts start when it is confirmed.`,
    open: 'Open the alert',
    secretTitle: 'Your signing secret',
    secretHint: 'Signs every request (Standard Webhooks). Owners can reveal it later on the alert’s page.',
  },
  test: {
    title: 'Test message',
    lead: (where: string) =>
      `Shows that alerts arrive ${where}. Sent at once, with a matching company if there is one.`,
    send: 'Send a test message',
    busy: 'Waiting for the answer…',
    states: { sent: 'Sent', waiting: 'On its way', failed: 'Not delivered' },
    status: (status: number) => `status ${status}`,
    answer: 'Answer',
  },
  address: {
    title: 'Confirm your address',
    question: (team: ReactNode, address: ReactNode) => rich`Get alerts from the team ${team} at ${address}?`,
    submit: 'Yes, send me alerts',
    busy: 'Confirming…',
    doneTitle: 'Confirmed',
    done: 'You get alerts from now on. Each has an unsubscribe link.',
  },
  mute: {
    title: 'Mute alerts',
    company: (company: ReactNode, search: ReactNode) => rich`Stop alerts about ${company} in the search ${search}?`,
    search: (search: ReactNode) => rich`Stop all alerts for the search ${search}?`,
    submitCompany: 'Mute this company',
    submitSearch: 'Mute this search',
    busy: 'Muting…',
    used: 'This link was already used.',
    doneTitle: 'Muted',
    allOf: (search: ReactNode) => rich`No more alerts for the search ${search}.`,
    aboutCompany: (company: ReactNode, search: ReactNode) =>
      rich`No more alerts about ${company} in the search ${search}.`,
    done: (what: ReactNode, scope: string) => rich`${what} ${scope}`,
    scopes: {
      slack: 'This applies to everyone in the channel.',
      mail: 'This applies to everyone who reads mail at this address.',
      webhook: 'This applies to everyone who gets these alerts.',
    },
    undo: (search: ReactNode, isAll: boolean) =>
      isAll
        ? rich`To undo this, a team owner opens ${search} on the Alerts page and chooses “Resume alerts”.`
        : rich`To undo this, a team owner opens ${search} on the Alerts page and chooses “Resume alerts” in the company’s menu.`,
  },
}
