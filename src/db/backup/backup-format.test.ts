// Errors in a backup file are found before anything relies on it.

import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { temporaryFolder } from '../../../test/harness/folders.ts'
import { writeArchive } from './archive.ts'
import { makeHeader, wrap } from './container.ts'
import type { Manifest } from './manifest.ts'
import { readBackup, verifyBackup } from './read-backup.ts'

const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const PASSPHRASE = 'correct horse battery staple'
const rows: Readonly<Record<string, Buffer[]>> = {
  companies: [Buffer.from('1\tNorthwind\n2\tLine\\nfeed\n'), Buffer.from('3\tAcme\n')],
  empty: [],
  // Doesn't compress, so that there are several frames.
  signals: [Buffer.from(`${randomBytes(100_000).toString('base64')}\n`), Buffer.from(`${'x'.repeat(300_000)}\n`)],
}
const manifest = {
  version: '0.0.0',
  tables: Object.keys(rows).map((name) => ({ name, columns: ['id'], bytes: 1, partitions: [] })),
} as unknown as Manifest

async function* from(chunks: readonly Buffer[]) {
  yield* chunks
}

async function together(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function makeFile(passphrase?: string): Promise<{ file: string; bytes: Buffer }> {
  const archive = await together(
    writeArchive(
      manifest,
      (name) => from(rows[name] ?? []),
      () => {},
    ),
  )
  const header = await makeHeader(passphrase)
  const bytes = await together(wrap(header, from([zstdCompressSync(archive)])))
  const file = join(temporaryFolder(), 'x.backup')
  writeFileSync(file, bytes)
  return { file, bytes }
}

for (const passphrase of [undefined, PASSPHRASE]) {
  const kind = passphrase === undefined ? 'a backup' : 'a sealed backup'

  test(`${kind} is read as it was written`, async () => {
    const { file, bytes } = await makeFile(passphrase)
    const read = new Map<string, Buffer>()
    const totals = await readBackup(file, passphrase, {
      manifest: async (found) => assert.deepEqual(found, manifest),
      async table(name, chunks) {
        read.set(name, await together(chunks))
      },
    })
    for (const [name, chunks] of Object.entries(rows)) assert.deepEqual(read.get(name), Buffer.concat(chunks))
    assert.deepEqual(
      [...totals].map(([name, total]) => [name, total.rows]),
      [
        ['companies', 3],
        ['empty', 0],
        ['signals', 2],
      ],
    )
    assert.equal(bytes.includes(ZSTD_MAGIC), passphrase === undefined)
  })

  test(`${kind} with a flipped bit or a truncation is rejected, wherever that is`, async () => {
    const { file, bytes } = await makeFile(passphrase)
    // All of the start and the end, and some of the rest.
    const places = [...bytes.keys()].filter((at) => at < 90 || at >= bytes.length - 40 || at % 3_001 === 0)
    // Deriving the key takes a while, so a sealed file is tried at fewer places.
    const step = passphrase === undefined ? 3 : 41
    for (const [index, at] of places.entries()) {
      if (index % step !== 0) continue
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (index % 8))
      writeFileSync(file, flipped)
      await assert.rejects(
        verifyBackup(file, passphrase),
        /is damaged|is cut off|is not a backup|newer version/,
        `flipped ${at}`,
      )
      writeFileSync(file, bytes.subarray(0, at))
      await assert.rejects(verifyBackup(file, passphrase), /is cut off|is not a backup/, `cut at ${at}`)
    }
    writeFileSync(file, Buffer.concat([bytes, Buffer.from('more')]))
    await assert.rejects(verifyBackup(file, passphrase), /is damaged/)
  })
}

test('a wrong passphrase is distinguished from a damaged file', async () => {
  const { file } = await makeFile(PASSPHRASE)
  await assert.rejects(verifyBackup(file, 'another'), {
    message: /^The passphrase is not the one that x\.backup is sealed with\.$/,
  })
  await assert.rejects(verifyBackup(file, undefined), /x\.backup is sealed: name the file with its passphrase/)
  await assert.rejects(verifyBackup(`${file}.missing`, undefined), /There is no file/)
  const folder = temporaryFolder()
  await assert.rejects(verifyBackup(folder, undefined), /can't be read/)
  writeFileSync(file, readFileSync(new URL(import.meta.url)))
  await assert.rejects(verifyBackup(file, undefined), /is not a backup that bin\/pro-signal backup made/)
})

test('moved frames are detected, even with a valid checksum', async () => {
  const { file, bytes } = await makeFile(PASSPHRASE)
  const start = bytes.indexOf('\n') + 1
  const second = start + 4 + bytes.readUInt32BE(start)
  const third = second + 4 + bytes.readUInt32BE(second)
  const moved = [bytes.subarray(0, start), bytes.subarray(second, third), bytes.subarray(start, second)]
  const rest = bytes.subarray(third, -32)
  const content = Buffer.concat([...moved, rest])
  writeFileSync(file, Buffer.concat([content, createHash('sha256').update(content).digest()]))
  await assert.rejects(verifyBackup(file, PASSPHRASE), /is damaged/)
})
