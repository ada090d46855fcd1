import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ShownRejects } from './shown-rejects.ts'

async function linesOf(...reasons: readonly (readonly [reason: string, times?: number])[]): Promise<string[]> {
  const shown = new ShownRejects()
  let line = 1
  for (const [reason, times = 1] of reasons) {
    for (let n = 0; n < times; n++) {
      await shown.take([{ file: 'x.csv', line: ++line, reason: reason.replace('#', `${n}`), text: '' }])
    }
  }
  return shown.lines()
}

test('rejects that differ only in their values are shown once with their number, the most frequent first', async () => {
  assert.deepEqual(await linesOf(['label is missing'], ['country cannot be "X#"', 1_200]), [
    'x.csv:3: country cannot be "X0" (1,200 lines like this)',
    'x.csv:2: label is missing',
  ])
})

test('rejects that are not shown are counted, of every kind', async () => {
  const kinds = Array.from({ length: 7 }, (_, n) => [`reason ${'x'.repeat(n)}`] as const)
  const lines = await linesOf(...kinds, ['reason', 2])
  assert.equal(lines.length, 6)
  assert.equal(lines.at(-1), 'and 3 more: use --rejects FILE to see all of them')
})

test('dates in another format and text in another encoding come with advice', async () => {
  for (const [date, format] of [
    ['10.11.2026', 'DD.MM.YYYY'],
    ['2026/11/10', 'YYYY/MM/DD'],
    ['31/12/2026', 'DD/MM/YYYY'],
    ['10/11/2026', 'DD/MM/YYYY or MM/DD/YYYY'],
  ]) {
    const reason = `occurredAt cannot be "${date}": use a date or time such as 2026-05-04`
    assert.ok((await linesOf([reason])).at(-1)?.endsWith(`: --date-format ${format}`), date)
  }
  assert.match((await linesOf(['the line is not valid UTF-8'])).at(-1) ?? '', /iconv -f WINDOWS-1252 -t UTF-8/)
  assert.equal((await linesOf(['label is missing'])).length, 1)
})
