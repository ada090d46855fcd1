// The rows of a set, and how results are printed: figures for everybody, and rows only for the judge.

import { existsSync, readFileSync } from 'node:fs'

export const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Only the judge passes it: whoever writes rules must not see the rows. */
const SHOWS_WRONG = process.argv.includes('--show-wrong')

/** Asks the rows that were held out once, where a set has such rows. `--seen=second` asks those of that folder. */
const SEEN = process.argv.find((word) => word === '--seen' || word.startsWith('--seen='))

export function rowsOf<T>(name: string): T[] {
  const [, folder] = SEEN?.split('=') ?? []
  const seen = new URL(`../seen/${folder ? `${folder}/` : ''}${name}.ndjson`, import.meta.url)
  const held = new URL(`${name}.ndjson`, import.meta.url)
  const text = readFileSync(SEEN && existsSync(seen) ? seen : held, 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}

export function sayWrong(line: string): void {
  if (SHOWS_WRONG) say(`    wrong: ${line}`)
}

export interface Judged {
  /** What kind of question it was: the lines of the table. */
  readonly kind: string
  readonly isRight: boolean
  /** For the judge. */
  readonly shown: string
}

/** Right answers by kind, then what was wrong. */
export function sayJudged(judged: readonly Judged[]): void {
  for (const [kind, rows] of Map.groupBy(judged, (row) => row.kind)) {
    const right = rows.filter(({ isRight }) => isRight).length
    say(`  ${kind.padEnd(30)} ${String(right).padStart(4)} of ${String(rows.length).padStart(4)}`)
    for (const { isRight, shown } of rows) if (!isRight) sayWrong(shown)
  }
}

export function shareOf(right: readonly unknown[], of: readonly unknown[]): string {
  return of.length === 0 ? '-' : (right.length / of.length).toFixed(3)
}

/** Sets are written before the rules that they judge: says so if the rule doesn't exist yet. */
export async function ruleOf<Rule>(path: string, name: string): Promise<Rule | undefined> {
  const url = new URL(path, import.meta.url)
  if (!existsSync(url)) {
    say(`  The rule doesn't exist yet: ${name}`)
    return undefined
  }
  const module: Readonly<Record<string, unknown>> = await import(url.href)
  return module[name] as Rule
}
