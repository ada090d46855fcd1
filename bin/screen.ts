// Builds web/ to web/dist. A hash of all sources is stored in web/dist; if it hasn't changed, nothing is done. The build
// goes to a separate folder that is then renamed, so a half-finished build is never served.

import { createHash } from 'node:crypto'
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { reasonOf } from '../src/platform/app-error.ts'
import { packageRoot } from '../src/platform/config/config.ts'

const web = join(packageRoot, 'web')
const dist = join(web, 'dist')
const HASH_FILE = '.built-from'
/** Smaller files aren't worth a compressed copy. */
const MIN_COMPRESSED_BYTES = 1_024

/** Returns whether a build was necessary. */
export async function buildScreen(): Promise<boolean> {
  const wanted = hashOfSources()
  if (builtFrom() === wanted) return false
  process.stderr.write('Building the settings screen (a few seconds)…\n')
  const { build } = await import('vite')
  const [fresh, old] = [`${dist}.new-${process.pid}`, `${dist}.old-${process.pid}`]
  // Vite prefers NODE_ENV to its mode. The screen is always built for production, even by the tests.
  const nodeEnv = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    await build({
      configFile: join(web, 'vite.config.ts'),
      logLevel: 'error',
      mode: 'production',
      build: { outDir: fresh, emptyOutDir: true },
    })
    compress(fresh)
    writeFileSync(join(fresh, HASH_FILE), wanted)
    if (builtFrom() !== undefined) renameSync(dist, old)
    else rmSync(dist, { recursive: true, force: true })
    renameSync(fresh, dist)
  } finally {
    if (nodeEnv === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = nodeEnv
    for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true })
  }
  return true
}

function builtFrom(): string | undefined {
  try {
    return readFileSync(join(dist, HASH_FILE), 'utf8')
  } catch {
    return undefined
  }
}

function hashOfSources(): string {
  const files = globSync(
    [
      'web/**/*.*',
      'src/settings-contract/*.ts',
      'src/closed-sets/*.ts',
      'package-lock.json',
      'tsconfig.json',
      'bin/screen.ts',
    ],
    {
      cwd: packageRoot,
      exclude: (path) => /^web[\\/]dist(\.|$)/.test(String(path)),
    },
  )
  const hash = createHash('sha256')
  for (const file of files.sort()) {
    const content = readFileSync(join(packageRoot, file))
    hash.update(`${file}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** Compresses once at the highest level, instead of at each request. */
function compress(folder: string): void {
  for (const name of globSync('**/*.{js,css,svg}', { cwd: folder })) {
    const content = readFileSync(join(folder, name))
    if (content.length < MIN_COMPRESSED_BYTES) continue
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }))
    const options = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, options))
  }
}

if (import.meta.filename === process.argv[1]) {
  try {
    await buildScreen()
  } catch (error) {
    // The service starts without it, and `/` then says that the screen is not built.
    process.stderr.write(`pro-signal: the settings screen couldn't be built: ${reasonOf(error)}\n`)
    process.exitCode = process.argv.includes('--must') ? 1 : 0
  }
}
