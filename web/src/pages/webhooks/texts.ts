// All strings of the webhook pages.

import type { ReactNode } from 'react'
import type { AttemptReply, EVENT_STATES, OVERLAPS, WebhookReply } from '../../contract.ts'
import { formatDuration, formatMilliseconds, formatNumber, pluralize } from '../../parts/words/format.ts'
import { rich } from '../../parts/words/rich-text.ts'

type EventState = (typeof EVENT_STATES)[number]
type Overlap = (typeof OVERLAPS)[number]

const states: Readonly<Record<WebhookReply['state'], string>> = {
  healthy: 'Healthy',
  falling_behind: 'Falling behind',
  retrying: 'Retrying',
  // Not "Failing": a webhook is also held while the operator stops all deliveries. The page shows the reason next to it.
  held: 'On hold',
  key_unreadable: 'Key unreadable',
  paused: 'Paused',
  events_failed: 'Events failed',
}

const lanes: Readonly<Record<AttemptReply['lane'], string>> = {
  first: 'First try',
  late: 'Retry',
  replay: 'Replay',
  test: 'Test event',
}

const eventStates: Readonly<Record<EventState, { readonly label: string; readonly detail: string }>> = {
  delivered: { label: 'Delivered', detail: 'Your endpoint accepted it.' },
  waiting: { label: 'Queued', detail: 'It’s waiting to be sent.' },
  exhausted: {
    label: 'Failed',
    detail: 'Every attempt failed.',
  },
  unknown: {
    label: 'Not sent',
    detail:
      'When this event was found, the webhook didn’t exist yet, wasn’t subscribed to its type, or its filter excluded it.',
  },
}

const overlaps: Readonly<Record<Overlap, string>> = {
  now: 'No',
  '1h': 'For 1 hour',
  '24h': 'For 24 hours',
  '7d': 'For 7 days',
}

