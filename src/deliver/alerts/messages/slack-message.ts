// An alert as a message of Slack's Block Kit, for an incoming webhook. User input, such as names and titles, is in rich
// text, which is taken literally: no character of a name is markup. Markup is only in our own texts.

import type { PublicSignal } from '../../../meaning/signals/index.ts'
import {
  type AlertCompany,
  type AlertContent,
  type AlertLinks,
  dossierUrl,
  factsOf,
  INTERVAL_TEXTS,
  matchingText,
  shownSignals,
  summaryOf,
  type TestContent,
  whenOf,
  whyNowText,
} from './alert-content.ts'
import { notMonitoredText } from './not-monitored.ts'

const MAX_TEXT = 150
const MAX_WHY_NOW = 600

type Block = Readonly<Record<string, unknown>>
type Inline = Readonly<Record<string, unknown>>

export interface SlackMessage {
  /** What notifications show. */
  readonly text: string
  readonly blocks: readonly Block[]
}

export function slackMessage(content: AlertContent, links: AlertLinks): SlackMessage {
  const { search, digest, companies, total, matching } = content
  const [first] = companies
  const searchUrl = links.search(search.id)
  if (!digest && matching === undefined && first && total === 1) {
    const { id, name } = first.company
    return {
      text: escaped(`${name} now matches "${search.name}"`),
      blocks: [
        richText(
          [
            [bold(name, dossierUrl(first, links)), plain(' now matches '), bold(search.name)],
            [plain(factsOf(first))],
            ...whyNow(first),
            ...notMonitored(first),
          ],
          signalList(first),
        ),
        context(
          link(dossierUrl(first, links), 'Open dossier'),
          link(searchUrl, 'See the alert'),
          link(links.muteCompany(id), 'Mute this company'),
          link(links.muteSearch(), 'Mute this search'),
        ),
      ],
    }
  }
  const more = total - companies.length
  return {
    text: escaped(summaryOf(content, `"${search.name}"`)),
    blocks: [
      richText([[bold(search.name, searchUrl), plain(`: ${introOf(content)}`)]]),
      ...companies.map((each) =>
        richText(
          [
            [bold(each.company.name, dossierUrl(each, links)), plain(` · ${factsOf(each)}`)],
            ...whyNow(each, true),
            ...notMonitored(each),
          ],
          signalList(each, 1),
        ),
      ),
      ...(more > 0 ? [context(`and ${link(searchUrl, `${more} more`)}`)] : []),
      context(link(searchUrl, 'See the alert'), link(links.muteSearch(), 'Mute this search')),
    ],
  }
}

function introOf({ digest, total, matching }: AlertContent): string {
  const count = (number: number, word = '') => `${number} ${word}${number === 1 ? 'company' : 'companies'}`
  if (matching === undefined) return `${count(total, 'new ')} ${digest ? INTERVAL_TEXTS[digest.every] : 'just now'}`
  return `${count(matching)} ${matching === 1 ? 'matches' : 'match'} now${matching > total ? `, the ${total} strongest` : ''}`
}

/** Sent by a person to check that alerts arrive. */
export function slackTestMessage(test: TestContent, links: AlertLinks): SlackMessage {
  const { search, example } = test
  return {
    text: escaped(`Test message of "${search.name}": alerts arrive here`),
    blocks: [
      richText(
        [
          [plain('This is a test message of the saved search '), bold(search.name), plain('. Alerts arrive here.')],
          [plain(matchingText(test))],
          ...(example
            ? [
                [plain('For example '), bold(example.company.name, dossierUrl(example, links))],
                [plain(factsOf(example))],
                ...notMonitored(example),
              ]
            : []),
        ],
        example && signalList(example),
      ),
      context(
        ...(example ? [link(dossierUrl(example, links), 'Open dossier')] : []),
        link(links.search(search.id), 'See the alert'),
      ),
    ],
  }
}

function whyNow({ whyNow: why }: AlertCompany, isShort = false): Inline[][] {
  if (!why) return []
  return [
    [bold('Why now: '), plain(whyNowText(why, MAX_WHY_NOW, isShort ? 1 : undefined))],
    ...(why.approach !== undefined && !isShort ? [[bold('Whom to approach: '), plain(why.approach)]] : []),
  ]
}

/** What NOT doesn't know about the company. */
function notMonitored({ notLooked }: AlertCompany): Inline[][] {
  const text = notMonitoredText(notLooked)
  return text === '' ? [] : [[plain(text)]]
}

/** The signals that made it match: what, when, where it was seen. */
function signalList(company: AlertCompany, limit?: number): Block | undefined {
  const { shown, others } = shownSignals(company, limit)
  const isShort = limit === 1
  const items = [
    ...shown.map((signal) => {
      const day = `, ${whenOf(signal)}`
      return section(...linked(signal), plain(isShort && others !== '' ? `${day}, ${others}` : day))
    }),
    ...(others === '' || isShort ? [] : [section(plain(others))]),
  ]
  return items.length === 0 ? undefined : { type: 'rich_text_list', style: 'bullet', elements: items }
}

function linked({ label, source }: PublicSignal): Inline[] {
  const { name, url } = source as { name: string; url: string | null }
  const text = `${shortened(String(label))} (${shortened(name)})`
  return [url && /^https?:\/\/[^\s<>|]+$/.test(url) ? { type: 'link', url, text } : plain(text)]
}

function richText(lines: readonly (readonly Inline[])[], list?: Block): Block {
  const text = lines.flatMap((line, i) => (list || i < lines.length - 1 ? [...line, plain('\n')] : line))
  return { type: 'rich_text', elements: [section(...text), ...(list ? [list] : [])] }
}

const section = (...elements: readonly Inline[]): Block => ({ type: 'rich_text_section', elements })
const plain = (text: string): Inline => ({ type: 'text', text })
const bold = (text: string, url?: string): Inline => ({
  ...(url === undefined ? { type: 'text' } : { type: 'link', url }),
  text,
  style: { bold: true },
})

const context = (...texts: readonly string[]): Block => ({
  type: 'context',
  elements: [{ type: 'mrkdwn', text: texts.join(' · ') }],
})
const link = (url: string, label: string) => `<${url}|${label}>`

const shortened = (text: string, max = MAX_TEXT) =>
  text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text

/** The three characters that are special in Slack's markup. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
