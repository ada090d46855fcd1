// `npm run check:openapi`: Redocly's linter has nothing to say about openapi.json, and a typical client compiles against
// the types that openapi-typescript generates from it. The tools are installed into this folder on the first run.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const description = fileURLToPath(new URL('../openapi.json', import.meta.url))

const CLIENT = `
import type { components, paths } from './api.d.ts'
type Body = paths['/api/v1/companies']['post']['requestBody']['content']['application/json']
export const body: Body = { signal_query: 'hiring', pageSize: 5 }
export const query: paths['/api/v1/slices']['get']['parameters']['query'] = { slice: 'ai-sdr-hiring', scoreMin: 1 }
export function nameOf(signal: components['schemas']['Signal']): string {
  switch (signal.type) {
    case 'hiring':
      return signal.jobTitle
    case 'tool':
      return signal.tool
    case 'web':
      return signal.kind
    case 'velocity':
      return String(signal.ratio)
    default:
      return String(signal.round)
  }
}
// @ts-expect-error A job has no tool.
export const toolOf = (signal: components['schemas']['HiringSignal']) => signal.tool
`

const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
/** @type {(tool: string, ...args: string[]) => void} */
const run = (tool, ...args) =>
  void execFileSync(join(folder, 'node_modules/.bin', tool), args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })

if (!existsSync(join(folder, 'node_modules'))) {
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
}
const output = mkdtempSync(join(tmpdir(), 'pro-signal-types-'))
try {
  run('redocly', 'lint', '--max-problems=100', description)
  run('openapi-typescript', description, '-o', join(output, 'api.d.ts'))
  writeFileSync(join(output, 'client.ts'), CLIENT)
  run('tsc', '--noEmit', '--strict', '--allowImportingTsExtensions', '--module', 'nodenext', join(output, 'client.ts'))
} catch {
  process.exitCode = 1
} finally {
  rmSync(output, { recursive: true, force: true })
}
