import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../test/harness/database.ts'
import { columns } from './columns.ts'
import { many } from './index.ts'

interface Box {
  readonly id: string
  readonly size: number | null
}

const SIZES = columns<Box>(2, { id: ['text', ({ id }) => id], size: ['int', ({ size }) => size] })
const LABELS = columns<readonly [id: string, label: string]>(SIZES.next, {
  id: ['text', ([id]) => id],
  label: ['text', ([, label]) => label],
})

test('columns are named, typed and numbered in the order of their declaration', () => {
  assert.equal(SIZES.names, 'id, size')
  assert.equal(SIZES.as('g'), 'unnest($2::text[], $3::int[]) as g (id, size)')
  assert.equal(SIZES.as('g', 'n'), 'unnest($2::text[], $3::int[]) with ordinality as g (id, size, n)')
  assert.equal(LABELS.as('l'), 'unnest($4::text[], $5::text[]) as l (id, label)')
  assert.equal(LABELS.next, 6)
})

test('every column has one array, even when there are no rows', () => {
  assert.deepEqual(SIZES.values([]), [[], []])
  assert.deepEqual(
    SIZES.values([
      { id: 'a', size: 1 },
      { id: 'b', size: null },
    ]),
    [
      ['a', 'b'],
      [1, null],
    ],
  )
})

test('a statement reads several sets of rows next to its other parameters', async () => {
  const db = await openTestDatabase({ empty: true })
  const rows = await many(
    db.pool('read'),
    `select g.n, g.id, g.size * $1::int as size, l.label from ${SIZES.as('g', 'n')} left join ${LABELS.as('l')} using (id) order by n`,
    [
      10,
      ...SIZES.values([
        { id: 'b', size: 2 },
        { id: 'a', size: null },
      ]),
      ...LABELS.values([['b', 'big']]),
    ],
  )
  assert.deepEqual(rows, [
    { n: 1, id: 'b', size: 20, label: 'big' },
    { n: 2, id: 'a', size: null, label: null },
  ])
})
