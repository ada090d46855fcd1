import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readTool } from './index.ts'

const guide = readFileSync(new URL('../../../docs/meaning.md', import.meta.url), 'utf8')
const section = guide.slice(guide.indexOf('## Tools'))

test('the table of names in docs/meaning.md is how they are read', () => {
  const rows = section
    .slice(section.indexOf('| the source writes'))
    .split('\n\n', 1)[0]
    ?.split('\n')
    .slice(2)
    .map((row) => row.split('|').slice(1, -1))
  assert.ok(rows && rows.length >= 10)
  for (const [names = '', ...cells] of rows) {
    const expected = cells.map((cell) => cell.trim().replaceAll('`', '') || undefined)
    for (const [, name = ''] of names.matchAll(/`([^`]+)`/g)) {
      const { product, family, vendor, category } = readTool(name)
      assert.deepEqual([product, family, vendor, category], expected, name)
    }
  }
})

test('the number of names of the evaluation is what the guide says', () => {
  const names =
    readFileSync(new URL('../../../eval/tools.tsv', import.meta.url), 'utf8')
      .trim()
      .split('\n').length - 1
  assert.ok(section.includes(`reads ${names} names`), String(names))
})
