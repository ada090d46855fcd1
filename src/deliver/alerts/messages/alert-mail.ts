// An alert as a mail.

import type { MailContent, MailEntry } from '../../../mail/index.ts'
import type { PublicSignal } from '../../../meaning/signals/index.ts'
import {
  type AlertCompany,
  type AlertContent,
  type AlertLinks,
  dossierUrl,
  factsOf,
  matchingText,
  shownSignals,
  summaryOf,
  type TestContent,
  type WhyNow,
  whenOf,
} from './alert-content.ts'
import { notMonitoredText } from './not-monitored.ts'

const MAX_WHY_NOW_LINES = 4

export function alertMail(content: AlertContent, links: AlertLinks): MailContent {
  const { search, digest, companies, total, matching } = content
  const [first] = companies
  const name = `“${search.name}”`
  const isOne = !digest && matching === undefined && total === 1
  const summary = summaryOf(content, name)
  const title = isOne && first ? `${first.company.name} now matches ${name}` : summary
  const more = total - companies.length
  const unsubscribe = links.unsubscribe()
  return {
    subject: title,
    heading: title,
    blocks: [
      { kind: 'entries', entries: companies.map((each) => entryOf(each, links, isOne || total === 1)) },
      ...(more > 0
        ? ([
            { kind: 'text', text: `And ${more} more.` },
            { kind: 'button', label: `See all ${total}`, url: links.search(search.id) },
          ] as const)
        : []),
    ],
    footer: footerOf(search.name),
    footerLinks: [
      { label: 'See the alert', url: links.search(search.id) },
      { label: 'Mute this search', url: links.muteSearch() },
    ],
    ...(unsubscribe !== undefined && { unsubscribe }),
  }
}

/** Sent by a person to check that alerts arrive. */
export function testMail(test: TestContent, links: AlertLinks): MailContent {
  const { search, example } = test
  return {
    subject: `Test message of “${search.name}”`,
    heading: 'Alerts arrive here',
    blocks: [
      { kind: 'text', text: `This is a test message of the saved search “${search.name}”. ${matchingText(test)}` },
      ...(example
        ? ([
            { kind: 'text', text: 'For example:' },
            {
              kind: 'entries',
              entries: [{ ...entryOf(example, links, true), links: [dossierLink(example, links)] }],
            },
          ] as const)
        : []),
    ],
    footer: footerOf(search.name),
    footerLinks: [{ label: 'See the alert', url: links.search(search.id) }],
  }
}

const footerOf = (name: string) => `You get this because the saved search “${name}” sends its alerts to this address.`

const dossierLink = (company: AlertCompany, links: AlertLinks) => ({
  label: 'Open dossier',
  url: dossierUrl(company, links),
})

function entryOf(each: AlertCompany, links: AlertLinks, isAlone: boolean): MailEntry {
  const { company, whyNow, notLooked } = each
  const notMonitored = notMonitoredText(notLooked)
  const { shown, others } = shownSignals(each, isAlone ? undefined : 1)
  return {
    title: company.name,
    note: factsOf(each),
    lines: [
      ...(whyNow ? whyNowLines(whyNow, isAlone) : []),
      ...shown.map(lineOf),
      ...(others === '' ? [] : [others]),
      ...(notMonitored === '' ? [] : [notMonitored]),
    ],
    links: [dossierLink(each, links), { label: 'Mute this company', url: links.muteCompany(company.id) }],
  }
}

/** Each sentence on its own line: mail truncates long lines. */
function whyNowLines({ label, sentences, approach }: WhyNow, isAlone: boolean): string[] {
  const [first, ...others] = sentences.slice(0, isAlone ? MAX_WHY_NOW_LINES : 1)
  return [
    `Why now: ${label}.${first === undefined ? '' : ` ${first}`}`,
    ...others,
    ...(approach !== undefined && isAlone ? [`Whom to approach: ${approach}`] : []),
  ]
}

function lineOf(signal: PublicSignal): string {
  const { label, source } = signal
  return `${String(label)} (${(source as { name: string }).name}), ${whenOf(signal)}`
}
