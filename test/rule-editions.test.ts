import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { ruleEdition, ruleEditions } from '../bin/rule-editions.ts'
import { packageRoot } from '../src/platform/config/config.ts'
import { temporaryFolder } from './harness/folders.ts'

const SOURCES = {
  'rules/read.ts': `import { double } from '../words/double.ts'\nexport const read = (n: number) => double(n) + 1\n`,
  'words/double.ts': `import { readFileSync } from 'node:fs'
import { join } from 'node:path'
export const double = (n: number) => n * Number(words()[0])
const words = () => readFileSync(join(import.meta.dirname, 'words.json'), 'utf8')
export const unused = () => 'not a rule'
`,
  'words/words.json': '2',
}

function write(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder()
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

const editionOf = (files: Readonly<Record<string, string>>, entry = 'rules/read.ts') =>
  ruleEdition([join(write(files), entry)])

/** Replaced in a file of SOURCES. */
function edited(file: keyof typeof SOURCES, from: string, to: string): Record<string, string> {
  assert.ok(SOURCES[file].includes(from))
  return { ...SOURCES, [file]: SOURCES[file].replace(from, to) }
}

test('another rule, in whatever file, is another edition', async () => {
  const edition = await editionOf(SOURCES)
  assert.match(edition, /^[0-9a-f]{16}$/)
  for (const files of [
    edited('rules/read.ts', '+ 1', '+ 2'),
    edited('words/double.ts', '[0]', '[1]'),
    edited('words/words.json', '2', '3'),
  ]) {
    assert.notEqual(await editionOf(files), edition)
  }
})

test('a comment, the format, a type, a test, an unused function or another folder is the same edition', async () => {
  const edition = await editionOf(SOURCES)
  for (const files of [
    edited('words/double.ts', 'export', '/** Doubles. */\nexport'),
    edited('rules/read.ts', '=> double(n) + 1', '=>\n  double( n )+1 // one more'),
    edited('rules/read.ts', '(n: number)', '(n: 1 | 2)'),
    edited('words/double.ts', 'not a rule', 'still not a rule'),
    { ...SOURCES, 'words/double.test.ts': `import { double } from './double.ts'\ndouble(1)\n` },
  ]) {
    assert.equal(await editionOf(files), edition)
  }
  const moved = {
    'first/read.ts': SOURCES['rules/read.ts'].replace('../words/double.ts', './lists/twice.ts'),
    'first/lists/twice.ts': SOURCES['words/double.ts'],
    'first/lists/words.json': SOURCES['words/words.json'],
  }
  assert.equal(await editionOf(moved, 'first/read.ts'), edition)
})

test('a file that is read from a path that nobody can tell is an error', async () => {
  const files = edited('words/double.ts', `'words.json'`, 'double(1)')
  await assert.rejects(editionOf(files), /double\.ts: can't tell which file it reads/)
})

test('the editions of Pro Signal cover what their rules use, and nothing else', async () => {
  const src = join(temporaryFolder(), 'src')
  cpSync(join(packageRoot, 'src'), src, { recursive: true })
  const before = Object.entries(await ruleEditions(src))
  type Edit = readonly [file: string, from: string, to: string]
  /** The editions that differ after edits of different files. */
  const changedBy = async (...edits: readonly Edit[]) => {
    const restores = edits.map(([file, from, to]) => {
      const text = readFileSync(join(src, file), 'utf8')
      assert.ok(text.includes(from), `${file} contains ${from}`)
      writeFileSync(join(src, file), text.replace(from, to))
      return () => writeFileSync(join(src, file), text)
    })
    const after: Record<string, string> = await ruleEditions(src)
    for (const restore of restores) restore()
    return before.flatMap(([name, edition]) => (after[name] === edition ? [] : [name]))
  }

  const rows: readonly (readonly [...Edit, changed: readonly string[]])[] = [
    ['platform/text/normalise-text.ts', `'NFKD'`, `'NFD'`, ['lines', 'collectors', 'notes', 'digests', 'index']],
    ['meaning/places/cities.txt', 'hamburg', 'hamburg city', ['lines', 'collectors', 'digests']],
    ['meaning/titles/languages/de.json', '"ingenieur"', '"ingenieurin"', ['lines', 'collectors', 'digests']],
    ['meaning/derived/surge-threshold.ts', 'FROM = 500', 'FROM = 400', ['lines', 'digests']],
    ['meaning/scores/heat.ts', 'COUNTED_FACTS = 10', 'COUNTED_FACTS = 11', ['lines', 'digests']],
  ]
  for (const [file, from, to, changed] of rows) assert.deepEqual(await changedBy([file, from, to]), changed, file)
  // Each takes a bundle of all rules, so that what changes nothing is tried at once.
  const unused: readonly Edit[] = [
    ['collect/collectors/home-page/widgets.ts', '\n', '\nexport const added = 1\n'],
    ['platform/config/config.ts', 'export const packageRoot', 'export const one = 1\nexport const packageRoot'],
  ]
  assert.deepEqual(await changedBy(...unused), [])
})
