import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../test/harness/folders.ts'
import { RejectsFile } from './rejects.ts'

const module = new URL('./rejects.ts', import.meta.url).href

test('a second ingest with the same rejects file is refused, and the first one keeps its lines', async () => {
  const path = join(temporaryFolder(), 'rejects.ndjson')
  const first = await RejectsFile.create(path)
  await first.take([{ file: 'x', line: 1, reason: 'wrong', text: '' }])
  await assert.rejects(RejectsFile.create(path), /rejects\.ndjson is being written by another ingest/)
  assert.match(readFileSync(path, 'utf8'), /"wrong"/)
  await first.close()
  await (await RejectsFile.create(path)).close()
  assert.equal(readFileSync(path, 'utf8'), '')
})

test('several ingests may send their rejects to the same device', async () => {
  const files = [await RejectsFile.create('/dev/null'), await RejectsFile.create('/dev/null')]
  await Promise.all(files.map((file) => file.close()))
})

test('a rejects file whose ingest was killed with kill -9 can be used again', async () => {
  const path = join(temporaryFolder(), 'rejects.ndjson')
  const script = `const { RejectsFile } = await import(${JSON.stringify(module)})
    await RejectsFile.create(${JSON.stringify(path)})
    process.stdout.write('locked')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  await assert.rejects(RejectsFile.create(path), /is being written by another ingest/)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  await (await RejectsFile.create(path)).close()
})

test('when the disk is full, the rejects file has only complete lines', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'rejects.ndjson')
  const script = join(folder, 'fill.mjs')
  writeFileSync(
    script,
    `const { RejectsFile } = await import(${JSON.stringify(module)})
    const file = await RejectsFile.create(${JSON.stringify(path)})
    const rejects = (from) => Array.from({ length: 7 }, (_, at) => ({ file: 'x', line: from + at, reason: 'wrong', text: 'y'.repeat(101) }))
    try {
      for (let from = 1; from < 1000; from += 7) await file.take(rejects(from))
    } catch (error) {
      process.stdout.write(error.message)
      await file.close()
    }`,
  )
  // A limit on the size of files cuts a write short, as a full disk does.
  const child = spawn('bash', ['-c', `ulimit -f 20; exec "${process.execPath}" "${script}"`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await Promise.all([child.stdout.toArray(), once(child, 'exit')])
  assert.match(Buffer.concat(output).toString(), /^The rejects file cannot be written \(EFBIG/)
  assert.ok(existsSync(path))
  const lines = readFileSync(path, 'utf8').split('\n')
  assert.equal(lines.pop(), '')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).line),
    lines.map((_, at) => at + 1),
  )
  assert.ok(lines.length > 100, `${lines.length}`)
})
