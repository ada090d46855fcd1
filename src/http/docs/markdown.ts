// Turns our own Markdown into HTML: headings, paragraphs, lists, tables, fenced code, and inline code, bold and links.
// Comments of one line are left out. The input is a file of this package, but all text is escaped anyway.

import { escapeHtml } from '../../platform/text/escape-html.ts'

export function markdownToHtml(markdown: string): string {
  const lines = markdown.split('\n')
  const blocks: string[] = []
  while (lines.length > 0) blocks.push(takeBlock(lines))
  return blocks.filter((block) => block !== '').join('\n')
}

function takeBlock(lines: string[]): string {
  const line = lines.shift() ?? ''
  const heading = /^(#{1,6}) (.+)$/.exec(line)
  if (line.trim() === '' || /^<!--.*-->$/.test(line)) return ''
  if (heading)
    return `<h${heading[1]?.length} id="${anchorOf(heading[2] ?? '')}">${inline(heading[2] ?? '')}</h${heading[1]?.length}>`
  if (line.startsWith('```')) {
    const code = takeWhile(lines, (each) => !each.startsWith('```'))
    lines.shift()
    return `<pre><code>${escapeHtml(code.join('\n'))}</code></pre>`
  }
  if (line.startsWith('|')) return table([line, ...takeWhile(lines, (each) => each.startsWith('|'))])
  if (line.startsWith('- ')) return list([line, ...takeWhile(lines, (each) => /^(- | {2}\S)/.test(each))])
  const rest = takeWhile(lines, (each) => each.trim() !== '' && !/^(#|```|\||- )/.test(each))
  return `<p>${inline([line, ...rest].join(' '))}</p>`
}

function takeWhile(lines: string[], holds: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !holds(line))
  return lines.splice(0, end === -1 ? lines.length : end)
}

/** The line below the header is only a separator. */
function table([head = '', , ...rows]: readonly string[]): string {
  const row = (line: string, tag: string) =>
    `<tr>${cellsOf(line)
      .map((cell) => `<${tag}>${inline(cell)}</${tag}>`)
      .join('')}</tr>`
  return `<table><thead>${row(head, 'th')}</thead><tbody>${rows.map((line) => row(line, 'td')).join('')}</tbody></table>`
}

/** A `|` in code belongs to the cell. */
function cellsOf(line: string): string[] {
  const cells =
    line
      .trim()
      .slice(1, -1)
      .match(/(?:`[^`]*`|\\\||[^|])+/g) ?? []
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function list(lines: readonly string[]): string {
  const items: string[] = []
  for (const line of lines) {
    if (line.startsWith('- ')) items.push(line.slice(2))
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return `<ul>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</ul>`
}

function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`')
        ? `<code>${escapeHtml(part.slice(1, -1))}</code>`
        : escapeHtml(part)
            .replaceAll(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
            .replaceAll(/\[([^[\]]+)\]\(([^()\s]+)\)/g, '<a href="$2">$1</a>'),
    )
    .join('')
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}
