// `npm run eval:tool-mentions`: how well sentences are read that name tools. eval/tool-mentions.tsv says of each tool of a
// sentence whether the employer uses it (`stated`), asks for it (`asked`) or left it (`left`); one that is not labelled is
// neither. A third is kept aside: the rules were never adjusted to these. With --misses the seen ones that are read
// differently are listed, those kept aside never.

import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { findTools } from '../src/meaning/descriptions/find-tools.ts'
import { type MentionKind, mentionKinds } from '../src/meaning/descriptions/mention-kinds.ts'
import { sentencesOf } from '../src/meaning/descriptions/sections.ts'
import { precisionOf, recallOf, type Score } from './descriptions.ts'

interface LabelledSentence {
  readonly set: string
  readonly language: string
  readonly text: string
  /** `Salesforce: stated`, by the catalogue's names. */
  readonly labels: readonly string[]
}

export const KINDS = ['stated', 'asked', 'left'] as const satisfies readonly MentionKind[]

export function labelledSentences(): LabelledSentence[] {
  const [, ...lines] = readFileSync(new URL('tool-mentions.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => {
    const [set = '', language = '', text = '', labels = ''] = line.split('\t')
    return { set, language, text, labels: labels === '' ? [] : labels.split('; ') }
  })
}

function readKinds(text: string): string[] {
  return sentencesOf(`<p>${text}</p>`).flatMap((sentence) => {
    const found = findTools(sentence.text)
    const kinds = mentionKinds(sentence.text, found, sentence.section)
    return found.flatMap(({ tool }, i) => (kinds[i] === 'nothing' ? [] : [`${tool.name}: ${kinds[i]}`]))
  })
}

/** By kind. */
export function mentionScores(rows: readonly LabelledSentence[]): Readonly<Record<(typeof KINDS)[number], Score>> {
  const scores = Object.fromEntries(
    KINDS.map((kind) => [kind, { right: 0, wrong: 0, missed: 0, misses: [] as string[] }]),
  )
  for (const { text, labels } of rows) {
    const read = readKinds(text)
    for (const [kind, score] of Object.entries(scores)) {
      const ofKind = (label: string) => label.endsWith(`: ${kind}`)
      const right = read.filter((label) => ofKind(label) && labels.includes(label))
      const missed = labels.filter((label) => ofKind(label) && !read.includes(label))
      const wrong = read.filter((label) => ofKind(label) && !labels.includes(label))
      score.right += right.length
      score.wrong += wrong.length
      score.missed += missed.length
      if (missed.length > 0) score.misses.push(`missed ${missed.join('; ')}: ${text}`)
      if (wrong.length > 0) score.misses.push(`read ${wrong.join('; ')}: ${text}`)
    }
  }
  return scores as Readonly<Record<(typeof KINDS)[number], Score>>
}

function report(): void {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const rows = labelledSentences()
  for (const set of ['seen', 'aside']) {
    const ofSet = rows.filter((row) => row.set === set)
    say(`${set === 'seen' ? 'Seen while the rules were written' : 'Kept aside'}: ${ofSet.length} sentences`)
    for (const [kind, score] of Object.entries(mentionScores(ofSet))) {
      say(`  ${kind.padEnd(7)} precision ${precisionOf(score).toFixed(3)}  recall ${recallOf(score).toFixed(3)}`)
      if (set === 'seen' && process.argv.includes('--misses')) for (const miss of score.misses) say(`    ${miss}`)
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) report()
