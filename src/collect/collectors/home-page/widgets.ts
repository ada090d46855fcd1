// The tools whose scripts a page loads. A missing one proves nothing: tag managers load them later.

import { type ShownTool, toolShownAt } from '../../../meaning/tools/index.ts'
import { slugOf } from '../../../platform/text/normalise-text.ts'
import type { CollectedSignal } from '../collector.ts'
import type { WebPage } from '../web-page/read-page.ts'
import { HOME_PAGE_CONFIDENCE } from './confidences.ts'

/** Their scripts show a chat. */
const CHAT_CATEGORIES: ReadonlySet<string> = new Set(['live_chat', 'ai_support', 'customer_support'])
/** Vendors of more than chats load the chat from a host of its own. */
const CHAT_HOSTS: ReadonlySet<string> = new Set(['usemessages.com', 'fw-cdn.com'])

export function widgetSignals(page: WebPage, domain: string, pageUrl: string): CollectedSignal[] {
  const hosts = new Set([...page.embeds.map(({ hostname }) => hostname), ...page.scriptHosts])
  const signals = new Map<string, CollectedSignal>()
  for (const host of hosts) {
    const tool = toolShownAt('script', host)
    if (!tool) continue
    const chat = chatSignal(tool, host, domain, pageUrl)
    for (const signal of [toolSignal(tool, domain, pageUrl), ...(chat ? [chat] : [])]) signals.set(signal.key, signal)
  }
  return [...signals.values()]
}

function toolSignal({ slug, name }: ShownTool, domain: string, url: string): CollectedSignal {
  return {
    type: 'tool',
    key: `${domain}/tool/${slug}`,
    label: `Uses ${name}`,
    confidence: HOME_PAGE_CONFIDENCE.tool,
    url,
    fields: { tool: name },
    absenceEnds: false,
  }
}

function chatSignal({ category, ai, vendor }: ShownTool, host: string, domain: string, url: string) {
  const isChat = CHAT_HOSTS.has(host.split('.').slice(-2).join('.')) || CHAT_CATEGORIES.has(category ?? '')
  if (!isChat) return undefined
  const signal: CollectedSignal = {
    type: 'web',
    key: `${domain}/ai_chat_widget/${slugOf(vendor)}`,
    label: `Chat widget: ${vendor}`,
    confidence: ai ? HOME_PAGE_CONFIDENCE.aiChatWidget : HOME_PAGE_CONFIDENCE.chatWidget,
    url,
    fields: { kind: 'ai_chat_widget', vendor, pageUrl: url },
    absenceEnds: false,
  }
  return signal
}
