// Turns our own Markdown into HTML. The input is a file of this package; HTML in it is left out all the same.

import { Marked } from 'marked'
import { escapeHtml } from '../../platform/text/escape-html.ts'

const marked = new Marked({
  renderer: {
    // Links to a part of the page name it as code hosts do.
    heading({ tokens, text, depth }) {
      return `<h${depth} id="${escapeHtml(anchorOf(text))}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    html: () => '',
  },
})

export function markdownToHtml(markdown: string): string {
  return marked.parse(markdown, { async: false })
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}
