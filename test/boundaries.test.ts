// Who may import whom: platform ← db ← http ← areas ← service, cli, and the areas in their order. A feature is a folder of an
// area, or a small area itself, and a room a folder of a feature. Others import only a feature's index.ts, and its other doors.
// No file and no folder imports itself through others, types included. No file is longer than 400 lines, and no folder has
// more than 20 files besides tests and styles.
//
// The settings contract is below all layers, because the screen's build includes it too: it imports nothing but typebox
// and the closed sets, and others import only its index.ts. The closed sets are at the bottom and import nothing.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { packageRoot } from '../src/platform/config/config.ts'

interface Edge {
  readonly from: string
  readonly to: string
}

/** Each may import those before it. */
const AREAS = [
  ...[
    'meaning',
    'query',
    'outbound',
    'mail',
    'account',
    'write',
    'search',
    'deliver',
    'collect',
    'ingest',
    'api',
    'demo',
  ],
]
const LAYERS = ['closed-sets', 'settings-contract', 'platform', 'db', 'http', ...AREAS, 'root']
/** They have no features in folders of their own. */
const SMALL_AREAS = ['query', 'outbound', 'mail', 'search', 'ingest', 'demo']

/**
 * What loads a large package, and is imported by name so that threads and commands don't load it with the feature: the schemas
 * of the API load typebox (373 files), and metrics prom-client (83).
 */
const DOORS = new Set(['meaning/companies/schema.ts', 'meaning/signals/schema.ts', 'write/log/metrics.ts'])

/** The layer of a file under src/. The service, the command line and main.ts are at the top. */
function layerOf(file: string): number {
  const [first = ''] = file.split('/')
  const layer = LAYERS.indexOf(first)
  return layer === -1 ? LAYERS.indexOf('root') : layer
}

/** Its folder in src. */
function featureOf(file: string): string | undefined {
  const [area = '', feature = ''] = file.split('/')
  if (!AREAS.includes(area)) return undefined
  return SMALL_AREAS.includes(area) ? area : `${area}/${feature}`
}

function violationsOf(edges: readonly Edge[]): string[] {
  const violations: string[] = []
  for (const { from, to } of edges) {
    const arrow = `${from} → ${to}`
    if (to.startsWith('..')) violations.push(`${arrow}: leaves src`)
    else if (layerOf(to) > layerOf(from)) violations.push(`${arrow}: imports a higher layer`)
    const [home, foreign] = [featureOf(from), featureOf(to)]
    if (isContract(to) && !isContract(from) && to !== 'settings-contract/index.ts')
      violations.push(`${arrow}: bypasses index.ts`)
    if (isClosedSet(from)) violations.push(`${arrow}: closed sets import nothing`)
    if ((isContract(to) || isClosedSet(to)) && ['platform', 'db'].includes(from.split('/')[0] ?? ''))
      violations.push(`${arrow}: may not import the contract`)
    if (foreign && foreign !== home && to !== `${foreign}/index.ts` && !DOORS.has(to))
      violations.push(`${arrow}: bypasses index.ts`)
  }
  return [...violations, ...folderCycles(edges), ...fileCycles(edges)]
}

function isContract(file: string): boolean {
  return file.startsWith('settings-contract/')
}

function isClosedSet(file: string): boolean {
  return file.startsWith('closed-sets/')
}

/** Packages that a file under src/ imports by name. */
function packagesOf(file: string): string[] {
  const imports = readFileSync(join(packageRoot, 'src', file), 'utf8').matchAll(
    /(?:from|import)\s*\(?\s*'([^.'][^']*)'/g,
  )
  return [...imports].map(([, name = '']) => name)
}

/**
 * Folders of one folder that import each other, directly or through others: features of an area, rooms of a feature. The
 * files of the folder itself may import them and be imported by them: index.ts, and what all rooms share.
 */
function folderCycles(edges: readonly Edge[]): string[] {
  const folders = new Map<string, Map<string, Set<string>>>()
  for (const { from, to } of edges) {
    const [a, b] = [from.split('/'), to.split('/')]
    const depth = a.findIndex((part, at) => part !== b[at])
    if (depth < 1 || depth >= a.length - 1 || depth >= b.length - 1) continue
    const [parent, one, other] = [a.slice(0, depth), a.slice(0, depth + 1), b.slice(0, depth + 1)].map((path) =>
      path.join('/'),
    )
    const needs = folders.get(parent as string) ?? new Map<string, Set<string>>()
    folders.set(
      parent as string,
      needs.set(one as string, (needs.get(one as string) ?? new Set()).add(other as string)),
    )
  }
  return [...folders.values()].flatMap((needs) => cyclesOf(needs).map((cycle) => `folders in a cycle: ${cycle}`))
}

/** Files that import each other, directly or through others. Type imports count. */
function fileCycles(edges: readonly Edge[]): string[] {
  const imports = new Map<string, Set<string>>()
  for (const { from, to } of edges) imports.set(from, (imports.get(from) ?? new Set()).add(to))
  return cyclesOf(imports).map((cycle) => `files in a cycle: ${cycle}`)
}

/** The first cycle from each node, by depth-first search. A node that was searched without a cycle isn't searched again. */
function cyclesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>()
  const cycles: string[] = []
  const search = (node: string, path: readonly string[]) => {
    if (done.has(node)) return
    if (path.includes(node)) {
      cycles.push([...path.slice(path.indexOf(node)), node].join(' → '))
      return
    }
    for (const next of graph.get(node) ?? []) search(next, [...path, node])
    done.add(node)
  }
  for (const node of graph.keys()) search(node, [])
  return cycles
}

