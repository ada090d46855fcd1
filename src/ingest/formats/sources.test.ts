import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { temporaryFolder } from '../../../test/harness/folders.ts'
import { findSources, type Source } from './sources.ts'

async function textOf(source: Source | undefined): Promise<string> {
  const blocks: Buffer[] = []
  for await (const block of source?.open(() => {}) ?? []) blocks.push(block)
  return Buffer.concat(blocks).toString()
}

function folderWith(files: Record<string, string | Buffer>): string {
  const folder = temporaryFolder()
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

test('the format comes from the file name, and gzip is recognised by the first bytes', async () => {
  const folder = folderWith({
    'a.ndjson': 'a',
    'b.csv.gz': gzipSync('b'),
    'c.dat': gzipSync('c'),
    'd.jsonl.gz': 'd',
    'e.csv': '',
  })
  const sources = await findSources(
    ['a.ndjson', 'b.csv.gz', 'c.dat', 'd.jsonl.gz', 'e.csv'].map((name) => join(folder, name)),
  )
  assert.deepEqual(
    sources.map(({ format }) => format),
    ['ndjson', 'csv', 'ndjson', 'ndjson', 'csv'],
  )
  assert.deepEqual(await Promise.all(sources.map(textOf)), ['a', 'b', 'c', 'd', ''])
  assert.equal(sources[1]?.bytes, gzipSync('b').length)
})

test('a folder is read in the order of names, without hidden and other files', async () => {
  const folder = folderWith({
    'b/2.csv': '',
    'b/1.ndjson': '',
    'a.jsonl.gz': '',
    'c.NDJSON': '',
    'readme.txt': '',
    '.hidden.csv': '',
    'rejects.ndjson': '',
  })
  symlinkSync(folder, join(folder, 'again'))
  const options = { except: join(folder, 'b', '..', 'rejects.ndjson') }
  const names = async (more: object) =>
    (await findSources([folder], { ...options, ...more })).map(({ name }) => relative(folder, name))
  assert.deepEqual(await names({}), ['a.jsonl.gz', 'b/1.ndjson', 'b/2.csv', 'c.NDJSON'])
  assert.deepEqual(await names({ format: 'csv' }), ['b/2.csv'])
})

test('standard input may be gzipped, even if the first chunk is a single byte', async () => {
  const bytes = gzipSync('hello')
  const zipped = Readable.from([bytes.subarray(0, 1), bytes.subarray(1)])
  const [source] = await findSources(['-'], { stdin: zipped, format: 'csv' })
  assert.equal(source?.format, 'csv')
  assert.equal(source?.bytes, undefined)
  assert.equal(await textOf(source), 'hello')
  const [plain] = await findSources(['-'], { stdin: Readable.from([Buffer.from('x')]) })
  assert.equal(await textOf(plain), 'x')
})

test('an unreadable input gives a one-line error', async () => {
  const folder = folderWith({
    'cut.gz': gzipSync('x'.repeat(10_000)).subarray(0, 20),
    'bad.gz': Buffer.from('1f8b08ff0000', 'hex'),
    'readme.txt': '',
  })
  await assert.rejects(findSources([join(folder, 'none')]), /none cannot be read: there is no such file\.$/)
  await assert.rejects(
    findSources([folder]),
    /has no files that end in one of \.ndjson, \.jsonl, \.json, \.csv, \.tsv, gzipped or not\.$/,
  )
  await assert.rejects(findSources(['-', '-']), /only once/)
  await assert.rejects(
    findSources([join(folder, 'cut.gz')], { except: join(folder, 'cut.gz') }),
    /cannot be the rejects file/,
  )
  const [cut, bad] = await findSources([join(folder, 'cut.gz'), join(folder, 'bad.gz')])
  await assert.rejects(textOf(cut), /cut\.gz cannot be read: the gzip data is incomplete\.$/)
  await assert.rejects(textOf(bad), /bad\.gz cannot be read: the gzip data is (damaged|incomplete)\.$/)
})

test('an aborted source ends, even while it waits for input', async () => {
  const controller = new AbortController()
  const endless = new Readable({ read() {} })
  endless.push(Buffer.from('a\n'))
  const [source] = await findSources(['-'], { stdin: endless })
  setImmediate(() => controller.abort())
  for await (const block of source?.open(() => {}, controller.signal) ?? []) assert.equal(block.toString(), 'a\n')
})
