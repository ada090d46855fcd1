// Messages as people get them, as pages to look at: mails, and a plain rendering of Slack's blocks.

import { questionMail } from '../../src/features/alerts/addresses.ts'
import type { AlertContent } from '../../src/features/alerts/alert-content.ts'
import { alertMail } from '../../src/features/alerts/alert-mail.ts'
import { alertLinks } from '../../src/features/alerts/mute-links.ts'
import { slackMessage } from '../../src/features/alerts/slack-message.ts'
import { warningMail } from '../../src/features/budgets/warnings.ts'
import { pausedMail } from '../../src/features/firehose/pause-mails.ts'
import { renderMail } from '../../src/features/mail/index.ts'
import type { PublicSignal } from '../../src/features/signals/index.ts'
import { box } from './firehose.ts'

const signalOf = (label: string) =>
  ({
    id: '00000000-0000-4000-8000-000000000000',
    type: 'hiring',
    label,
    occurredAt: '2026-11-12T00:00:00.000Z',
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
  match: 96.2 - n,
  signals: [signalOf('Hiring: AI SDR, Berlin'), signalOf('Raised $12M in Series A')],
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
    'slack-alert': slackPage(slackMessage(ALERT, links).blocks),
    'slack-digest': slackPage(slackMessage(DIGEST, links).blocks),
  }
}

type Block = ReturnType<typeof slackMessage>['blocks'][number]

function slackPage(blocks: readonly Block[]): string {
  const shown = blocks.map((block) => {
    const { type, text, elements } = block as {
      type: string
      text?: { text: string }
      elements?: readonly { text: string }[]
    }
    const parts = text ? [text.text] : (elements ?? []).map((element) => element.text)
    return `<div class="${type}">${parts.map(markup).join('<br>')}</div>`
  })
  return `<!doctype html><meta charset="utf-8"><style>
    :root { color-scheme: light dark }
    body { max-width: 640px; margin: 24px; font: 15px/1.47 Lato, 'Segoe UI', sans-serif }
    .section { margin: 4px 0 8px } .context { font-size: 13px; opacity: .75; margin-bottom: 8px }
    a { color: light-dark(#1264a3, #4aa8e8); text-decoration: none }
  </style>${shown.join('')}`
}

const markup = (text: string) =>
  text
    .replace(/<([^|>]+)\|([^>]+)>/g, '<a href="$1">$2</a>')
    .replace(/\*([^*]+)\*/g, '<strong>$1</strong>')
    .replaceAll('\n', '<br>')
