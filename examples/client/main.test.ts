// Runs the example against the service.

import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Api, startApi, WORLD_SIZE } from '../../test/harness/api.ts'

let api: Api
before(async () => {
  api = await startApi()
})

const program = fileURLToPath(new URL('main.js', import.meta.url))

async function run(node: string): Promise<string> {
  const { key } = await api.newTeam()
  const env = { PATH: process.env.PATH ?? '', PRO_SIGNAL_URL: api.url, PRO_SIGNAL_KEY: key }
  return (await promisify(execFile)(node, [program], { env })).stdout
}

test('main.js runs unchanged', async () => {
  const stdout = await run(process.execPath)
  assert.match(stdout, /^perMinute: 20 of 20 left$/m)
  assert.match(stdout, new RegExp(`^${WORLD_SIZE} companies hire for AI; the hottest 5:$`, 'm'))
  assert.match(stdout, /AI adoption score \d.*; hires for AI SDR$/m)
})

const node20 = oldNode()

test('the example runs on the oldest Node that the README promises', {
  skip: !node20 && 'no Node 20 here',
}, async () => {
  assert.match(await run(node20 ?? ''), /AI adoption score \d/)
})

/** A Node 20 on this machine, if there is one. */
function oldNode(): string | undefined {
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'))
  return folders
    .map((folder) => join(folder, 'node'))
    .filter((file) => existsSync(file))
    .find((file) => execFileSync(file, ['--version']).toString().startsWith('v20.'))
}
