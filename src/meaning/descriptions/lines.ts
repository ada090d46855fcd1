// The lines of a job description: its HTML, or plain text, as paragraphs, headings and items.

import { parseHtml } from '../../platform/text/parse-html.ts'

export interface Line {
  readonly text: string
  /** A heading, or a line in bold. */
  readonly isHeading: boolean
  readonly isItem: boolean
}

/** In characters. The rest adds nothing new. */
const MAX_HTML = 60_000
const MAX_LINES = 600
const MAX_LINE = 2_000
const BLOCKS = new Set(
  'address article aside blockquote br dd div dl dt figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
const UNSEEN = new Set(['script', 'style', 'template', 'noscript'])

const ESCAPED: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", amp: '&' }

/** The markup of a text that was escaped as a whole. Entities of the text itself stay, for the parser. */
export function unescaped(html: string): string {
  return html.slice(0, 2 * MAX_HTML).replace(/&(lt|gt|quot|apos|#39|amp);/g, (_, name) => ESCAPED[name] ?? '')
}

export function linesOf(html: string): Line[] {
  const text = html.slice(0, MAX_HTML)
  if (!/<\w/.test(text)) return text.split(/\n+/).flatMap((line) => lineOf(line, false, /^\s*[-*•·]\s/.test(line)))
  const lines: Line[] = []
  let parts = ''
  let [bold, bolds, plain, item, heading, unseen] = [0, 0, 0, 0, false, 0]
  const flush = () => {
    if (lines.length < MAX_LINES) lines.push(...lineOf(parts, heading || (bolds > 0 && plain === 0), item > 0))
    parts = ''
    bolds = 0
    plain = 0
  }
  parseHtml(text, {
    onopentag(name) {
      if (UNSEEN.has(name)) unseen++
      if (BLOCKS.has(name)) flush()
      if (/^h[1-6]$/.test(name)) heading = true
      if (name === 'li') item++
      if (name === 'b' || name === 'strong') bold++
    },
    ontext(part) {
      if (unseen > 0) return
      parts += part
      if (part.trim() === '') return
      if (bold > 0) bolds++
      else plain++
    },
    onclosetag(name) {
      if (UNSEEN.has(name)) unseen--
      if (BLOCKS.has(name)) flush()
      if (/^h[1-6]$/.test(name)) heading = false
      if (name === 'li') item--
      if (name === 'b' || name === 'strong') bold--
    },
  })
  flush()
  return lines
}

function lineOf(text: string, isHeading: boolean, isItem: boolean): Line[] {
  const line = text
    .slice(0, MAX_LINE)
    .replace(/[\s\p{Cc}\u00a0\u200b\ufeff]+/gu, ' ')
    .replace(/^(?:[\s*•·–—►▪-]|\p{Extended_Pictographic}|\ufe0f)+/u, '')
    .trim()
  return line === '' ? [] : [{ text: line.toWellFormed(), isHeading, isItem }]
}
