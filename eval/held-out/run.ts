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
  readonly tools: readonly { readonly tool: string; readonly label: string }[]
}

interface Place {
  readonly location: string
  readonly country: string | null
}

interface Title {
  readonly title: string
  readonly ai: boolean
}

/** These labels say that the employer has the tool. */
const IN_USE = ['stated', 'asked']

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
async function labelledTools() {
  const rows: { label: string; isRead: boolean }[] = []
  for (const { id, text, tools } of rowsOf<Sentence>('tool-sentences')) {
    const html = `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`
    const post = { id, title: 'Specialist', html, postedAt: undefined }
    const read = await readDescriptions([post], { names: ['Northwind'], domains: ['northwind.example'] }, 0)
    const slugs = read.tools.map(({ slug }) => slug)
    for (const { tool, label } of tools) {
      const { product, family } = readTool(tool)
      const slug = product ?? family
      // A tool that the catalogue doesn't have is never read, and says nothing about the rules.
      if (slug !== undefined) rows.push({ label, isRead: slugs.includes(slug) })
    }
  }
  return rows
}

function sayTools(rows: readonly { label: string; isRead: boolean }[]): void {
  const read = rows.filter(({ isRead }) => isRead)
  const right = read.filter(({ label }) => IN_USE.includes(label))
  say(
    `\nTools in sentences: ${rows.length} labels, precision ${(right.length / read.length).toFixed(3)}; read as in use:`,
  )
  for (const label of new Set(rows.map((row) => row.label))) {
    const of = rows.filter((row) => row.label === label)
    say(`  ${label.padEnd(16)} ${String(of.filter(({ isRead }) => isRead).length).padStart(3)} of ${of.length}`)
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
sayTools(await labelledTools())
