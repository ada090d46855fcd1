import type { ReactNode } from 'react'
import type { GRACES, KeyReply, KeyScope } from '../../contract.ts'
import { formatNumber, pluralize } from '../../parts/words/format.ts'
import { rich } from '../../parts/words/rich-text.ts'
import { UNUSED_DAYS } from './unused.ts'

type Grace = (typeof GRACES)[number]

const graces: Readonly<Record<Grace, string>> = {
  now: 'Stops working now',
  '15m': 'Works for 15 more minutes',
  '1h': 'Works for 1 more hour',
  '24h': 'Works for 1 more day',
  '7d': 'Works for 1 more week',
}

const states: Readonly<Record<KeyReply['state'], string>> = {
  active: 'Active',
  replaced: 'Replaced',
  expired: 'Expired',
  revoked: 'Revoked',
}

const scopeWords: Readonly<Record<KeyScope, string>> = {
  search: 'search',
  slices: 'slices',
  dossiers: 'dossiers',
  mcp: 'assistants',
}

const scopeNames: Readonly<Record<KeyScope, string>> = {
  search: 'Search: companies and filters',
  slices: 'Slices and filters',
  dossiers: 'Dossiers of companies',
  mcp: 'Assistants and agents, at /mcp',
}

const invalidKeys = (keys: number) => `${pluralize(keys, 'key')} that no longer ${keys === 1 ? 'works' : 'work'}`

export const texts = {
  title: 'API keys',
  lead: 'A program uses a key to call the API for your team. All keys of a team share its limits.',
  memberNote: 'You can view keys. Only owners can create, rotate and revoke them.',
  limit: (working: number, max: number) => `${formatNumber(working)} of at most ${pluralize(max, 'working key')}.`,
  limitReached: (max: number) =>
    `A team can have up to ${pluralize(max, 'working key')}. Revoke one to create another.`,
  loadFailed: 'Can’t load the keys',
  tableLabel: 'API keys',
  search: 'Find a key',
  showInvalid: (keys: number) => `Show ${invalidKeys(keys)}`,
  hideInvalid: 'Hide keys that no longer work',
  columns: {
    name: 'Name',
    key: 'Key',
    state: 'State',
    created: 'Created',
    createdBy: 'By',
    lastUsed: 'Last used',
    requests: 'Requests, 30 d',
    expires: 'Expires',
  },
  anOperator: 'An operator',
  unused: `Unused for ${UNUSED_DAYS} days`,
  unusedHint: (keys: number) =>
    `${pluralize(keys, 'key')} ${keys === 1 ? 'was' : 'were'} not used for ${UNUSED_DAYS} days. Revoke what no program needs.`,
  states,
  empty: {
    title: 'No keys yet',
    owner: 'Create one key for each program that calls the API, so you can revoke them separately.',
    member: 'An owner can create the first one.',
    noApiAccess: 'You can create keys once the team has API access.',
  },
  samples: {
    title: 'Call the API',
    lead: 'Choose a call and a language. Assistants and agents connect to /mcp with the same key. Every successful call counts: to test without using up limits, start a demo server with made-up companies (npm start).',
    call: 'Call',
    language: 'Language',
    code: (language: string) => `The call in ${language}`,
    placeholder: 'YOUR_API_KEY',
  },
  actions: { create: 'Create key', access: 'Limit…', rotate: 'Rotate…', revoke: 'Revoke…' },
  create: {
    title: 'Create an API key',
    submit: 'Create key',
    busy: 'Creating…',
    name: 'Name',
    nameDescription: 'The program that will use it, such as “CRM sync”. Up to 100 characters.',
    nameProblems: {
      missing: () => 'Give the key a name.',
      too_long: (max: number) => `Use at most ${max} characters.`,
      invisible: () => 'The name has an invisible character. Type it instead of pasting it.',
    },
    expires: 'Expires',
    expiryOptions: { never: 'Never', days30: 'In 30 days', days90: 'In 90 days', year: 'In a year', date: 'On a date' },
    lastDay: 'Last day',
    lastDayDescription: 'The key works until the end of this day in your time zone.',
    lastDayInvalid: 'Choose a day in the future.',
  },
  access: {
    more: 'Limit what the key may do',
    title: (name: string) => `Limit “${name}”`,
    submit: 'Save',
    busy: 'Saving…',
    done: 'The key follows within a second',
    scopes: 'May call',
    scopesDescription: 'Every key may also read health and stats, which are free.',
    scopesMissing: 'Choose at least one.',
    scopeNames,
    networks: 'Networks',
    networksDescription:
      'The key is accepted only from these addresses or networks, such as 203.0.113.0/24 or 2001:db8::/48, one per line. Empty: from everywhere.',
    only: (scopes: readonly KeyScope[]) => `Only ${scopes.map((scope) => scopeWords[scope]).join(', ')}`,
    from: (networks: readonly string[]) =>
      networks.length === 1 ? `From ${networks[0]}` : `From ${networks.length} networks`,
  },
  issued: {
    title: (name: string) => `Your key “${name}”`,
    warning: 'Copy the key now and store it safely: you can’t see it again. If you lose it, rotate the key.',
    key: 'Key',
    tryIt: 'Try it: this request shows your limits and is free',
  },
  rotate: {
    title: (name: string) => `Rotate “${name}”`,
    submit: 'Rotate key',
    busy: 'Rotating…',
    explanation: (oldKey: ReactNode) =>
      rich`The new key gets the same name, expiry date and limits. Use it everywhere you use the old key, ${oldKey}.`,
    grace: 'The old key',
    graces,
  },
  revoke: {
    title: (name: string) => `Revoke “${name}”?`,
    submit: (name: string) => `Revoke “${name}”`,
    busy: 'Revoking…',
    warning: (key: ReactNode) => rich`Requests with ${key} get 401 within a second. You can’t undo this.`,
    lastUsed: (time: ReactNode) => rich`It was last used ${time}.`,
    neverUsed: 'It has never been used.',
    done: (name: string) => `“${name}” is revoked`,
  },
}
