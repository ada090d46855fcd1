// https://llmstxt.org: a file for language models at the root of a website.

import type { Answer, Collector } from '../collector.ts'
import { askIfThere } from '../web-page/website.ts'

const CONFIDENCE = 0.95

export const llmsTxt: Collector = {
  name: 'llms-txt',
  title: 'llms.txt',
  every: 'week',
  // One kind of several: its absence says little about AI on the website.
  types: [],
  async visit(domain, context) {
    const answer = await askIfThere(context, domain, '/llms.txt', 'text/plain, text/markdown')
    if (!answer || !isLlmsTxt(answer)) return { signals: [], complete: true }
    const fields = { kind: 'llms_txt', pageUrl: answer.url }
    const signal = { type: 'web' as const, key: `${domain}/llms_txt`, label: 'llms.txt', url: answer.url }
    return { signals: [{ ...signal, confidence: CONFIDENCE, fields }], complete: true }
  },
}

/** Text that begins with a heading. Many websites answer every address with a page for people. */
export function isLlmsTxt({ contentType, text }: Pick<Answer, 'contentType' | 'text'>): boolean {
  const start = text.slice(0, 2_000).trimStart()
  const isText = contentType === '' || (/^text\//.test(contentType) && contentType !== 'text/html')
  return isText && start.startsWith('# ') && !/<(?:!doctype|html|head|body|script|div)\b/i.test(start)
}
