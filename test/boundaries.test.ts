// Which imports are allowed: platform ← db ← http ← features ← service.ts, cli. A feature is imported only by its index.ts.
// The settings contract is below all of them, because the screen's build takes it too: it imports nothing but typebox and
// the closed sets, and it is imported only by its index.ts. The closed sets are at the bottom and import nothing.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '../src/platform/config.ts'

interface Edge {
  readonly from: string
  readonly to: string
}

const LAYERS = ['closed-sets', 'settings-contract', 'platform', 'db', 'http', 'features', 'root']

/** The layer of a file under src/; the composition root, the command line and the entry stand on top. */
function layerOf(file: string): number {
  const [first = ''] = file.split('/')
  const layer = LAYERS.indexOf(first)
  return layer === -1 ? LAYERS.indexOf('root') : layer
}

function featureOf(file: string): string | undefined {
  return /^features\/([^/]+)\//.exec(file)?.[1]
}

function faultsOf(edges: readonly Edge[]): string[] {
  const faults: string[] = []
  for (const { from, to } of edges) {
    const arrow = `${from} → ${to}`
    if (to.startsWith('..')) faults.push(`${arrow}: leaves src`)
    else if (layerOf(to) > layerOf(from)) faults.push(`${arrow}: looks up a layer`)
    const [home, foreign] = [featureOf(from), featureOf(to)]
    if (isContract(to) && !isContract(from) && to !== 'settings-contract/index.ts')
      faults.push(`${arrow}: not by the door`)
    if (isClosedSet(from)) faults.push(`${arrow}: closed sets import nothing`)
    if ((isContract(to) || isClosedSet(to)) && ['platform', 'db'].includes(from.split('/')[0] ?? ''))
      faults.push(`${arrow}: none of its business`)
    if (foreign && foreign !== home && to !== `features/${foreign}/index.ts`) faults.push(`${arrow}: not by the door`)
  }
  return [...faults, ...cycles(edges)]
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

/** Features that need each other, however long the way round. */
function cycles(edges: readonly Edge[]): string[] {
  const needs = new Map<string, Set<string>>()
  for (const { from, to } of edges) {
    const [home, foreign] = [featureOf(from), featureOf(to)]
    if (home && foreign && home !== foreign) needs.set(home, (needs.get(home) ?? new Set()).add(foreign))
  }
  const found: string[] = []
  const walk = (feature: string, path: string[]) => {
    if (path.includes(feature)) return void found.push([...path.slice(path.indexOf(feature)), feature].join(' → '))
    for (const next of needs.get(feature) ?? []) if (found.length === 0) walk(next, [...path, feature])
  }
  for (const feature of needs.keys()) walk(feature, [])
  return found.map((cycle) => `features in a circle: ${cycle}`)
}

function readEdges(): Edge[] {
  const src = join(packageRoot, 'src')
  const files = globSync('**/*.ts', { cwd: src }).filter((file) => !file.endsWith('.test.ts'))
  return files.flatMap((from) => {
    const imports = readFileSync(join(src, from), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)
    return [...imports].map(([, path = '']) => ({ from, to: relative(src, resolve(src, dirname(from), path)) }))
  })
}

test('the imports keep to the layers and the doors', () => {
  const edges = readEdges()
  assert.ok(edges.length > 100, `only ${edges.length} imports were seen`)
  assert.deepEqual(faultsOf(edges), [])
})

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

test('the screen imports its own files, its libraries and the settings contract, by one door', () => {
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
  const packages = new Set(imports.map(({ to }) => to).filter((to) => !to.includes('.') && !files.includes(to)))
  assert.deepEqual(
    packages,
    new Set(['react', 'react-dom/client', '@mantine/core', '@mantine/hooks', '@tanstack/react-query']),
  )
})

test('a planted fault is found', () => {
  const planted: [Edge[], RegExp][] = [
    [[{ from: 'platform/log.ts', to: 'db/index.ts' }], /looks up a layer/],
    [[{ from: 'http/server.ts', to: 'features/keys/index.ts' }], /looks up a layer/],
    [[{ from: 'features/keys/index.ts', to: 'service.ts' }], /looks up a layer/],
    [[{ from: 'features/teams/index.ts', to: 'features/keys/queries.ts' }], /not by the door/],
    [[{ from: 'settings-contract/keys.ts', to: 'platform/ids.ts' }], /looks up a layer/],
    [[{ from: 'features/keys/settings-routes.ts', to: 'settings-contract/keys.ts' }], /not by the door/],
    [[{ from: 'db/sql.ts', to: 'settings-contract/index.ts' }], /none of its business/],
    [[{ from: 'db/sql.ts', to: 'closed-sets/plans.ts' }], /none of its business/],
    [[{ from: 'closed-sets/plans.ts', to: 'settings-contract/index.ts' }], /looks up a layer/],
    [[{ from: 'closed-sets/plans.ts', to: 'closed-sets/keys.ts' }], /closed sets import nothing/],
    [[{ from: 'cli/teams.ts', to: 'features/teams/queries.ts' }], /not by the door/],
    [[{ from: 'main.ts', to: '../test/harness/log.ts' }], /leaves src/],
    [
      [
        { from: 'features/a/x.ts', to: 'features/b/index.ts' },
        { from: 'features/b/y.ts', to: 'features/c/index.ts' },
        { from: 'features/c/z.ts', to: 'features/a/index.ts' },
      ],
      /in a circle: a → b → c → a/,
    ],
  ]
  for (const [edges, reason] of planted) assert.match(faultsOf(edges).join('\n'), reason)
})
