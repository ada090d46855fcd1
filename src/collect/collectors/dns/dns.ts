// What the DNS records of a domain say about its tools: who receives its mail, who may send it, and for which services
// the domain was verified.

import { toolShownAt, toolsShownBy } from '../../../meaning/tools/index.ts'
import { slugOf } from '../../../platform/text/normalise-text.ts'
import type { CollectedSignal, Collector } from '../collector.ts'

const DNS_CONFIDENCE = { mx: 0.95, spf: 0.75, txt: 0.5 } as const
type RecordKind = keyof typeof DNS_CONFIDENCE

/** Vendors of several families, by the beginning of their records. */
const VENDOR_ACCOUNTS: Readonly<Record<string, string>> = {
  'atlassian-domain-verification': 'Atlassian',
  'adobe-idp-site-verification': 'Adobe',
  'jetbrains-domain-verification': 'JetBrains',
}

export const dnsRecords: Collector = {
  name: 'dns',
  title: 'DNS records',
  every: 'week',
  types: ['tool'],
  async visit(domain, { dns }) {
    const [txt, mx] = await Promise.all([dns.txt(domain), dns.mx(domain)])
    return { signals: readDns(domain, txt, mx), complete: true }
  },
}

/** One signal for each tool, by its strongest record. */
export function readDns(domain: string, txt: readonly string[], mx: readonly string[]): CollectedSignal[] {
  const found: { slug: string; name: string; kind: RecordKind }[] = []
  for (const host of mx) {
    const tool = toolShownAt('mx', host)
    if (tool) found.push({ slug: tool.slug, name: tool.name, kind: 'mx' })
  }
  for (const host of spfIncludes(txt)) {
    const tool = toolShownAt('spf', host)
    if (tool) found.push({ slug: tool.slug, name: tool.name, kind: 'spf' })
  }
  for (const record of txt) {
    const name = accountIn(record)
    if (name !== undefined) found.push({ slug: slugOf(name), name, kind: 'txt' })
  }
  const signals = new Map<string, CollectedSignal>()
  for (const { slug, name, kind } of found)
    if (!signals.has(slug)) signals.set(slug, signalOf(domain, slug, name, kind))
  return [...signals.values()]
}

function signalOf(domain: string, slug: string, name: string, kind: RecordKind): CollectedSignal {
  return {
    type: 'tool',
    key: `${domain}/${slug}`,
    label: `${name} (${kind.toUpperCase()} record)`,
    confidence: DNS_CONFIDENCE[kind],
    fields: { tool: name },
    // A verification record may be removed while the tool is still used.
    ...(kind === 'txt' && { absenceEnds: false }),
  }
}

/** The hosts that the SPF record includes. Nested includes are the tool's own. */
function spfIncludes(txt: readonly string[]): readonly string[] {
  const records = txt.filter((record) => /^v=spf1(?:\s|$)/i.test(record))
  // Two SPF records are an error, and mail receivers accept neither.
  if (records.length !== 1) return []
  const terms = (records[0] ?? '').split(/\s+/)
  return terms.flatMap((term) => /^[+?~-]?(?:include:|redirect=)([a-z0-9_.-]+)$/i.exec(term)?.[1]?.toLowerCase() ?? [])
}

/** The service that a TXT record verifies the domain for. */
function accountIn(record: string): string | undefined {
  const start = record.slice(0, 100).toLowerCase()
  for (const [prefix, tool] of toolsShownBy('txt')) if (start.startsWith(prefix)) return tool.account
  const vendor = Object.keys(VENDOR_ACCOUNTS).find((prefix) => start.startsWith(prefix))
  return vendor && VENDOR_ACCOUNTS[vendor]
}
