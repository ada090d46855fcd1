// An alert as a mail.

import type { MailContent, MailEntry } from '../mail/index.ts'
import type { PublicSignal } from '../signals/index.ts'
import { type AlertCompany, type AlertContent, type AlertLinks, dayOf, INTERVAL_TEXTS } from './alert-content.ts'

const MAX_SIGNALS = 3

export function alertMail({ search, digest, companies, total }: AlertContent, links: AlertLinks): MailContent {
  const [first] = companies
  const name = `“${search.name}”`
  const isOne = !digest && total === 1
  const period = digest ? INTERVAL_TEXTS[digest.every] : 'just now'
  const summary = `${total === 1 ? '1 company' : `${total} companies`} began to match ${name} ${period}`
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
    footer: `You get this because the saved search ${name} sends its alerts to this address.`,
    footerLinks: [
      { label: 'Open the search', url: links.search(search.id) },
      { label: 'Mute this search', url: links.muteSearch() },
    ],
    ...(unsubscribe !== undefined && { unsubscribe }),
  }
}

function entryOf({ company, match, signals }: AlertCompany, links: AlertLinks, isAlone: boolean): MailEntry {
  return {
    title: company.name,
    url: links.dossier(company.id),
    note: `${company.domain} · match ${match} of 100`,
    lines: signals.slice(0, isAlone ? MAX_SIGNALS : 1).map(lineOf),
    links: [{ label: 'Mute this company', url: links.muteCompany(company.id) }],
  }
}

function lineOf({ label, source, occurredAt }: PublicSignal): string {
  return `${String(label)} (${(source as { name: string }).name}), ${dayOf(String(occurredAt))}`
}
