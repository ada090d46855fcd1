import type { ReactNode } from 'react'
import type { SavedSearchReply, SearchChangeReply } from '../../contract.ts'
import { formatNumber, pluralize } from '../../parts/words/format.ts'
import { rich } from '../../parts/words/rich-text.ts'

const states: Readonly<Record<SavedSearchReply['state'], string>> = {
  unconfirmed: 'Not confirmed',
  getting_ready: 'Getting ready',
  watching: 'Active',
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
  history: 'Came with imported data or a changed list',
  back_soon: 'Matched again too soon',
  paused: 'Alert was paused',
  muted: 'Muted',
  moved: 'Same signals as a company that already matched',
  no_access: 'Plan had no API access',
  unconfirmed: 'Address wasn’t confirmed yet',
}

const messages: Readonly<Record<NonNullable<SearchChangeReply['message']>['state'], string>> = {
  waiting: 'Waiting to be sent',
  sent: 'Sent',
  failed: 'Not delivered',
}

export const texts = {
  matches: {
    finding: 'Finding the companies that match now…',
    price: (matching: number, sent: number) =>
      `${pluralize(matching, 'company matches', 'companies match')} now. ${
        matching > sent
          ? `We can send the ${formatNumber(sent)} strongest`
          : `We can send ${sent === 1 ? 'it' : 'them'}`
      } once. It uses up to ${formatNumber(sent)} of your companies for today; those your team has seen today are free.`,
    send: 'Send what matches now',
    busy: 'Sending…',
    sent: (sent: number) =>
      `${pluralize(sent, 'company', 'companies')} on the way. From now on, alerts say what is new.`,
  },
  ready: {
    title: 'Not ready yet',
    coverage: (type: string, monitored: number, all: number) =>
      `${type}: monitored for ${formatNumber(monitored)} of ${pluralize(all, 'company', 'companies')} on the list.`,
  },
  follow: {
    follow: (name: string) => `Follow ${name}`,
    following: (name: string) => `Following ${name}`,
    more: 'See all windows',
    failed: 'Can’t follow the window',
    loadFailed: 'Can’t load the windows',
  },
  list: {
    crm: 'Windows in your CRM',
    title: 'Alerts',
    lead: 'Get a message when a new company matches your search.',
    ownersOnly: 'Only an owner, or the person who saved it for themselves, can change this alert.',
    memberNote:
      'You can save searches for yourself: they arrive on Today, or at your address. Owners send alerts to Slack and webhooks, and change those of others.',
    loadError: 'Can’t load the alerts',
    add: 'New alert',
    empty: 'No alerts yet',
    emptyOwner:
      'Follow a window, or save any search in Explore. New companies appear on Today; add Slack or email when you like.',
    emptyNoApiAccess: 'You can save searches once the team has API access.',
    toExplore: 'Open Explore',
    limitReached: (most: number) => `A team can have up to ${formatNumber(most)} alerts. Delete one to add another.`,
    delivery: (search: Pick<SavedSearchReply, 'every' | 'destination' | 'target'>) =>
      search.destination === 'today' ? 'Shown on Today' : `${intervals[search.every]} to ${texts.where(search)}`,
    noEntryYet: 'None yet',
    columns: {
      name: 'Alert',
      state: 'State',
      companies: 'Match now',
      lastEntry: 'Last new company',
      delivery: 'Delivery',
    },
    search: 'Search alerts',
    nothing: (wanted: string) => `No alert has “${wanted}” in its name, search or destination.`,
    timeZone: 'Digest time zone',
    timeZoneHint: 'Daily and weekly digests are sent at 8 a.m.',
    timeZoneSaved: 'Time zone saved',
  },
  states,
  intervals,
  destinations: { today: 'Today', slack: 'Slack', webhook: 'Webhook', mail: 'Email' },
  arrivals: { today: 'on Today', slack: 'in the channel', webhook: 'at the webhook', mail: 'by email' },
  where: ({ destination, target }: Pick<SavedSearchReply, 'destination' | 'target'>) =>
    destination === 'slack' ? `Slack (${target})` : target,
  detail: {
    loadError: 'Can’t load the alert',
    notFound: 'This alert doesn’t exist. It may have been deleted.',
    back: 'All alerts',
    query: 'Matches',
    filters: 'Companies',
    delivery: 'Delivery',
    savedBy: 'Saved by',
    away: 'Repeat',
    awayDays: (days: number) =>
      days === 0 ? 'Whenever it matches again' : `After ${pluralize(days, 'day')} without matching`,
    state: 'State',
    openSearch: 'Open in Explore',
    edit: 'Edit',
    ask: 'Resend confirmation',
    asked: 'We send an address at most one confirmation email a day. You can send the next one tomorrow.',
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
    lostList: 'The list was deleted. Choose another one, or save to include all companies.',
    queryMissing: 'Enter a query.',
    startsOver: 'The search changed, so it starts over. You won’t be alerted about current matches.',
  },
  remove: {
    title: (name: string) => `Delete “${name}”?`,
    text: 'You get no more messages from it, and its history is deleted.',
    submit: 'Delete alert',
    busy: 'Deleting…',
    done: (name: string) => `Deleted “${name}”`,
  },
  history: {
    title: 'History',
    lead: 'Companies that started or stopped matching, and the messages sent. Last 90 days.',
    empty: 'Nothing yet. You won’t be alerted about companies that matched when you saved the search.',
    loadError: 'Can’t load the history',
    columns: {
      at: 'When',
      what: 'What',
      company: 'Company',
      why: 'Signals',
      rang: 'Message',
      verdict: 'Verdict',
      menu: 'Actions',
    },
    entered: 'Started matching',
    left: 'Stopped matching',
    closed: '(closed)',
    removed: 'Removed company',
    mute: 'Mute this company',
    unmute: 'Resume alerts',
    isMuted: 'Muted',
    onToday: 'Shown on Today',
    muted: (name: string) => `Muted ${name}`,
    unmuted: (name: string) => `Resumed alerts about ${name}`,
    silences,
    messages,
    more: 'Show older',
  },
  save: {
    button: 'Save and alert me',
    title: 'Save this search and get alerts',
    lead: 'You get new matches from now on. You won’t be alerted about current matches.',
    name: 'Name',
    nameHint: 'Shown in every message.',
    nameProblems: {
      missing: () => 'Give it a name.',
      too_long: (max: number) => `Use at most ${formatNumber(max)} characters.`,
      invisible: () => 'Remove the invisible characters.',
    },
    to: 'Send to',
    todayHint: 'New matches appear on Today for everyone in your team. You can send them to Slack or by email later.',
    membersOnly: 'You save searches for yourself. Ask an owner to send alerts to Slack or a webhook.',
    ownMailHint: 'Your own address.',
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
    mailHint: 'Team members get alerts right away. Other addresses must confirm first.',
    targetMissing: 'Enter a destination.',
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
      `You get a message when a new company matches, which can take a while. Send a test to check that it arrives ${where}:`,
    onToday: 'New matches appear on Today, for everyone in your team. That can take a while.',
    confirmFirst: (address: string) => `We emailed a link to ${address}. Alerts start once it is confirmed.`,
    open: 'Open the alert',
    secretTitle: 'Your signing secret',
    secretHint: 'Signs every request (Standard Webhooks). Owners can reveal it later on the alert’s page.',
  },
  test: {
    title: 'Test message',
    lead: (where: string) => `Check that messages arrive ${where}. The test shows a matching company if there is one.`,
    send: 'Send a test message',
    busy: 'Sending…',
    states: { sent: 'Sent', waiting: 'On its way', failed: 'Not delivered' },
    status: (status: number) => `status ${status}`,
    answer: 'Response',
  },
  address: {
    title: 'Confirm your address',
    question: (team: ReactNode, address: ReactNode) => rich`Get alerts from the team ${team} at ${address}?`,
    submit: 'Yes, send me alerts',
    busy: 'Confirming…',
    doneTitle: 'Confirmed',
    done: 'You’ll get alerts from now on. Each one has an unsubscribe link.',
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
      today: 'This applies to everyone in the team.',
      slack: 'This applies to everyone in the channel.',
      mail: 'This applies to everyone who reads email at this address.',
      webhook: 'This applies to everyone who gets these alerts.',
    },
    undo: (search: ReactNode, isAll: boolean) =>
      isAll
        ? rich`To undo this, open ${search} on the Alerts page and choose “Resume alerts”.`
        : rich`To undo this, open ${search} on the Alerts page and choose “Resume alerts” in the company’s menu.`,
  },
}
