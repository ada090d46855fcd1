// Documents of the repository that the service shows: plain pages without scripts.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../platform/config/config.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { markdownToHtml } from './markdown.ts'

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif }
  main { max-width: 52rem; margin: 2rem auto; padding: 0 1.5rem 4rem }
  code { font: 0.92em ui-monospace, monospace; overflow-wrap: anywhere }
  pre { padding: 0.7rem 1rem; white-space: pre-wrap; border: 1px solid color-mix(in srgb, currentColor 20%, transparent) }
  table { border-collapse: collapse }
  td { overflow-wrap: anywhere }
  th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.9rem 0.35rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent) }
`

/** A file of docs/. Links to other documents of the repository become plain text, because those aren't served. */
export function readDocument(name: string): string {
  return readFileSync(join(packageRoot, 'docs', name), 'utf8').replaceAll(
    /\[([^[\]]+)\]\([\w./-]+\.md(?:#[\w-]+)?\)/g,
    '$1',
  )
}

export function pageOf(title: string, markdown: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<p><a href="/docs">API reference</a></p>
${markdownToHtml(markdown)}
</main>
</body>
</html>
`
}
