// Rules for AI crawlers in robots.txt: the company has thought about AI and its content. Rules for all crawlers, and the
// block that Cloudflare writes for its customers, don't show that.

import type { Collector } from '../collector.ts'
import { parseRobots } from '../robots-txt.ts'
import { askIfThere } from '../web-page/website.ts'

const CONFIDENCE = 0.9

/** As documented by their operators. */
const AI_CRAWLERS: ReadonlyMap<string, string> = new Map(
  `AI2Bot Amazonbot Anthropic-AI Applebot-Extended Bytespider CCBot ChatGPT-User Claude-SearchBot Claude-User
  Claude-Web ClaudeBot Cohere-AI Cohere-Training-Data-Crawler Diffbot DuckAssistBot FacebookBot Google-CloudVertexBot
  Google-Extended GPTBot ImagesiftBot Meta-ExternalAgent Meta-ExternalFetcher MistralAI-User OAI-SearchBot Omgili
  Perplexity-User PerplexityBot Timpibot YouBot`
    .split(/\s+/)
    .map((name) => [name.toLowerCase(), name]),
)

export const aiCrawlers: Collector = {
  name: 'ai-crawlers',
  title: 'Rules for AI crawlers in robots.txt',
  every: 'week',
  // One kind of several: its absence says little about AI on the website.
  types: [],
  async visit(domain, context) {
    const answer = await askIfThere(context, domain, '/robots.txt', 'text/plain')
    const crawlers = crawlersNamed(answer?.text ?? '')
    if (!answer || crawlers.length === 0) return { signals: [], complete: true }
    const fields = { kind: 'ai_crawler_policy', pageUrl: answer.url }
    const label = `Rules for AI crawlers: ${crawlers.join(', ')}`.slice(0, 200)
    const signal = { type: 'web' as const, key: `${domain}/ai_crawler_policy`, label, url: answer.url }
    return { signals: [{ ...signal, confidence: CONFIDENCE, fields }], complete: true }
  },
}

/** The AI crawlers that a robots.txt names, each once. */
export function crawlersNamed(text: string): readonly string[] {
  const groups = parseRobots(text).filter(({ managed }) => !managed)
  const named = new Set(groups.flatMap(({ agents }) => agents.map((agent) => AI_CRAWLERS.get(agent))))
  named.delete(undefined)
  return [...named] as string[]
}
