// `npm run eval -- --feedback FILE`: what people said about signals, alerts and statements, by rule and edition. FILE is
// what `bin/pro-signal feedback export` wrote. With --misses, everything that was judged wrong is listed.

import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { type CountedVerdict, type Dimension, type Share, shareTexts, summarise } from '../src/api/feedback/index.ts'

interface Line extends CountedVerdict {
  readonly statement: string
  readonly word: string | null
}

const TABLES: readonly Dimension[] = ['rule', 'edition', 'source', 'type', 'confidence']

/** Returns the exit code. */
export async function reportFeedback(
  file: string | undefined,
  withMisses: boolean,
  say: (line: string) => void = (line) => process.stdout.write(`${line}\n`),
): Promise<number> {
  if (file === undefined) {
    say('Name the file: npm run eval -- --feedback feedback.ndjson')
    return 2
  }
  const wrong: Line[] = []
  const unreadable: number[] = []
  const { all, by } = await summarise(linesOf(file, wrong, unreadable))
  for (const n of unreadable) say(`line ${n} is not a verdict`)
  say(line({ ...all, name: 'all verdicts' }))
  for (const dimension of TABLES) {
    say(`\nWrong by ${dimension}`)
    for (const share of by[dimension]) say(line(share))
  }
  if (withMisses) {
    say('\nJudged wrong')
    for (const { rule, edition, statement, word } of wrong) {
      say(`${rule} ${edition}  ${statement}${word === null ? '' : `  (${word})`}`)
    }
  }
  return unreadable.length > 0 ? 1 : 0
}

async function* linesOf(file: string, wrong: Line[], unreadable: number[]): AsyncGenerator<Line> {
  let n = 0
  for await (const text of createInterface({ input: createReadStream(file) })) {
    n++
    if (text.trim() === '') continue
    const parsed = parse(text)
    if (!parsed) {
      unreadable.push(n)
      continue
    }
    if (parsed.verdict === 'wrong') wrong.push(parsed)
    yield parsed
  }
}

function parse(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Line
    return ['useful', 'wrong'].includes(line.verdict) && typeof line.rule === 'string' ? line : undefined
  } catch {
    return undefined
  }
}

function line(share: Share): string {
  const [percent, interval] = shareTexts(share)
  const { name, wrong, judged } = share
  return `${name.padEnd(44)} ${`${wrong} of ${judged}`.padStart(12)} ${percent.padStart(6)}  ${interval}`
}
