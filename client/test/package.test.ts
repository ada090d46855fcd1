// The package as a user gets it: packed, installed into an empty project, type-checked and run, without network.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { promisify } from 'node:util'
import { packageRoot } from '../../src/platform/config/config.ts'
import { type Api, startApi, WORLD_SIZE } from '../../test/harness/api.ts'
import { cleanup } from '../../test/harness/cleanup.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'pro-signal-client-'))
let api: Api

before(async () => {
  api = await startApi()
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['pack', '--pack-destination', folder, ...quiet], { cwd: join(packageRoot, 'client') })
  const [tarball] = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
  assert.ok(tarball)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'a-user', type: 'module', private: true }))
  await run('npm', ['install', '--offline', ...quiet, join(folder, tarball)], { cwd: folder })
})
cleanup(() => rmSync(folder, { recursive: true, force: true }))

const PROGRAM = `
import { ProSignal, RateLimitError, days, signal, words } from '@pro-signal/client'

const client = new ProSignal({ apiKey: process.env.KEY ?? '', baseUrl: process.env.URL ?? '' })
const page = await client.companies.search({ signal_query: 'hiring', pageSize: 5 }).page()
let rows = 0
for await (const company of client.companies.search({ signal_query: signal.hiring({ title: words('AI SDR'), within: days(36_500) }) })) {
  rows += company.name.length > 0 ? 1 : 0
}
const dossier = await client.companies.get(page.companies[0]?.id ?? '')
const titles: string[] = dossier.data.signals.flatMap((each) => (each.type === 'hiring' ? [each.jobTitle ?? ''] : []))
const slices = await client.slices.companies({ slice: 'ai-sdr-hiring', countries: ['DE'] }).page()
try {
  await client.companies.search({ signal_query: '(' }).page()
} catch (error) {
  if (error instanceof RateLimitError) throw error
}
// @ts-expect-error: a misspelt filter doesn't compile
const wrong = () => client.companies.search({ signal_query: 'hiring', country: ['DE'] })
// @ts-expect-error: nor does a function that doesn't exist
const alsoWrong = () => signal.hiring({ function: 'saless' })
process.stdout.write(JSON.stringify({ total: page.total, rows, titles: titles.length, slices: slices.pagination.total, wrong: typeof wrong, alsoWrong: typeof alsoWrong }))
`

function snippetsOfReadme(): string[] {
  const text = readFileSync(join(packageRoot, 'client/README.md'), 'utf8')
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = '']) => code)
}

test('the packed client and the programs of its README type-check in strict mode and run against the service', async () => {
  writeFileSync(join(folder, 'main.ts'), PROGRAM)
  const shown = snippetsOfReadme()
  assert.equal(shown.length, 3)
  const snippets = shown.map((code, index) => {
    const file = `readme-${index}.ts`
    writeFileSync(join(folder, file), code)
    return file
  })
  const options = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, module: 'nodenext' }
  const types = { typeRoots: [join(packageRoot, 'node_modules/@types')], types: ['node'] }
  const compilerOptions = { ...options, target: 'es2022', outDir: 'out', skipLibCheck: false, ...types }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts', ...snippets] }))
  const compiler = join(packageRoot, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [compiler, '-p', folder], { cwd: folder }).catch((error: { stdout: string }) => {
    assert.fail(error.stdout)
  })
  const { key } = await api.newTeam()
  const first = join(folder, 'out/readme-0.js')
  writeFileSync(first, readFileSync(first, 'utf8').replace('http://127.0.0.1:3000', api.url))
  const env = { PATH: process.env.PATH, PRO_SIGNAL_KEY: key }
  assert.match((await run('node', [first], { cwd: folder, env })).stdout, /requests: 10, records: 500/)
  // The machine's own Node if there is one, which may be older than the pinned one.
  const { stdout } = await run('node', [join(folder, 'out/main.js')], {
    cwd: folder,
    env: { PATH: process.env.PATH, KEY: key, URL: api.url },
  })
  const { total, rows, titles, slices } = JSON.parse(stdout) as Record<string, number>
  assert.deepEqual([total, rows], [WORLD_SIZE, WORLD_SIZE])
  assert.ok((titles ?? 0) > 0 && (slices ?? 0) > 0)
})

test('the package has no dependencies and only its build in it', async () => {
  const installed = join(folder, 'node_modules/@pro-signal/client')
  assert.deepEqual(readdirSync(installed).sort(), ['README.md', 'dist', 'package.json'])
  assert.deepEqual(
    readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['@pro-signal'],
  )
})
