import type { ReactNode } from 'react'
import { formatNumber } from '../../parts/words/format.ts'
import { rich } from '../../parts/words/rich-text.ts'

export const texts = {
  tabs: { label: 'Documentation', reference: 'API reference', guide: 'Query guide' },
  signIn: 'Sign in',
  contents: 'On this page',
  reference: {
    title: 'API reference',
    lead: (description: ReactNode) =>
      rich`Every call, with its parameters, replies and errors. For programs, the same is at ${description}.`,
    loadFailed: 'Can’t load the reference',
    overview: 'Overview',
    parameters: 'Parameters',
    body: 'Body',
    reply: 'Reply',
    replyFields: 'Fields of the reply',
    request: (call: string) => `Example request: ${call}`,
    example: (call: string) => `Example response: ${call}`,
    errors: 'Errors',
    required: 'required',
    anyOf: 'One of',
    fieldsOf: (name: string) => `Fields of ${name}`,
  },
  access: {
    title: 'Try it',
    you: 'Calls from this page are yours: companies count toward what people may see in a day, and never toward the limits of the API.',
    left: (left: number, limit: number) =>
      `${formatNumber(left)} of your ${formatNumber(limit)} companies are left today. A company that your team has seen today is free.`,
    noAccess: 'Your plan has no API access, so you can’t try calls here.',
    visitor: 'Paste an API key to try calls. They count toward the limits of its team.',
    key: 'API key',
    keyForUser: 'API key (optional)',
    keyHint: 'It is kept until you leave this page, and is not stored.',
    keyForUserHint:
      'With a key, calls count toward the API’s limits. It is kept until you leave this page, and is not stored.',
    showKey: 'Show key',
  },
  call: {
    open: 'Try it',
    close: 'Close',
    send: 'Send request',
    sending: 'Sending…',
    needsKey: 'This call is about a key: paste one above to send it.',
    keyFirst: 'Paste an API key above first.',
    body: 'Request body (JSON)',
    required: (name: string) => `${name} (required)`,
    curl: 'curl command',
    result: (status: number, ms: number) => `Status ${status} in ${formatNumber(ms)} ms`,
    resultLabel: 'Reply',
    failed: 'No reply. Check your connection and try again.',
  },
  guide: {
    title: 'Query guide',
    lead: (markdown: ReactNode) => rich`The language of signal queries. For programs, as Markdown: ${markdown}.`,
    loadFailed: 'Can’t load the guide',
    open: 'Open in Explore',
    openLabel: (query: string) => `Open in Explore: ${query}`,
  },
}
