// An alert as a message of Slack's Block Kit, for an incoming webhook.

import type { PublicSignal } from '../signals/index.ts'
import { type AlertCompany, type AlertContent, type AlertLinks, dayOf, INTERVAL_TEXTS } from './alert-content.ts'

const MAX_SIGNALS = 3
const MAX_TEXT = 150

type Block = Readonly<Record<string, unknown>>

export function slackMessage(content: AlertContent, links: AlertLinks): { text: string; blocks: Block[] } {
  const { search, digest, companies, total } = content
  const name = escaped(search.name)
  const [first] = companies
  if (!digest && first && total === 1) {
    const text = `${first.company.name} now matches "${search.name}"`
    const head = `*<${links.dossier(first.company.id)}|${escaped(first.company.name)}>* now matches *${name}*`
    return {
      text: escaped(text),
      blocks: [
        section(`${head}\n${whyNow(first)}`),
        context(
          factsOf(first),
          `<${links.muteCompany(first.company.id)}|Mute this company> · <${links.muteSearch()}|Mute this search>`,
        ),
      ],
    }
  }
  const period = digest ? INTERVAL_TEXTS[digest.every] : 'just now'
  const summary = `${total} ${total === 1 ? 'company' : 'companies'} began to match "${search.name}" ${period}`
  const more = total - companies.length
  return {
    text: escaped(summary),
    blocks: [
      section(
        `*<${links.search(search.id)}|${name}>*: ${total} new ${total === 1 ? 'company' : 'companies'} ${period}`,
      ),
      ...companies.flatMap((each) => [
        section(
          `*<${links.dossier(each.company.id)}|${escaped(each.company.name)}>* (${each.match})\n${whyNow(each, 1)}`,
        ),
      ]),
      ...(more > 0 ? [context(`and <${links.search(search.id)}|${more} more>`)] : []),
      context(`<${links.muteSearch()}|Mute this search>`),
    ],
  }
}

/** The signals that made it match: what, when, where it was seen. */
function whyNow({ signals }: AlertCompany, limit = MAX_SIGNALS): string {
  return signals
    .slice(0, limit)
    .map((signal) => `• ${linked(signal)}, ${dayOf(String(signal.occurredAt))}`)
    .join('\n')
}

function linked({ label, source }: PublicSignal): string {
  const { name, url } = source as { name: string; url: string | null }
  const text = `${escaped(shortened(String(label)))} (${escaped(shortened(name))})`
  return url && /^https?:\/\/[^\s<>|]+$/.test(url) ? `<${url}|${text}>` : text
}

function factsOf({ company, match }: AlertCompany): string {
  return `${escaped(company.domain)} · match ${match} of 100`
}

const section = (text: string): Block => ({ type: 'section', text: { type: 'mrkdwn', text } })
const context = (...texts: readonly string[]): Block => ({
  type: 'context',
  elements: texts.map((text) => ({ type: 'mrkdwn', text })),
})

const shortened = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1).toWellFormed()}…` : text)

/** The three characters that Slack's markup gives a meaning. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