export const texts = {
  milliseconds: formatMilliseconds,
  list: {
    title: 'Webhooks',
    lead: 'Get new signals at your own URL, one POST per signal. Deliveries don’t count toward your limits.',
    add: 'Add webhook',
    ownersOnly: 'You can view webhooks. Only owners can change them.',
    loadError: 'Can’t load the webhooks',
    empty: 'No webhooks yet',
    emptyOwner: 'Add an HTTPS URL that accepts POST requests, choose signal types, and send a test event.',
    emptyMember: 'An owner can add the first one.',
    emptyNoAccess: 'You can add webhooks once your team has API access.',
    limitReached: (max: number) => `A team can have up to ${pluralize(max, 'webhook')}. Delete one to add another.`,
  },
  create: {
    title: 'Add webhook',
    lead: 'Deliveries start with signals found after you save. Earlier signals aren’t sent. The operator of this service can replay missed events.',
    ownersOnly: 'Only owners of a team with API access can add webhooks.',
    submit: 'Add webhook',
    busy: 'Adding…',
    created: 'Webhook added',
    keyHint:
      'Your endpoint should accept only requests with this key, or with a signature of this secret. Owners can reveal both later.',
    receiver: 'Receive it on this machine',
    receiverHint: 'In a second terminal, in the folder of Pro Signal. It prints what arrives. Then continue to test.',
    next: 'Continue to test',
  },
  edit: {
    title: 'Edit webhook',
    ownersOnly: 'Only owners can edit webhooks.',
    newTypesHint: 'A type you add is sent from the moment you save. Earlier signals of this type aren’t sent.',
    submit: 'Save',
    busy: 'Saving…',
    saved: 'Webhook updated',
  },
  fields: {
    name: 'Name (optional)',
    nameHint: 'Shown in lists instead of the URL.',
    nameInvalid: (max: number) => `Use at most ${max} visible characters.`,
    url: 'Endpoint URL',
    urlHint: (example: string | undefined) =>
      `An HTTPS URL that answers POST requests with a 2xx status.${
        example ? ` For development it can be on this machine: ${example}` : ''
      }`,
    urlValid: 'The URL format is valid.',
    urlRequired: 'Enter your endpoint’s URL.',
    types: 'Signal types',
    typesRequired: 'Choose at least one signal type.',
    typesLoadError: 'Can’t load the type descriptions',
    descriptionLoading: '…',
    examplePayload: (type: string) => `Example payload: ${type}`,
    examplePayloadLabel: (type: string) => `Example payload of ${type}`,
  },
  filter: {
    legend: 'Filter (optional)',
    open: 'Send only some of these signals',
    lead: 'Without a filter, every signal of the chosen types is sent. A changed filter applies to signals found after you save.',
    signals: 'Only signals that match',
    signalsHint:
      'One clause of the query language per signal type, joined by OR. All signals of a type without a clause are sent. A clause matches current signals: add “status: any” to include closed ones.',
    signalsPlaceholder: 'hiring(title ~ "AI SDR") OR funding(amount >= 5m)',
    onlyList: (name: string) => `Only companies on the list “${name}”`,
    onceDays: 'Once per company in how many days',
    onceDaysHint: 'After a signal is sent, others of the same company are skipped for this long.',
    onceDaysPlaceholder: 'No limit',
    daysInvalid: (max: number) => `Use 1 to ${max} days.`,
    /** Null: the preview covers all of the last seven days. */
    preview: ({ looked, passed }: { looked: number; passed: number }, since: ReactNode | null) =>
      since === null
        ? looked === 0
          ? 'The last 7 days had no signals of these types.'
          : `Of the ${pluralize(looked, 'signal event')} of these types in the last 7 days, ${formatNumber(passed)} would have been sent.`
        : rich`Of the newest ${pluralize(looked, 'signal event')} of these types (since ${since}), ${formatNumber(passed)} would have been sent. There were too many to check all 7 days.`,
    onlySignals: 'Only signals that match:',
    onlyCompanies: 'Only companies with',
    oncePerCompany: (days: number) => `Once per company in ${pluralize(days, 'day')}`,
  },
  authKey: {
    label: 'Authentication key',
    hint: 'Sent with every POST as “Authorization: Bearer …”. Your endpoint should reject requests without it.',
    generate: 'Generate a key',
    useOwn: 'Use my own',
    own: 'Your key',
    ownHint: (min: number, max: number) => `${min} to ${max} visible ASCII characters, no spaces.`,
    show: 'Show key',
    invalidCharacters: 'Use visible ASCII characters without spaces.',
    tooShort: (min: number) => `Use at least ${min} characters.`,
    tooLong: (max: number) => `Use at most ${max} characters.`,
    lead: 'Sent with every POST as “Authorization: Bearer …”. Revealing it is logged.',
    fallbackEnds: (time: ReactNode) =>
      rich`If your endpoint rejects the new key, we retry once with the previous key. This ends ${time}.`,
  },
  signingSecret: {
    label: 'Signing secret',
    lead: 'Signs every POST (Standard Webhooks), to prove that it’s from us. Revealing it is logged.',
    overlapEnds: (time: ReactNode) => rich`Requests are also signed with the previous secret. This ends ${time}.`,
  },
  secrets: { reveal: 'Reveal', hide: 'Hide', rotate: 'Rotate…' },
  rotateSecret: {
    title: 'Rotate signing secret',
    submit: 'Rotate secret',
    overlap: 'Also sign with the previous secret',
    done: 'Secret rotated',
    doneHint: 'Update your endpoint with this secret before the overlap ends. Owners can reveal it later.',
  },
  rotate: {
    title: 'Rotate authentication key',
    submit: 'Rotate key',
    busy: 'Rotating…',
    fallback: 'Retry with the previous key if the new one is rejected',
    overlaps,
    done: 'Key rotated',
    doneHint: 'Update your endpoint with this key now. Owners can reveal it later.',
  },
  remove: {
    title: 'Delete webhook?',
    warning: (url: ReactNode) =>
      rich`This stops all deliveries to ${url}. Queued events, the delivery log and the key are deleted. A webhook you add later gets only signals found from then on. To stop temporarily, pause it instead.`,
    submit: 'Delete webhook',
    busy: 'Deleting…',
    done: 'Webhook deleted',
  },
  detail: {
    title: 'Webhook',
    tab: (host: string) => `Webhook ${host}`,
    loadError: 'Can’t load the webhook',
    notFound: 'This webhook doesn’t exist. It may have been deleted.',
    status: 'Status',
    states,
    waiting: {
      label: 'Waiting for the first event',
      reason: 'The next signal of a chosen type is sent as soon as it is found.',
    },
    testFailed: {
      label: 'Test failed',
      reason:
        'The last test event wasn’t accepted, and nothing has been delivered since. Fix your endpoint and test again.',
    },
    types: (types: readonly string[]) => `Signal types: ${types.join(', ')}`,
    pause: 'Pause',
    paused: 'Paused. Events stay queued for up to 30 days.',
    resume: 'Resume',
    resumed: 'Resumed. Sending queued events.',
    edit: 'Edit',
    delete: 'Delete…',
  },
  stats: {
    queue: 'Queue',
    /** If the count isn't exact, there are at least that many events. */
    queued: ({ events, exact, seconds }: WebhookReply['lag'], isFiltered: boolean) => {
      if (events === 0) return 'Empty'
      // Queued events may not pass the filter.
      const bound = isFiltered ? (exact ? 'Up to ' : 'About ') : exact ? '' : 'At least '
      return `${bound}${pluralize(events, 'event')} queued for up to ${formatDuration(seconds)}`
    },
    lastSuccess: 'Last success',
    noSuccess: 'None yet',
    retrying: 'Retrying',
    failed: 'Failed',
    created: 'Created',
  },
  test: {
    title: 'Test endpoint',
    lead: (type: string | undefined) =>
      `Sends an example ${type ? `“${type}” ` : ''}event and shows your endpoint’s response.`,
    send: 'Send test event',
    busy: 'Waiting for a response…',
    delivered: 'Delivered',
    notDelivered: 'Not delivered',
    noResponse: 'no response',
    status: (status: number) => `status ${status}`,
    responseBody: 'Response body',
    event: 'Event',
  },
  tabs: { label: 'Webhook', overview: 'Overview', deliveries: 'Deliveries', settings: 'Settings' },
  settings: {
    endpoint: 'Endpoint',
    name: 'Name',
    none: 'None',
    url: 'URL',
    types: 'Signal types',
    noFilter: 'No filter: every signal of these types is sent.',
    delete: 'Delete webhook',
    deleteLead: 'Deletes its queued events, its delivery log and its key. To stop deliveries for a while, pause it.',
  },
  log: {
    title: 'Delivery log',
    label: 'Events',
    lead: 'Events of the last 30 days, the newest attempt first, test events included.',
    refresh: 'Refresh',
    search: 'Search',
    searchPlaceholder: 'Company, domain or event ID',
    status: 'Status',
    states: { delivered: 'Delivered', waiting: 'Retrying or queued', exhausted: 'Failed' },
    type: 'Signal type',
    time: 'Time',
    any: 'Any',
    times: { '': 'Last 30 days', '1h': 'Last hour', '24h': 'Last 24 hours', '7d': 'Last 7 days' },
    company: 'Company',
    last: 'Last attempt',
    next: 'Next retry',
    now: 'Now',
    testEvent: 'Test event',
    eventGone: 'Event no longer stored',
    noAttempt: 'None yet',
    attempts: (attempts: readonly { readonly succeeded: boolean; readonly status: number | null }[]) =>
      `${pluralize(attempts.length, 'attempt')}: ${attempts
        .map(({ succeeded, status }) => `${succeeded ? 'succeeded' : 'failed'} (${status ?? 'no response'})`)
        .join(', ')}`,
    shown: (events: number, hasMore: boolean) =>
      `${pluralize(events, 'event')} shown${hasMore ? ', there may be more' : ''}`,
    loadError: 'Can’t load the delivery log',
    latest: 'Latest events',
    all: 'All deliveries',
    empty: 'No events yet',
    emptyHint: 'The next signal of a chosen type appears here. Send a test event to check that your endpoint answers.',
    noMatches: 'No matching events',
    noMatchesHint: 'Choose a longer time range, or another status, type or search.',
    noMatchesYet: 'Nothing matches in the newest part of the log. Older events haven’t been searched.',
    clear: 'Clear filters',
    loadOlder: 'Load older events',
    searchOlder: 'Search older events',
  },
  attempts: {
    title: 'Attempts',
    result: (succeeded: boolean, status: number | null) =>
      `${succeeded ? 'Succeeded' : 'Failed'} · ${status === null ? 'no response' : status}`,
    place: (attempt: number, lane: AttemptReply['lane']) =>
      lane === 'test' ? lanes.test : `${lanes[lane]}, attempt ${attempt}`,
    noResponse: 'No response',
    noBody: 'No response body stored.',
    none: 'No attempt yet.',
  },
  event: {
    title: 'Event',
    tab: (position: string) => `Event ${position}`,
    loadError: 'Can’t load the event',
    notFound: 'This event doesn’t exist for this webhook. It may have been deleted.',
    states: eventStates,
    retryingState: { label: 'Retrying', detail: 'The last attempt failed.' },
    close: 'Close event',
    openPage: 'Open as a page',
    testLead: 'A test event has the example payload of its type. It isn’t retried.',
    testGone: 'This test event is no longer stored.',
    isDue: 'The next attempt is due.',
    nextAttempt: (time: ReactNode) => rich`Next attempt ${time}.`,
    payload: 'Payload',
    payloadJson: 'Payload as JSON',
    payloadLead: 'The exact request body.',
    payloadGone: 'Events are stored for 30 days, and this one is older. The signal is still in the company’s dossier.',
    attemptsLead: 'Newest first, up to 50.',
    headers: 'Request headers',
    headersLead: 'Sent with every attempt. Secrets and values that differ by attempt are hidden.',
    retry: 'Retry now',
    retrying: 'Retrying…',
    retryAsked: 'Sending it now.',
    attemptsLeft: (attempts: number) =>
      attempts === 1
        ? 'This is the last attempt: if it fails, the event isn’t retried again.'
        : `${pluralize(attempts, 'attempt')} left. Retrying now uses one.`,
    requestReplay: 'Ask for a replay',
    requesting: 'Asking…',
    replayHint: 'Ask the operator of this service to send it again, once your endpoint works.',
    replayRequested: (time: ReactNode) => rich`You asked the operator to send it again ${time}.`,
  },
  failures: {
    title: (failures: readonly { readonly retrying: number; readonly failed: number }[], exact: boolean) => {
      const events = failures.reduce((sum, { retrying, failed }) => sum + retrying + failed, 0)
      return `${exact ? '' : 'At least '}${pluralize(events, 'event')} not delivered`
    },
    counts: ({ retrying, failed }: { readonly retrying: number; readonly failed: number }) =>
      [retrying > 0 && `${formatNumber(retrying)} retrying`, failed > 0 && `${formatNumber(failed)} failed`]
        .filter(Boolean)
        .join(', '),
    replayHint: 'Failed events aren’t retried automatically. Open one in the log to ask the operator for a replay.',
    showRetrying: 'Show retrying events',
    showFailed: 'Show failed events',
  },
  expired: {
    title: 'Expired events',
    lead: (events: number) =>
      `${pluralize(events, 'event')} expired after 30 days in the queue and ${events === 1 ? 'wasn’t' : 'weren’t'} delivered. The signals are still available in the API.`,
    when: 'When',
    events: 'Events',
  },
  notices: {
    title: (notices: number) => pluralize(notices, 'webhook alert'),
    dismiss: 'Dismiss',
    times: (times: number) => `(${formatNumber(times)} times)`,
    older: (notices: number) => `And ${pluralize(notices, 'older alert')}.`,
  },
}
