// What the container image and the npm package contain is enough to run the service.

import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { billOfMaterials } from '../../bin/sbom.js'
import { packageRoot } from '../../src/platform/config/config.ts'
import { cleanup } from '../harness/cleanup.ts'
import { createDatabase } from '../harness/database.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { SECRET_KEYS } from '../harness/secret-keys.ts'

const read = (file: string) => readFileSync(join(packageRoot, file), 'utf8')

/** Paths outside src/ that the code of a file reads while the service runs, relative to the package. */
function readsOf(file: string, text = read(file)): string[] {
  const joined = [...text.matchAll(/join\(packageRoot,\s*'([^']+)'/g)].map(([, path = '']) => path)
  const urls = [...text.matchAll(/new URL\('([^']+)',\s*import\.meta\.url\)/g)].map(([, path = '']) =>
    relative(packageRoot, resolve(packageRoot, dirname(file), path)),
  )
  return [...joined, ...urls].filter((path) => path !== '' && !path.startsWith('src/'))
}

function runTimeReads(): string[] {
  const files = globSync('src/**/*.ts', { cwd: packageRoot, exclude: (path) => path.endsWith('.test.ts') })
  assert.ok(files.length > 300)
  // .env is the operator's own file, and data is made by the service.
  const made = new Set(['.env', 'data'])
  return [...new Set(files.flatMap((file) => readsOf(file)))].filter((path) => !made.has(path)).sort()
}

/** What the Dockerfile copies from the repository. */
function copiedPaths(dockerfile: string): string[] {
  const lines = [...dockerfile.matchAll(/^COPY (?!--)(.+)$/gm)].map(([, words = '']) => words.split(/\s+/).slice(0, -1))
  return lines.flat().flatMap((pattern) => globSync(pattern, { cwd: packageRoot }))
}

/** `web/dist` is not in the repository: both build it from `web`. */
function missingFrom(paths: readonly string[], needed: readonly string[]): string[] {
  const has = (need: string) =>
    paths.some((path) => need === path || need.startsWith(`${path}/`) || path.startsWith(`${need}/`))
  return needed.filter((need) => !has(need === 'web/dist' ? 'web' : need))
}

let packed: string[] | undefined
/** npm takes three seconds of work to list them, so that it is asked once. */
function packedPaths(): string[] {
  packed ??= listPacked()
  return packed
}

function listPacked(): string[] {
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: packageRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return (JSON.parse(output) as { files: { path: string }[] }[])[0]?.files.map(({ path }) => path) ?? []
}

const needed = runTimeReads()

test('the image has every folder that the service reads', () => {
  for (const path of ['migrations', 'migrations/functions', 'slices', 'web/dist', 'package.json'])
    assert.ok(needed.includes(path), `${path} was not found among ${needed}`)
  const copied = copiedPaths(read('Dockerfile'))
  assert.deepEqual(missingFrom(copied, [...needed, 'src', 'bin', 'package-lock.json']), [])
  const ignored = read('.dockerignore').split('\n').filter(Boolean)
  assert.deepEqual(
    needed.filter(
      (need) => need !== 'web/dist' && ignored.some((path) => need === path || need.startsWith(`${path}/`)),
    ),
    [],
  )
})

test('a folder that the Dockerfile forgets is found', () => {
  const copied = copiedPaths(read('Dockerfile').replace(/^COPY slices.*$/m, ''))
  assert.deepEqual(missingFrom(copied, needed), ['slices'])
  assert.deepEqual(readsOf('src/a/b.ts', `readFileSync(join(packageRoot, 'docs/query-language.md'))`), [
    'docs/query-language.md',
  ])
})

test('the npm package has every folder that the service reads, and no tests', () => {
  const paths = packedPaths()
  assert.deepEqual(missingFrom(paths, [...needed, 'src', 'bin', 'receiver']), [])
  assert.deepEqual(
    paths.filter((path) => /\.test\.ts$|^(test|bench)\//.test(path)),
    [],
  )
})

/** Copies the paths to a folder of their own, with the installed packages. */
function assemble(paths: readonly string[]): string {
  const folder = temporaryFolder()
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    const isBuilt = (source: string) => source.startsWith(join(packageRoot, 'web/dist'))
    cpSync(join(packageRoot, path), join(folder, path), { recursive: true, filter: (source) => !isBuilt(source) })
  }
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** What both contain: a service that needs no more than this starts from either. */
function inImageAndPackage(): string[] {
  const copied = copiedPaths(read('Dockerfile'))
  return packedPaths().filter((path) => copied.some((each) => path === each || path.startsWith(`${each}/`)))
}

test('the service starts from the files that are in the image and in the npm package, has the built-in slices, and reports that the screen is not built', async () => {
  const folder = assemble(inImageAndPackage())
  assert.ok(!existsSync(join(folder, 'test')))
  const env = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: await createDatabase({ empty: true }),
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    SECRET_KEYS,
    SEARCH_ENGINE: 'postgres',
  }
  const executable = join(folder, 'bin/pro-signal')
  const child = spawn(process.execPath, [executable, 'serve'], { env, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  cleanup(() => child.kill('SIGKILL'))
  let output = ''
  const url = await new Promise<string>((found, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        output += data
        const [, address] = /is running at (http\S+)/.exec(output) ?? []
        if (address) found(address)
      })
    child.once('exit', () => reject(new Error(`serve exited: ${output}`)))
  })
  assert.match(output, /The settings screen is not built: run npm run build:screen, then restart\./)
  assert.match(await (await fetch(`${url}/`)).text(), /The settings screen is not built/)
  assert.equal((await fetch(`${url}/readyz`)).status, 200)
  assert.equal((await fetch(`${url}/docs`)).status, 200)
  const listed = execFileSync(process.execPath, [executable, 'slices', 'list', '--json'], { env, encoding: 'utf8' })
  assert.match(listed, /ai-sdr-hiring/)
})

test('the bill of materials lists what serving needs, and no development tool', () => {
  const { components, metadata } = billOfMaterials()
  const names = components.map(({ name }) => name)
  const { version, dependencies, devDependencies } = JSON.parse(read('package.json'))
  assert.equal(metadata.component.version, version)
  // Development tools need jose, too.
  for (const name of Object.keys(dependencies)) assert.ok(names.includes(name), name)
  const tools = Object.keys(devDependencies).filter((name) => names.includes(name))
  assert.deepEqual(tools, ['@types/node', '@types/react', 'ajv', 'ajv-formats'], 'which serving needs, or may have')
  assert.equal(new Set(components.map(({ purl }) => purl)).size, components.length)
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test('the systemd unit is valid, and its service may do little', {
  skip: !hasSystemd && 'needs systemd-analyze',
}, () => {
  const folder = temporaryFolder()
  const unit = join(folder, 'pro-signal.service')
  writeFileSync(unit, read('examples/systemd/pro-signal.service').replaceAll('/opt/pro-signal', packageRoot))
  execFileSync('systemd-analyze', ['verify', '--recursive-errors=no', unit], { stdio: 'pipe' })
  const output = execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit], {
    encoding: 'utf8',
  })
  assert.match(output, /Overall exposure level for pro-signal\.service: [01]\.\d/)
})
