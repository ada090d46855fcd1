import type { CompanyFacts } from '../../meaning/companies/index.ts'
import type { IncomingSignal } from '../../meaning/signals/index.ts'
import type { WEB_KINDS } from '../../meaning/types/index.ts'
import { drawConfidence } from './confidence.ts'
import type { Random } from './random.ts'

type WebKind = (typeof WEB_KINDS)[number]

interface WebFinding {
  readonly path: string
  readonly label: string
  readonly vendor?: string
}

/** Pages that a crawler may find on a website, by kind. */
const WEB_FINDINGS: Readonly<Record<WebKind, readonly WebFinding[]>> = {
  ai_product_page: [
    { path: '/ai', label: 'AI product page' },
    { path: '/product/assistant', label: 'Product page of an AI assistant' },
    { path: '/product/agents', label: 'Product page of AI agents' },
    { path: '/solutions/ai-search', label: 'Product page of AI search' },
  ],
  ai_feature: [
    { path: '/features/summaries', label: 'AI summaries announced as a feature' },
    { path: '/features/forecasting', label: 'AI forecasting announced as a feature' },
    { path: '/changelog/ai-drafts', label: 'AI drafts in the changelog' },
    { path: '/features/copilot', label: 'Copilot announced as a feature' },
  ],
  ai_chat_widget: [
    { path: '/', label: 'AI chat widget on the home page', vendor: 'Intercom' },
    { path: '/support', label: 'AI chat widget on the support page', vendor: 'Ada' },
    { path: '/pricing', label: 'AI chat widget on the pricing page', vendor: 'Drift' },
    { path: '/help', label: 'AI chat widget in the help centre', vendor: 'Zendesk' },
  ],
  llms_txt: [{ path: '/llms.txt', label: 'llms.txt published' }],
  mcp_endpoint: [
    { path: '/mcp', label: 'MCP endpoint live' },
    { path: '/developers/mcp', label: 'MCP endpoint documented' },
  ],
  ai_crawler_policy: [{ path: '/robots.txt', label: 'Rules for AI crawlers in robots.txt' }],
}

export function drawPage(
  company: CompanyFacts,
  number: string,
  kinds: readonly WebKind[],
  occurredAt: number,
  random: Random,
): IncomingSignal {
  const kind = random.pick(kinds)
  const { path, label, vendor } = random.pick(WEB_FINDINGS[kind])
  const pageUrl = `https://${company.domain}${path}`
  return {
    record: 'signal',
    type: 'web',
    company: { domain: company.domain },
    source: 'site-crawler',
    url: pageUrl,
    key: `${company.domain}/pages/${number}`,
    occurredAt,
    confidence: drawConfidence(0.75, 0.97, random),
    label,
    status: 'active',
    fields: { kind, pageUrl, ...(vendor !== undefined && { vendor }), change: 'launched' },
  }
}
