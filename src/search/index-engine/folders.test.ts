import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'

/** From the bottom up. */
const LAYERS = ['layout', 'kernel', 'build', 'query', 'thread', 'index.ts']

interface Import {
  readonly from: string
  readonly to: string
}

function readImports(): Import[] {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !/\.(test|d)\.ts$/.test(file))
  return files.flatMap((from) => {
    const text = readFileSync(join(import.meta.dirname, from), 'utf8')
    return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
      .map(([, path = '']) => resolve(import.meta.dirname, dirname(from), path.endsWith('.ts') ? path : `${path}.ts`))
      .map((path) => ({ from, to: relative(import.meta.dirname, path) }))
      .filter(({ to }) => !to.startsWith('..'))
  })
}

const layerOf = (file: string) => LAYERS.indexOf(file.split('/')[0] as string)

function problemsOf(imports: readonly Import[]): string[] {
  const upward = imports.filter(({ from, to }) => layerOf(to) > layerOf(from)).map(({ from, to }) => `${from} → ${to}`)
  return [...upward, ...cycles(imports)]
}

/** Type imports count, too. */
function cycles(imports: readonly Import[]): string[] {
  const targets = Map.groupBy(imports, ({ from }) => from)
  const done = new Set<string>()
  const found: string[] = []
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (done.has(file) || path.includes(file)) return
    for (const { to } of targets.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of targets.keys()) visit(file, [])
  return found
}

test('folders import only from the folders below them, and no files import each other in a cycle', () => {
  const imports = readImports()
  assert.ok(imports.length > 100, `only ${imports.length} imports were seen`)
  assert.ok(imports.every(({ from, to }) => layerOf(from) !== -1 && layerOf(to) !== -1))
  assert.deepEqual(problemsOf(imports), [])
})

test('an upward import and a cycle are found', () => {
  assert.deepEqual(problemsOf([{ from: 'layout/memory.ts', to: 'kernel/kernel.ts' }]), [
    'layout/memory.ts → kernel/kernel.ts',
  ])
  const cycle = [
    { from: 'query/a.ts', to: 'query/b.ts' },
    { from: 'query/b.ts', to: 'query/a.ts' },
  ]
  assert.deepEqual(problemsOf(cycle), ['query/a.ts → query/b.ts → query/a.ts'])
})
