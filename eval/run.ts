// `npm run eval`: how well titles are read. eval/titles.tsv has titles that were labelled by people who did not know the rules
// (eval/README.md). Every third title of a language is kept aside: the rules were never adjusted to these. With --misses the
// seen titles that are read differently are listed, those kept aside never.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTitle } from '../src/features/titles/index.ts'
import { packageRoot } from '../src/platform/config.ts'

const FIELDS = ['function', 'seniority', 'ai'] as const
type Field = (typeof FIELDS)[number]

interface Row {
  readonly set: 'seen' | 'aside'
  readonly language: string
  readonly title: string
  readonly label: Readonly<Record<Field, string>>
  readonly read: Readonly<Record<Field, string>>
}

const [, ...lines] = readFileSync(join(packageRoot, 'eval/titles.tsv'), 'utf8').trimEnd().split('\n')
const rows = lines.map((line): Row => {
  const [set = '', language = '', title = '', jobFunction = '', seniority = '', ai = ''] = line.split('\t')
  const found = readTitle(title)
  return {
    set: set === 'aside' ? 'aside' : 'seen',
    language,
    title,
    label: { function: jobFunction, seniority, ai },
    read: { function: found.function ?? '-', seniority: found.seniority ?? '-', ai: found.ai ? 'yes' : '-' },
  }
})

/** Precision: of the values that were read, the share that is right. Recall: of the labelled values, the share that was read. */
function score(of: readonly Row[], field: Field) {
  const read = of.filter((row) => row.read[field] !== '-')
  const labelled = of.filter((row) => row.label[field] !== '-')
  const right = read.filter((row) => row.read[field] === row.label[field]).length
  return { precision: right / read.length, recall: right / labelled.length, labelled: labelled.length }
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const share = (value: number) => (Number.isNaN(value) ? '    -' : value.toFixed(3))

function table(name: string, of: readonly Row[]): void {
  say(
    `${name.padEnd(10)} ${String(of.length).padStart(4)}  ${FIELDS.map((field) => {
      const { precision, recall } = score(of, field)
      return `${share(precision)} ${share(recall)}`.padEnd(14)
    }).join('')}`,
  )
}

for (const set of ['seen', 'aside'] as const) {
  const of = rows.filter((row) => row.set === set)
  say(`\n${set === 'seen' ? 'Seen while the rules were written' : 'Kept aside'}: precision and recall`)
  say(`${'language'.padEnd(10)}    n  ${FIELDS.map((field) => field.padEnd(14)).join('')}`)
  for (const language of new Set(of.map((row) => row.language)))
    table(
      language,
      of.filter((row) => row.language === language),
    )
  table('all', of)
}

if (process.argv.includes('--misses')) {
  for (const { set, language, title, label, read } of rows) {
    const wrong = FIELDS.filter((field) => label[field] !== read[field])
    if (set === 'seen' && wrong.length > 0) {
      say(
        `${language} ${title}  ${wrong.map((field) => `${field}: ${read[field]}, should be ${label[field]}`).join('; ')}`,
      )
    }
  }
}
