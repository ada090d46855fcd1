// Text and HTML of a mail, from the same content. The HTML is one narrow column without images, tables and scripts, which
// every mail client keeps. Its colours are inline for light; clients that know the reader's preference turn to dark.

import { escapeHtml } from '../platform/text/escape-html.ts'
import type { MailBlock, MailContent, MailEntry, MailLink } from './content.ts'

export interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly unsubscribe?: string | undefined
}

const MAX_SUBJECT = 150
const MAX_TEXT = 2_000
const MAX_LINE = 300
/** Gmail cuts off what is longer than 102 kB. */
const MAX_ENTRIES = 20
const MAX_LINES = 10
const MAX_URL = 2_000

export function renderMail(content: MailContent): RenderedMail {
  const cleaned = cleanContent(content)
  const unsubscribe = content.unsubscribe === undefined ? undefined : cleanUrl(content.unsubscribe)
  return { subject: cleaned.subject, text: textOf(cleaned), html: htmlOf(cleaned), unsubscribe }
}

/**
 * Names chosen by users can contain anything: they must not start a header or a line, or reverse the text direction.
 */
function clean(text: string, max: number): string {
  const plain = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .trim()
  const letters = [...plain]
  return letters.length <= max ? plain : `${letters.slice(0, max - 1).join('')}…`
}

function cleanUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || text.length > MAX_URL) {
    throw new Error('a link in a mail must be a URL, http or https')
  }
  return url.href
}

const cleanLink = ({ label, url }: MailLink): MailLink => ({ label: clean(label, MAX_LINE), url: cleanUrl(url) })

type CleanContent = Required<Omit<MailContent, 'unsubscribe'>>

function cleanContent({ subject, heading, blocks, footer, footerLinks = [] }: MailContent): CleanContent {
  return {
    subject: clean(subject, MAX_SUBJECT),
    heading: clean(heading, MAX_LINE),
    blocks: blocks.map(cleanBlock),
    footer: clean(footer, MAX_TEXT),
    footerLinks: footerLinks.map(cleanLink),
  }
}

function cleanBlock(block: MailBlock): MailBlock {
  switch (block.kind) {
    case 'text':
    case 'note':
      return { ...block, text: clean(block.text, MAX_TEXT) }
    case 'button':
      return { ...block, ...cleanLink(block) }
    case 'facts':
      return {
        ...block,
        facts: block.facts
          .slice(0, MAX_ENTRIES)
          .map(({ label, value }) => ({ label: clean(label, MAX_LINE), value: clean(value, MAX_LINE) })),
      }
    case 'entries':
      return { ...block, entries: block.entries.slice(0, MAX_ENTRIES).map(cleanEntry) }
  }
}

function cleanEntry({ title, url, note, lines = [], links = [] }: MailEntry): MailEntry {
  return {
    title: clean(title, MAX_LINE),
    url: url === undefined ? undefined : cleanUrl(url),
    note: note === undefined ? undefined : clean(note, MAX_LINE),
    lines: lines.slice(0, MAX_LINES).map((line) => clean(line, MAX_LINE)),
    links: links.slice(0, MAX_LINES).map(cleanLink),
  }
}

function textOf({ heading, blocks, footer, footerLinks }: CleanContent): string {
  const foot = [footer, ...footerLinks.map(textLink)].join('\n')
  return `${[heading, ...blocks.map(textBlock), `--\n${foot}`].join('\n\n')}\n`
}

function textBlock(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text
    case 'button':
      return `${block.label}:\n${block.url}`
    case 'facts':
      return block.facts.map(({ label, value }) => `${label}: ${value}`).join('\n')
    case 'entries':
      return block.entries.map(textEntry).join('\n\n')
  }
}

function textEntry({ title, url, note, lines = [], links = [] }: MailEntry): string {
  return [
    note === undefined ? title : `${title} (${note})`,
    ...lines.map((line) => `- ${line}`),
    ...(url === undefined ? [] : [url]),
    ...links.map(textLink),
  ].join('\n')
}

const textLink = ({ label, url }: MailLink) => `${label}: ${url}`

