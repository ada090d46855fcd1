// `npm run eval:tools`: how well tools are read from the names that sources write. eval/tools.tsv is labelled by hand. A
// third of it is kept aside: the catalogue and its rules were never adjusted to these. With --misses the seen ones that
// are read differently are listed, those kept aside never.

import { readFileSync } from 'node:fs'
import { readTool } from '../src/meaning/tools/index.ts'

const FIELDS = ['product', 'family'] as const
const [, ...lines] = readFileSync(new URL('tools.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const rows = lines.map((line) => {
  const [set = '', text = '', product = '', family = ''] = line.split('\t')
  const read = readTool(text)
  return { set, text, label: { product, family }, read: { product: read.product ?? '-', family: read.family ?? '-' } }
})

const say = (line: string) => process.stdout.write(`${line}\n`)

for (const set of ['seen', 'aside']) {
  const of = rows.filter((row) => row.set === set)
  say(`${set === 'seen' ? 'Seen while the rules were written' : 'Kept aside'}: ${of.length} names`)
  for (const field of FIELDS) {
    const answered = of.filter(({ read }) => read[field] !== '-')
    const wanted = of.filter(({ label }) => label[field] !== '-')
    const right = answered.filter(({ label, read }) => label[field] === read[field])
    const [precision, recall] = [right.length / answered.length, right.length / wanted.length]
    say(`  ${field.padEnd(8)} precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}`)
  }
}

if (process.argv.includes('--misses')) {
  for (const { set, text, label, read } of rows) {
    const wrong = FIELDS.filter((field) => label[field] !== read[field])
    if (set === 'seen' && wrong.length > 0) {
      say(`${text}  ${wrong.map((field) => `${field}: ${read[field]}, should be ${label[field]}`).join('; ')}`)
    }
  }
}
