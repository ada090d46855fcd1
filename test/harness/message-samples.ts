// Messages as people get them, as pages to look at: mails, and a plain rendering of Slack's blocks.

import { warningMail } from '../../src/account/budgets/warnings.ts'
import { questionMail } from '../../src/deliver/alerts/addresses/addresses.ts'
import type { AlertContent, TestContent } from '../../src/deliver/alerts/messages/alert-content.ts'
import { alertMail, testMail } from '../../src/deliver/alerts/messages/alert-mail.ts'
import { alertLinks } from '../../src/deliver/alerts/messages/mute-links.ts'
import { type SlackMessage, slackMessage, slackTestMessage } from '../../src/deliver/alerts/messages/slack-message.ts'
import { pausedMail } from '../../src/deliver/firehose/states/pause-mails.ts'
import { renderMail } from '../../src/mail/index.ts'
import type { PublicSignal } from '../../src/meaning/signals/index.ts'
import { escapeHtml } from '../../src/platform/text/escape-html.ts'
import { box } from './firehose.ts'

const signalOf = (label: string, day = '2026-11-12') =>
  ({
    id: '00000000-0000-4000-8000-000000000000',
    type: 'hiring',
    label,
    occurredAt: `${day}T00:00:00.000Z`,
    source: { name: 'Job Board', url: 'https://jobs.example/1' },
  }) as unknown as PublicSignal

const NAMES = ['Northwind', 'Harbourline', 'Contoso', 'Fabrikam', 'Lumen & Söhne', 'Tailspin', 'Wingtip', 'Adatum']

const companyOf = (name: string, n: number): AlertContent['companies'][number] => ({
  eventId: `se_${n}`,
  company: {
    id: `00000000-0000-4000-8000-00000000000${n}`,
    name,
    domain: `${name.split(' ')[0]?.toLowerCase()}.example`,
    logo: null,
  },
  facts: { hqCountry: 'DE', employeeCount: 240, fundingStage: 'series_a', industry: 'logistics_software' },
  match: 96.2 - n,
  signals: [
    signalOf('Raised $12M in Series A', '2026-10-30'),
    signalOf('Hiring: AI SDR, Berlin'),
    signalOf('Hiring: *Senior* AI_SDR'),
    signalOf('Hiring: AI SDR, Hamburg'),
  ],
  whyNow: {
    label: 'Hiring for AI-led outbound',
    sentences: [
      '“AI SDR” in Berlin is open for 12 days, and 2 more of its kind.',
      'CRM in use: HubSpot CRM.',
      'Likely: whoever takes the job chooses the tools for outbound. This window closes in 33 days, on 15 December 2026.',
    ],
  },
  occurredAt: '2026-11-12T09:12:44.000Z',
})

const search = { id: '9b1d7c40-0000-4000-8000-000000000000', name: 'AI SDRs in DACH' }
const ALERT: AlertContent = {
  messageId: '1',
  search,
  digest: undefined,
  companies: [companyOf('Northwind', 1)],
  total: 1,
}
const DIGEST: AlertContent = {
  messageId: '2',
  search,
  digest: { every: 'day', until: '2026-11-12T08:00:00.000Z' },
  companies: NAMES.map(companyOf),
  total: 27,
}

const TEST: TestContent = {
  messageId: '3',
  search,
  matching: 27,
  example: companyOf('Northwind', 1),
  sentAt: '2026-11-12T09:12:44.000Z',
}

/** HTML by name. */
export function messageSamples(): Readonly<Record<string, string>> {
  const links = alertLinks('https://signals.example.com', box, search.id, 1_800_000_000)
  return {
    'mail-alert': renderMail(alertMail(ALERT, links)).html,
    'mail-digest': renderMail(alertMail(DIGEST, links)).html,
    'mail-question': renderMail(questionMail('Acme Sales', 'https://signals.example.com/confirm-address#x')).html,
    'mail-budget': renderMail(
      warningMail(
        {
          team: 'Acme Sales',
          bucket: 'monthlyRecords',
          used: 2_412,
          limit: 3_000,
          periodEnd: new Date('2026-12-01T00:00:00Z'),
          threshold: 80,
        },
        'https://signals.example.com/usage',
      ),
    ).html,
    'mail-paused': renderMail(
      pausedMail(
        'Acme Sales',
        'The endpoint answered 410 Gone, so the webhook was paused. Events are kept for 30 days.',
        'hooks.acme.example',
        'https://signals.example.com/webhooks/1',
      ),
    ).html,
    'mail-test': renderMail(testMail(TEST, links)).html,
    'slack-alert': slackPage(slackMessage(ALERT, links)),
    'slack-digest': slackPage(slackMessage(DIGEST, links)),
    'slack-test': slackPage(slackTestMessage(TEST, links)),
  }
}

interface Element {
  readonly type: string
  readonly text?: string | undefined
  readonly url?: string | undefined
  readonly style?: { readonly bold?: boolean } | string
  readonly elements?: readonly Element[]
}

function slackPage({ blocks }: SlackMessage): string {
  return `<!doctype html><meta charset="utf-8"><style>
    :root { color-scheme: light dark }
    body { max-width: 640px; margin: 24px; font: 15px/1.47 Lato, 'Segoe UI', sans-serif }
    .rich_text { margin: 4px 0 8px; white-space: pre-wrap } .context { font-size: 13px; opacity: .75; margin-bottom: 8px }
    ul { margin: 0; padding-left: 22px } a { color: light-dark(#1264a3, #4aa8e8); text-decoration: none }
  </style>${(blocks as unknown as readonly Element[]).map(htmlOf).join('')}`
}

function htmlOf({ type, text = '', url, style, elements = [] }: Element): string {
  const inner = elements.map(htmlOf).join('')
  if (type === 'rich_text' || type === 'context') return `<div class="${type}">${inner}</div>`
  if (type === 'rich_text_list') return `<ul>${elements.map((each) => `<li>${htmlOf(each)}</li>`).join('')}</ul>`
  if (type === 'rich_text_section') return inner
  if (type === 'mrkdwn') return text.replace(/<([^|>]+)\|([^>]+)>/g, '<a href="$1">$2</a>')
  const literal = escapeHtml(text)
  const shown = typeof style === 'object' && style.bold ? `<strong>${literal}</strong>` : literal
  return url === undefined ? shown : `<a href="${url}">${shown}</a>`
}