function readEdges(): Edge[] {
  const src = join(packageRoot, 'src')
  const files = globSync('**/*.ts', { cwd: src }).filter((file) => !file.endsWith('.test.ts'))
  return files.flatMap((from) => {
    const imports = readFileSync(join(src, from), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)
    return [...imports].map(([, path = '']) => ({ from, to: relative(src, resolve(src, dirname(from), path)) }))
  })
}

test('imports follow the layers and enter features by their index.ts', () => {
  const edges = readEdges()
  assert.ok(edges.length > 100, `only ${edges.length} imports were seen`)
  assert.deepEqual(violationsOf(edges), [])
})

test('no file is longer than 400 lines, and the median is below 100', () => {
  const files = globSync(
    ['src/**/*.ts', 'web/src/**/*.{ts,tsx,css}', 'test/**/*.ts', 'bench/**/*.ts', 'bin/**/*.{js,ts}', 'bin/pro-signal'],
    {
      cwd: packageRoot,
      exclude: ['**/node_modules/**'],
    },
  )
  const lengths = files.map((file) => ({ file, lines: linesOf(readFileSync(join(packageRoot, file), 'utf8')) }))
  assert.deepEqual(
    lengths.filter(({ file, lines }) => lines > 400 && !file.endsWith('/generated.ts')),
    [],
  )
  const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b)
  assert.ok(
    sorted.length > 400 && (sorted[sorted.length >> 1] ?? 0) < 100,
    `the median is ${sorted[sorted.length >> 1]}`,
  )
})

test('no folder has more than 20 files besides tests and styles', () => {
  const files = globSync(['src/**/*.*', 'web/src/**/*.*'], { cwd: packageRoot, exclude: ['**/*.test.ts', '**/*.css'] })
  const folders = Map.groupBy(files, dirname)
  assert.ok(folders.size > 80, `only ${folders.size} folders were seen`)
  const full = [...folders]
    .filter(([, { length }]) => length > 20)
    .map(([folder, { length }]) => `${folder}: ${length}`)
  assert.deepEqual(full, [])
})

function linesOf(text: string): number {
  return text.split('\n').length - 1
}

test('the settings contract imports no package but typebox, and the closed sets import none', () => {
  const files = globSync('settings-contract/**/*.ts', { cwd: join(packageRoot, 'src') })
  const packages = files.flatMap(packagesOf)
  assert.ok(files.length > 3 && packages.length > 3)
  assert.deepEqual(new Set(packages), new Set(['typebox']))
  const sets = globSync('closed-sets/**/*.ts', { cwd: join(packageRoot, 'src') })
  assert.ok(sets.length > 3)
  assert.deepEqual(sets.flatMap(packagesOf), [])
  assert.ok(packagesOf('http/errors.ts').includes('fastify'), 'an import of another package would be seen')
})

test('a command loads its own files only, and features load nothing that serves HTTP', () => {
  const [line, features] = [loadedWith('cli/run.ts'), loadedWith('http/index.ts')]
  assert.deepEqual(
    line.filter(
      (file) =>
        /^(db|http|service)\/|^(pg|typebox)/.test(file) || !['meaning/tools', undefined].includes(featureOf(file)),
    ),
    [],
  )
  assert.deepEqual(
    features.filter((file) => /fastify|typebox\/compile|prom-client|^http\/serv/.test(file)),
    [],
  )
  assert.ok(features.includes('typebox') && features.includes('http/errors.ts'), 'what is imported is seen')
  const served = loadedWith('http/serving.ts')
  assert.ok(served.includes('fastify') && served.includes('prom-client'))
})

test('threads of the index and the reader of pages load neither typebox nor prom-client', () => {
  const threads = ['builder-thread.ts', 'search-thread.ts'].map((name) => `search/index-engine/thread/${name}`)
  for (const start of [...threads, 'collect/collecting/reader/reader-process.ts']) {
    const loaded = loadedWith(start)
    assert.ok(loaded.includes('meaning/signals/index.ts'), start)
    assert.deepEqual(
      loaded.filter((file) => /^(typebox|prom-client|fastify)/.test(file)),
      [],
      start,
    )
  }
})

