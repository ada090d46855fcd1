// `npm run eval`: how well titles and places are read. eval/titles.tsv and eval/places.tsv are labelled by hand
// (eval/README.md). A third of them is kept aside: the rules were never adjusted to these. With --misses the seen ones that
// are read differently are listed, those kept aside never. With --feedback FILE it reports on what people said instead.

import { reportFeedback } from './feedback.ts'
import { placeRows, type Row, score, TITLE_FIELDS, titleRows } from './score.ts'

const feedbackAt = process.argv.indexOf('--feedback')
if (feedbackAt !== -1) {
  process.exit(await reportFeedback(process.argv[feedbackAt + 1], process.argv.includes('--misses')))
}

const titles = titleRows()
const places = placeRows()
const say = (line: string) => process.stdout.write(`${line}\n`)
const share = (value: number) => (Number.isNaN(value) ? '    -' : value.toFixed(3))

function line(name: string, rows: readonly Row[], fields: readonly string[]): void {
  const cells = fields.map((field) => {
    const { precision, recall } = score(rows, field)
    return `${share(precision)} ${share(recall)}`.padEnd(14)
  })
  say(`${name.padEnd(10)} ${String(rows.length).padStart(4)}  ${cells.join('')}`)
}

function table(rows: readonly Row[], fields: readonly string[]): void {
  for (const set of ['seen', 'aside'] as const) {
    const of = rows.filter((row) => row.set === set)
    const languages = [...new Set(of.map(({ language }) => language))]
    say(`\n${set === 'seen' ? 'Seen while the rules were written' : 'Kept aside'}: precision and recall`)
    say(`${''.padEnd(10)}    n  ${fields.map((field) => field.padEnd(14)).join('')}`)
    for (const each of languages)
      line(
        each,
        of.filter(({ language }) => language === each),
        fields,
      )
    if (languages.length > 1) line('all', of, fields)
  }
}

table(titles, TITLE_FIELDS)
say('\nShare of all titles from which a function, a level or AI was read')
for (const language of new Set(titles.map((row) => row.language))) {
  const of = titles.filter((row) => row.language === language)
  const read = of.filter((row) => TITLE_FIELDS.some((field) => row.read[field] !== '-'))
  say(`${language.padEnd(10)} ${share(read.length / of.length)}`)
}
table(places, ['country'])

if (process.argv.includes('--misses')) {
  for (const { set, language, text, label, read } of [...titles, ...places]) {
    const wrong = Object.keys(label).filter((field) => label[field] !== read[field])
    if (set === 'aside' || wrong.length === 0) continue
    say(
      `${language} ${text}  ${wrong.map((field) => `${field}: ${read[field]}, should be ${label[field]}`).join('; ')}`,
    )
  }
}
