// Builds client/src to client/dist: ES modules and declarations. The build goes to a separate folder that is then renamed,
// so a half-finished build is never imported.

import { spawnSync } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../src/platform/config/config.ts'

export function buildClient(): void {
  const dist = join(packageRoot, 'client/dist')
  const [fresh, old] = [`${dist}.new-${process.pid}`, `${dist}.old-${process.pid}`]
  const compiler = join(packageRoot, 'node_modules/typescript/bin/tsc')
  try {
    const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', 'client', '--outDir', fresh], {
      cwd: packageRoot,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`the client couldn't be built:\n${stdout}`)
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(fresh, dist)
  } finally {
    for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv.includes('--build')) buildClient()
