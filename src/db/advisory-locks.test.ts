import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '../platform/config/config.ts'

interface Source {
  readonly file: string
  readonly text: string
}

const DECLARATION = 'src/db/advisory-locks.ts'

function read(patterns: string[]): Source[] {
  return globSync(patterns, { cwd: packageRoot })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(packageRoot, file), 'utf8') }))
}

function declaredIn(text: string): { name: string; number: number }[] {
  const entries = text.matchAll(/^ {2}(\w+): ([\d_]+),$/gm)
  return [...entries].map(([, name = '', number = '']) => ({ name, number: Number(number.replaceAll('_', '')) }))
}

/** The numbers written in calls of pg_advisory_lock() and its relatives. */
function lockedIn(text: string): number[] {
  const calls = text.matchAll(/pg_\w*advisory_\w*\(\s*([\d_]+)/g)
  return [...calls].map(([, number = '']) => Number(number.replaceAll('_', '')))
}

function problemsOf({ declaration, sql, code }: { declaration: string; sql: Source[]; code: Source[] }): string[] {
  const declared = declaredIn(declaration)
  const problems: string[] = []
  for (const [number, names] of Map.groupBy(declared, ({ number }) => number)) {
    if (names.length > 1) problems.push(`${number} is declared as ${names.map(({ name }) => name).join(' and ')}`)
  }
  const usedBy = new Map<number, string>()
  for (const { file, text } of sql) {
    for (const number of lockedIn(text)) {
      const lock = declared.find((candidate) => candidate.number === number)
      if (!lock) problems.push(`${file}: ${number} is not declared`)
      if (usedBy.has(number)) problems.push(`${file}: ${number} is used by ${usedBy.get(number)} too`)
      usedBy.set(number, file)
      if (lock && snakeCase(lock.name) !== file.split('/').at(-1)?.replace('.sql', ''))
        problems.push(`${file}: ${number} is declared for ${lock.name}`)
    }
  }
  const numbers = new Set(declared.map(({ number }) => number))
  for (const { file, text } of code) {
    for (const number of lockedIn(text)) problems.push(`${file}: ${number} is written out`)
    for (const [literal] of text.matchAll(/\b\d[\d_]{6,}\b/g)) {
      if (numbers.has(Number(literal.replaceAll('_', '')))) problems.push(`${file}: ${literal} is a declared lock`)
    }
  }
  return problems
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const declaration = readFileSync(join(packageRoot, DECLARATION), 'utf8')
const sql = read(['migrations/functions/*.sql'])
const code = read(['src/**/*.ts', 'bench/**/*.ts', 'bin/**/*.ts', 'test/**/*.ts']).filter(
  ({ file }) => file !== DECLARATION,
)

test('every advisory lock has its own number, declared in one place', () => {
  assert.ok(declaredIn(declaration).length >= 8)
  assert.equal(sql.flatMap(({ text }) => lockedIn(text)).length, 5)
  assert.ok(code.filter(({ text }) => text.includes('ADVISORY_LOCKS.')).length >= 4)
  assert.deepEqual(problemsOf({ declaration, sql, code }), [])
})

test('the numbers in migrations are declared', () => {
  const numbers = declaredIn(declaration).map(({ number }) => number)
  const used = read(['migrations/*.sql']).flatMap(({ text }) => lockedIn(text))
  assert.ok(used.length > 0)
  assert.deepEqual(
    used.filter((number) => !numbers.includes(number)),
    [],
  )
})

test('a planted error is found', () => {
  const call = (number: string) => `perform pg_advisory_xact_lock(${number});`
  const planted: [Partial<Parameters<typeof problemsOf>[0]>, RegExp][] = [
    [
      { declaration: `${declaration}\n  again: 7_305_007,\n` },
      /7305007 is declared as makeAttemptPartitions and again/,
    ],
    [{ sql: [...sql, { file: 'x.sql', text: call('7305099') }] }, /x\.sql: 7305099 is not declared/],
    [
      { sql: [...sql, { file: 'x.sql', text: call('7305007') }] },
      /7305007 is used by .*make_attempt_partitions\.sql too/,
    ],
    [{ sql: [{ file: 'x.sql', text: call('7305006') }] }, /x\.sql: 7305006 is declared for refreshRanks/],
    [{ code: [{ file: 'x.ts', text: `'select pg_try_advisory_lock(12)'` }] }, /x\.ts: 12 is written out/],
    [{ code: [{ file: 'x.ts', text: 'const LOCK = 7_305_002' }] }, /x\.ts: 7_305_002 is a declared lock/],
  ]
  for (const [change, reason] of planted)
    assert.match(problemsOf({ declaration, sql, code, ...change }).join('\n'), reason)
})