test('the overview of all commands loads none of them', () => {
  const run = pathToFileURL(join(packageRoot, 'src/cli/run.ts'))
  const script = `
    const loaded = []
    const load = (url, context, next) => loaded.push(url) && next(url, context)
    ;(await import('node:module')).registerHooks({ load })
    await (await import('${run}')).run(['--help'], process)
    process.stderr.write(loaded.join(' '))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  assert.match(stdout, /teams create/)
  assert.match(stderr, /src\/cli\/help\.ts/)
  assert.doesNotMatch(stderr, /src\/(db|http)\/|src\/cli\/account\/teams\.ts/)
})

/** The files and packages that are loaded with a file: what it imports and is not only types, and so on. */
function loadedWith(file: string): string[] {
  const src = join(packageRoot, 'src')
  const loaded = new Set<string>([file])
  for (const each of loaded) {
    if (!each.endsWith('.ts')) continue
    const text = readFileSync(join(src, each), 'utf8')
    for (const [, path = ''] of text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[\w\s{},*]*from\s*)?'([^']+)'/gm))
      if (!path.startsWith('node:'))
        loaded.add(path.startsWith('.') ? relative(src, join(src, dirname(each), path)) : path)
  }
  return [...loaded]
}

test('the screen imports its own files, its libraries and the settings contract, through one file', () => {
  const web = join(packageRoot, 'web/src')
  const files = globSync('**/*.{ts,tsx}', { cwd: web })
  const imports = files.flatMap((from) =>
    [...readFileSync(join(web, from), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, path = '']) => ({
      from,
      to: path.startsWith('.') ? relative(web, resolve(web, dirname(from), path)) : path,
    })),
  )
  assert.ok(files.length > 40 && imports.length > 200, `only ${imports.length} imports were seen`)
  const outside = imports.filter(({ to }) => to.startsWith('..'))
  assert.deepEqual(outside, [{ from: 'contract.ts', to: '../../src/settings-contract/index.ts' }])
  assert.deepEqual(fileCycles(imports), [])
  const packages = new Set(imports.map(({ to }) => to).filter((to) => !to.includes('.') && !files.includes(to)))
  assert.deepEqual(
    packages,
    new Set(['react', 'react-dom/client', '@mantine/core', '@mantine/hooks', '@tanstack/react-query']),
  )
})

test('a planted violation is found', () => {
  const planted: [Edge[], RegExp][] = [
    [[{ from: 'platform/log.ts', to: 'db/index.ts' }], /imports a higher layer/],
    [[{ from: 'http/server.ts', to: 'account/keys/index.ts' }], /imports a higher layer/],
    [[{ from: 'account/keys/index.ts', to: 'service/service.ts' }], /imports a higher layer/],
    [[{ from: 'account/teams/index.ts', to: 'account/keys/queries.ts' }], /bypasses index.ts/],
    [[{ from: 'settings-contract/keys.ts', to: 'platform/ids.ts' }], /imports a higher layer/],
    [[{ from: 'account/keys/settings-routes.ts', to: 'settings-contract/keys.ts' }], /bypasses index.ts/],
    [[{ from: 'db/sql.ts', to: 'settings-contract/index.ts' }], /may not import the contract/],
    [[{ from: 'db/sql.ts', to: 'closed-sets/plans.ts' }], /may not import the contract/],
    [[{ from: 'closed-sets/plans.ts', to: 'settings-contract/index.ts' }], /imports a higher layer/],
    [[{ from: 'closed-sets/plans.ts', to: 'closed-sets/keys.ts' }], /closed sets import nothing/],
    [[{ from: 'cli/account/teams.ts', to: 'account/teams/queries.ts' }], /bypasses index.ts/],
    [[{ from: 'meaning/signals/index.ts', to: 'search/index.ts' }], /imports a higher layer/],
    [[{ from: 'search/requests/companies.ts', to: 'query/parse/parser.ts' }], /bypasses index.ts/],
    [[{ from: 'main.ts', to: '../elsewhere/log.ts' }], /leaves src/],
    [
      [
        { from: 'db/a.ts', to: 'db/b.ts' },
        { from: 'db/b.ts', to: 'db/a.ts' },
      ],
      /files in a cycle: db\/a.ts → db\/b.ts → db\/a.ts/,
    ],
    [
      [
        { from: 'account/a/x.ts', to: 'account/b/index.ts' },
        { from: 'account/b/y.ts', to: 'account/c/index.ts' },
        { from: 'account/c/z.ts', to: 'account/a/index.ts' },
      ],
      /folders in a cycle: account\/a → account\/b → account\/c → account\/a/,
    ],
    [
      [
        { from: 'search/index-engine/build/a.ts', to: 'search/index-engine/query/clauses/b.ts' },
        { from: 'search/index-engine/query/pages/c.ts', to: 'search/index-engine/build/d.ts' },
      ],
      /folders in a cycle: search\/index-engine\/build → search\/index-engine\/query → search\/index-engine\/build/,
    ],
  ]
  for (const [edges, reason] of planted) assert.match(violationsOf(edges).join('\n'), reason)
})
