import { readDescriptions } from '../../src/meaning/descriptions/index.ts'
import { readTool } from '../../src/meaning/tools/index.ts'
import { rowsOf, say, sayWrong } from './rows.ts'

interface Sentence {
  readonly id: string
  readonly text: string
  readonly tools: readonly { readonly tool: string; readonly label: string; readonly dropped?: boolean }[]
}

interface LabelledTool {
  readonly tool: string
  readonly text: string
  /** `left` for a tool of the past that the employer left, or is about to. */
  readonly label: string
  readonly read: string | undefined
}

/** Reads each sentence as the whole job ad of a company of its own. */
function labelledTools(): LabelledTool[] {
  const rows: LabelledTool[] = []
  for (const { id, text, tools } of rowsOf<Sentence>('tool-sentences')) {
    const html = `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`
    const post = { id, title: 'Specialist', html, postedAt: undefined }
    const read = readDescriptions([post], { names: ['Northwind'], domains: ['northwind.example'] }, 0)
    const kinds = new Map(read.tools.map(({ slug, kind }) => [slug, kind]))
    for (const { tool, label, dropped = false } of tools) {
      const { product, family } = readTool(tool)
      const slug = product ?? family
      // A tool that the catalogue doesn't have is never read, and says nothing about the rules.
      if (slug !== undefined) rows.push({ tool, text, label: dropped ? 'left' : label, read: kinds.get(slug) })
    }
  }
  return rows
}

const READ = ['stated', 'asked', 'left'] as const

export function judgeToolSentences(): void {
  const rows = labelledTools()
  say(`\nTools in sentences: ${rows.length} labels`)
  for (const kind of READ) {
    const read = rows.filter((row) => row.read === kind)
    const labelled = rows.filter(({ label }) => label === kind)
    const right = read.filter(({ label }) => label === kind).length
    const share = (of: number) => (right / of).toFixed(3)
    say(`  ${kind.padEnd(7)} precision ${share(read.length)}, recall ${share(labelled.length)}`)
  }
  say(`\nRead as          ${READ.map((kind) => kind.padStart(7)).join('')}      of`)
  for (const label of new Set(rows.map((row) => row.label))) {
    const of = rows.filter((row) => row.label === label)
    const counts = READ.map((kind) => String(of.filter(({ read }) => read === kind).length).padStart(7))
    say(`  ${label.padEnd(16)}${counts.join('')} ${String(of.length).padStart(7)}`)
  }
  const isOne = (kind: string | undefined) => READ.some((each) => each === kind)
  for (const { tool, text, label, read } of rows) {
    if (read !== label && (read !== undefined || isOne(label))) sayWrong(`${tool}: ${label}, read ${read}: ${text}`)
  }
}
