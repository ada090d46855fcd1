import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../test/harness/database.ts'
import { columns } from './columns.ts'
import { copyInto } from './copy.ts'
import { type Column, type Database, many } from './index.ts'

interface Row {
  readonly uuid: string | null
  readonly text: string | null
  readonly jsonb: string | null
  readonly tsvector: readonly string[] | null
  readonly date: string | null
  readonly timestamptz: number | null
  readonly smallint: number | null
  readonly int: number | null
  readonly bigint: number | null
  readonly float8: number | null
  readonly boolean: boolean | null
}

const COLUMNS: Readonly<Record<keyof Row, Column<Row>>> = {
  uuid: ['uuid', (row) => row.uuid],
  text: ['text', (row) => row.text],
  jsonb: ['jsonb', (row) => row.jsonb],
  tsvector: ['tsvector', (row) => row.tsvector],
  date: ['date', (row) => row.date],
  timestamptz: ['timestamptz', (row) => row.timestamptz],
  smallint: ['smallint', (row) => row.smallint],
  int: ['int', (row) => row.int],
  bigint: ['bigint', (row) => row.bigint],
  float8: ['float8', (row) => row.float8],
  boolean: ['boolean', (row) => row.boolean],
}
const NAMES = Object.keys(COLUMNS)
const QUOTED = Object.fromEntries(NAMES.map((name) => [`"${name}"`, COLUMNS[name as keyof Row]]))
const copyRows = copyInto<Row>('copied', QUOTED)
const INSERTED = columns<Row>(1, QUOTED)

const NOTHING = Object.fromEntries(NAMES.map((name) => [name, null])) as unknown as Row
const row = (values: Partial<Row>): Row => ({ ...NOTHING, ...values })

const ROWS: readonly Row[] = [
  NOTHING,
  row({ uuid: '0123abcd-4567-89ef-8123-456789abcdef', text: '', tsvector: [], boolean: true }),
  row({ uuid: 'FFFFFFFF00000000FFFFFFFF00000000', text: 'tab\t back\\slash \\N\nline', boolean: false }),
  row({ text: 'Zürich, 東京 🙂', jsonb: '{"a":"\\"é"}', tsvector: ['zürich', "it's", 'back\\slash', '=ai'] }),
  row({ text: 'x'.repeat(700_000), jsonb: JSON.stringify(['ü'.repeat(300_000)]) }),
  row({ tsvector: Array.from({ length: 300 }, (_, i) => `word${i}`) }),
  row({ smallint: -32_768, int: -2_147_483_648, bigint: Number.MIN_SAFE_INTEGER, float8: -0.1 }),
  row({ smallint: 32_767, int: 2_147_483_647, bigint: Number.MAX_SAFE_INTEGER, float8: 1e300 }),
  row({ smallint: -1, int: -1, bigint: -1, date: '1999-12-31', timestamptz: -1 }),
  row({ bigint: 2 ** 32, date: '2026-02-28', timestamptz: 1_790_000_000 }),
  row({ date: '2024-02-29', timestamptz: 946_684_799 }),
]

let db: Database
before(async () => {
  db = await openTestDatabase()
  const definitions = NAMES.map((name) => `"${name}" ${name}`)
  for (const table of ['copied', 'inserted']) {
    await db.pool('ingest').query(`create table ${table} (n int generated always as identity, ${definitions})`)
  }
})

const stored = (table: string) =>
  many<Row & { [key: string]: unknown }>(db.pool('ingest'), `select * from ${table} order by n`)

test('rows of every type are copied as they would be inserted', async () => {
  await db.transaction('ingest', (tx) => copyRows(tx, ROWS))
  const insert = `insert into inserted (${INSERTED.names}) select ${INSERTED.names} from ${INSERTED.as('r')}`
  await db.pool('ingest').query(insert, INSERTED.values(ROWS))
  const rows = await stored('copied')
  assert.deepEqual(rows, await stored('inserted'))
  assert.equal(rows.length, ROWS.length)
  for (const [i, { text, boolean, bigint, timestamptz }] of rows.entries()) {
    const given = ROWS[i]
    assert.deepEqual([text, boolean, bigint], [given?.text, given?.boolean, given?.bigint])
    const seconds = timestamptz && new Date(timestamptz as number | string | Date).getTime() / 1_000
    assert.equal(seconds, given?.timestamptz)
  }
})

test('arrays of ids are copied, and can’t be unnested', async () => {
  await db.pool('ingest').query('create table copied_arrays (n int generated always as identity, ids uuid[])')
  const definition = { ids: ['uuid[]', (ids: readonly string[] | null) => ids] } as const
  const ids = ['0123abcd-4567-89ef-8123-456789abcdef', 'ffffffff-0000-0000-ffff-ffff00000000']
  const rows = [ids, null, [], [ids[1] as string]]
  await db.transaction('ingest', (tx) => copyInto<readonly string[] | null>('copied_arrays', definition)(tx, rows))
  const copied = await many<{ ids: string[] | null }>(db.pool('ingest'), 'select ids from copied_arrays order by n')
  assert.deepEqual(
    copied.map((each) => each.ids),
    rows,
  )
  assert.throws(() => columns(1, definition).values(rows), TypeError)
})

test('many rows are copied in chunks, and no rows need no statement', async () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => row({ int: i, text: `row ${i} é`.repeat(1 + (i % 9)) }))
  await db.transaction('ingest', async (tx) => {
    await tx.query('delete from copied')
    await copyRows(tx, [])
    await copyRows(tx, rows)
  })
  const copied = await stored('copied')
  assert.deepEqual(
    copied.map(({ int, text }) => [int, text]),
    rows.map(({ int, text }) => [int, text]),
  )
})

for (const uuid of ['', '0123', '0123abcd-4567-89ef-8123-456789abcdeg', '0123abcd-4567-89ef-8123-456789abcdef00']) {
  test(`${JSON.stringify(uuid)} is not an id, and nothing is copied`, async () => {
    const before = (await stored('copied')).length
    const copying = db.transaction('ingest', (tx) => copyRows(tx, [row({ int: 1 }), row({ uuid })]))
    await assert.rejects(copying, /is not a UUID/)
    assert.equal((await stored('copied')).length, before)
  })
}

const unfit: readonly [name: string, Partial<Row>][] = [
  ['an int that is too large', { int: 2 ** 31 }],
  ['a smallint that is too small', { smallint: -32_769 }],
  ['a bigint that is not exact', { bigint: 2 ** 53 }],
  ['half a number', { int: 0.5 }],
  ['no time', { timestamptz: Number.NaN }],
  ['no day', { date: '2026-02-31T' }],
]
for (const [name, values] of unfit) {
  test(`${name} is an error, and nothing is copied`, async () => {
    const before = (await stored('copied')).length
    await assert.rejects(
      db.transaction('ingest', (tx) => copyRows(tx, [row({ int: 1 }), row(values)])),
      RangeError,
    )
    assert.equal((await stored('copied')).length, before)
  })
}

test('a fraction of a second is kept', async () => {
  await db.transaction('ingest', async (tx) => {
    await tx.query('delete from copied')
    await copyRows(tx, [row({ timestamptz: 1_790_000_000.25 })])
  })
  const [copied] = await stored('copied')
  assert.equal(new Date(copied?.timestamptz as number | string).getTime(), 1_790_000_000_250)
})