const FONT = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
const STYLES = {
  page: `margin:0;padding:24px 12px;background:#f5f6f8;color:#16191d;font-family:${FONT};font-size:16px;line-height:1.5`,
  card: 'max-width:560px;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #e4e7eb;border-radius:10px;overflow-wrap:anywhere',
  brand: 'margin:0 0 20px;font-size:14px;font-weight:600;color:#5a626c',
  heading: 'margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:600',
  paragraph: 'margin:0 0 16px',
  note: 'margin:0 0 16px;font-size:14px;color:#5a626c',
  button:
    'display:inline-block;margin:4px 0 20px;padding:12px 20px;background:#4353d8;color:#ffffff;border-radius:8px;font-weight:600;text-decoration:none',
  entry: 'margin:0 0 16px;padding:0 0 16px;border-bottom:1px solid #e4e7eb',
  lines: 'margin:6px 0 0;padding:0 0 0 20px',
  links: 'margin:6px 0 0;font-size:14px;color:#5a626c',
  link: 'color:#4353d8',
  footer: 'max-width:560px;margin:16px auto 0;padding:0 28px;font-size:13px;color:#5a626c;overflow-wrap:anywhere',
} as const

const DARK = `
  .page { background: #0d1013 !important; color: #e7e9ec !important; }
  .card { background: #161a1f !important; border-color: #2a3037 !important; }
  .muted { color: #a0a8b2 !important; }
  .entry { border-color: #2a3037 !important; }
  .link { color: #8c9bff !important; }
  .button { background: #8c9bff !important; color: #0d1013 !important; }`

function htmlOf({ subject, heading, blocks, footer, footerLinks }: CleanContent): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {${DARK.replaceAll('\n', '\n  ')}
  }
</style>
</head>
<body class="page" style="${STYLES.page}">
<div class="page" role="main">
<div class="card" style="${STYLES.card}">
<p class="muted" style="${STYLES.brand}">Pro Signal</p>
<h1 style="${STYLES.heading}">${escapeHtml(heading)}</h1>
${blocks.map(htmlBlock).join('\n')}
</div>
<div class="muted" style="${STYLES.footer}">
<p style="margin:0 0 8px">${escapeHtml(footer)}</p>
${footerLinks.length === 0 ? '' : `<p style="margin:0">${footerLinks.map((link) => htmlLink(link)).join(' · ')}</p>`}
</div>
</div>
</body>
</html>
`
}

function htmlBlock(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return `<p style="${STYLES.paragraph}">${escapeHtml(block.text)}</p>`
    case 'note':
      return `<p class="muted" style="${STYLES.note}">${escapeHtml(block.text)}</p>`
    case 'button':
      return `<p style="margin:0"><a class="button" style="${STYLES.button}" href="${escapeHtml(block.url)}">${escapeHtml(block.label)}</a></p>`
    case 'facts':
      return `<p style="${STYLES.paragraph}">${block.facts
        .map(
          ({ label, value }) =>
            `<span class="muted" style="color:#5a626c">${escapeHtml(label)}:</span> ${escapeHtml(value)}`,
        )
        .join('<br>')}</p>`
    case 'entries':
      return block.entries.map(htmlEntry).join('\n')
  }
}

function htmlEntry({ title, url, note, lines = [], links = [] }: MailEntry): string {
  const name =
    url === undefined ? `<strong>${escapeHtml(title)}</strong>` : htmlLink({ label: title, url }, 'font-weight:600;')
  const beside = note === undefined ? '' : ` <span class="muted" style="color:#5a626c">${escapeHtml(note)}</span>`
  const list = lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')
  return `<div class="entry" style="${STYLES.entry}">${name}${beside}${
    list && `<ul style="${STYLES.lines}">${list}</ul>`
  }${links.length === 0 ? '' : `<p class="muted" style="${STYLES.links}">${links.map((link) => htmlLink(link)).join(' · ')}</p>`}</div>`
}

function htmlLink({ label, url }: MailLink, style = ''): string {
  return `<a class="link" style="${style}${STYLES.link}" href="${escapeHtml(url)}">${escapeHtml(label)}</a>`
}
