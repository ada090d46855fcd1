// `npm run eval:held-out`: figures on the held-out sets that have a reader today. It never lists a row, because the rules
// must not be adjusted to them.

import { readFileSync } from 'node:fs'
import { readDescriptions } from '../../src/meaning/descriptions/index.ts'
import { readPlace } from '../../src/meaning/places/index.ts'
import { readTitle } from '../../src/meaning/titles/index.ts'
import { readTool } from '../../src/meaning/tools/index.ts'
import { type Row, score } from '../score.ts'

interface Sentence {
  readonly id: string
  readonly text: string
  readonly tools: readonly { readonly tool: string; readonly label: string; readonly dropped?: boolean }[]
}

interface Place {
  readonly location: string
  readonly country: string | null
}

interface Title {
  readonly title: string
  readonly ai: boolean
}

interface LabelledTool {
  /** `left` for a tool of the past that the employer left, or is about to. */
  readonly label: string
  readonly read: string | undefined
}

const say = (line: string) => process.stdout.write(`${line}\n`)

function rowsOf<T>(name: string): T[] {
  const text = readFileSync(new URL(`${name}.ndjson`, import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}

function sayScore(name: string, labelled: readonly { text: string; label: string; read: string }[]): void {
  const rows = labelled.map(
    ({ text, label, read }): Row => ({
      set: 'aside',
      language: '-',
      text,
      label: { value: label },
      read: { value: read },
    }),
  )
  const { precision, recall } = score(rows, 'value')
  say(`${name}: ${rows.length} rows, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`)
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
      if (slug !== undefined) rows.push({ label: dropped ? 'left' : label, read: kinds.get(slug) })
    }
  }
  return rows
}

const READ = ['stated', 'asked', 'left'] as const

function sayTools(rows: readonly LabelledTool[]): void {
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
}

const places = rowsOf<Place>('places').map(({ location, country }) => ({
  text: location,
  label: country ?? '-',
  read: readPlace(location).country ?? '-',
}))
const titles = rowsOf<Title>('titles').map(({ title, ai }) => ({
  text: title,
  label: ai ? 'yes' : '-',
  read: readTitle(title).ai ? 'yes' : '-',
}))

sayScore('Countries of places', places)
sayScore('AI jobs by title', titles)
sayTools(labelledTools())
