import { parseHtml } from '../../../platform/text/parse-html.ts'

/** What is read of an article: its first paragraphs. */
export const MAX_ARTICLE_TEXT = 2_000
const MAX_HTML = 20_000
const BLOCKS: ReadonlySet<string> = new Set(
  'p div br li ul ol h1 h2 h3 h4 section article table tr blockquote'.split(' '),
)
const HIDDEN: ReadonlySet<string> = new Set('script style figure figcaption noscript'.split(' '))

/** The beginning of a piece of HTML, one paragraph per line. Plain text stays as it is. */
export function plainText(html: unknown): string {
  if (typeof html !== 'string') return ''
  const parts: string[] = []
  let hidden = 0
  parseHtml(html.slice(0, MAX_HTML), {
    onopentag: (name) => {
      if (HIDDEN.has(name)) hidden++
      if (BLOCKS.has(name)) parts.push('\n')
    },
    ontext: (text) => {
      if (hidden === 0) parts.push(text.replace(/\s+/g, ' '))
    },
    onclosetag: (name) => {
      if (HIDDEN.has(name)) hidden--
      if (BLOCKS.has(name)) parts.push('\n')
    },
  })
  return tidyLines(parts.join(''))
}

export function tidyLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/[\s\p{Cc}\u200b\ufeff]+/gu, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, MAX_ARTICLE_TEXT)
    .toWellFormed()
    .normalize('NFC')
}
