// The front door is true: the folder maps name every feature, and every relative link in the docs resolves.

import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { allCommands } from '../src/cli/commands.ts'
import { helpFor } from '../src/cli/help.ts'
import { parseInput } from '../src/cli/parse.ts'
import type { Collector } from '../src/collect/collectors/index.ts'
import { packageRoot } from '../src/platform/config/config.ts'
import { visitContext } from './harness/collecting.ts'
import { temporaryFolder } from './harness/folders.ts'
import { proSignalArguments, readShellCommands } from './harness/shell-commands.ts'

const read = (file: string) => readFileSync(join(packageRoot, file), 'utf8')
/** A feature has an index.ts. It is a folder of an area, or an area itself. */
const features = globSync(
  'src/{{account,api,collect,deliver,meaning,write}/*,demo,ingest,mail,query,search}/index.ts',
  { cwd: packageRoot },
)
  .map((file) => file.split('/').at(-2) ?? '')
  .toSorted()

/** The features that a text doesn't name as a folder or a word. */
function missingFeatures(text: string): string[] {
  return features.filter((feature) => !new RegExp(`(^|[^\\w-])${feature}([^\\w-]|$)`, 'm').test(text))
}

/** Relative links of a Markdown file whose target or anchor doesn't exist. */
function brokenLinks(file: string, text = read(file)): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '')
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return links
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#')
      const to = path === '' ? join(packageRoot, file) : resolve(packageRoot, dirname(file), path)
      return !existsSync(to) || (anchor !== undefined && !anchorsOf(readFileSync(to, 'utf8')).has(anchor))
    })
    .map((target) => `${file}: ${target}`)
}

/** Headings as GitHub links to them. */
function anchorsOf(markdown: string): Set<string> {
  const headings = [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading)
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  )
}

test('the folder map of CONTRIBUTING names every folder of src and every feature, and no other', () => {
  const [, map = ''] = /^src\/\n([\s\S]*?)^web\//m.exec(read('CONTRIBUTING.md')) ?? []
  const named = [...map.matchAll(/^ {2,4}([a-z-]+)\/ /gm)].map(([, name]) => name).toSorted()
  const folders = globSync('src/*/', { cwd: packageRoot }).map((folder) => folder.split('/').at(-1) ?? '')
  assert.ok(features.length > 15 && folders.length > 15)
  assert.deepEqual(named, [...new Set([...folders, ...features])].toSorted())
})

test('the architecture page names every feature', () => {
  assert.deepEqual(missingFeatures(read('docs/architecture.md')), [])
  assert.deepEqual(
    missingFeatures('write-path'),
    features.filter((feature) => feature !== 'write-path'),
  )
})

test('every relative link in the docs resolves', () => {
  const files = globSync(['*.md', 'docs/**/*.md', 'examples/**/*.md', 'receiver/*.md'], { cwd: packageRoot })
  assert.ok(files.length > 20, `only ${files.length} files were read`)
  assert.deepEqual(
    files.flatMap((file) => brokenLinks(file)),
    [],
  )
})

test('the index of decisions lists each with its title and what overrules it, and no number is missing', () => {
  const files = globSync('docs/decisions/[0-9]*.md', { cwd: packageRoot }).toSorted()
  const lines = files.map((file, index) => {
    const text = read(file)
    const [, number = '', title] = /^# (\d{4}): (.+)\n/.exec(text) ?? []
    assert.equal(Number(number), index + 1, file)
    const [, head = ''] = /\n\nOverruled in part by ([\s\S]*?)\n\n/.exec(text) ?? []
    const overruling = [...head.matchAll(/\[(\d{4})\]/g)].map(([, by]) => by).join(' and ')
    const mark = overruling && ` (overruled in part by ${overruling})`
    return `- [${number}](${basename(file)}) ${title}${mark}`
  })
  assert.ok(lines.length > 50)
  const listed = read('docs/decisions/README.md').match(/^- .*/gm) ?? []
  assert.deepEqual(listed, lines)
})

test('the index of the documentation names every page', () => {
  const index = read('docs/README.md')
  const pages = globSync('docs/*.md', { cwd: packageRoot }).map((file) => basename(file))
  assert.deepEqual(
    pages.filter((page) => page !== 'README.md' && !index.includes(`](${page})`)),
    [],
  )
})

test('every message in docs/messages.md exists in the code', () => {
  const messages = read('docs/messages.md')
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, text = '']) => text))
  assert.ok(messages.length > 25)
  const sources = globSync(['src/**/*.ts', 'bin/**/*.{js,ts}', 'bin/pro-signal'], { cwd: packageRoot }).map((file) =>
    read(file).replaceAll('\\', ''),
  )
  const missing = messages.flatMap((message) =>
    message
      .split('…')
      .flatMap((part) => (part.trim() && !sources.some((text) => text.includes(part.trim())) ? [part] : [])),
  )
  assert.deepEqual(missing, [])
})

test('nothing tells people to run npx pro-signal, which asks a public registry outside a clone', () => {
  const files = globSync(
    [
      '*.md',
      'docs/**/*.md',
      'src/**/*.ts',
      'web/src/**/*.{ts,tsx}',
      'bin/**/*.{js,ts}',
      'bin/pro-signal',
      'examples/**/*.{md,ts}',
      'compose.yaml',
    ],
    { cwd: packageRoot },
  ).filter((file) => file !== 'CHANGELOG.md')
  assert.ok(files.length > 300)
  assert.deepEqual(
    files.filter((file) => /npx (--\S+ )*pro-signal/.test(read(file))),
    [],
  )
})

/** Lines that name a command as nobody can type it in a clone: `pro-signal teams list` instead of `bin/pro-signal …`. */
async function commandsWithoutPath(text: string): Promise<string[]> {
  const first = new Set((await allCommands()).map(({ name }) => name.split(' ')[0] ?? ''))
  return text
    .split('\n')
    .filter((line) =>
      [...line.matchAll(/(?<![/@-]|(?<!\\)\w)pro-signal (--help|[a-z]+|\$\{command\.name)(?!\w*:)/g)].some(
        ([, word = '']) => !/^[a-z]/.test(word) || first.has(word),
      ),
    )
}

test('documents, help texts and messages show commands as they are typed in a clone', async () => {
  const files = globSync(['*.md', 'docs/*.md', 'examples/**/*.md', 'src/**/!(*.test).ts', 'web/src/**/*.{ts,tsx}'], {
    cwd: packageRoot,
  }).filter((file) => file !== 'CHANGELOG.md')
  assert.ok(files.length > 300)
  const found = await Promise.all(
    files.map(async (file) => {
      const lines = await commandsWithoutPath(read(file))
      return lines.filter((line) => !/application_name|name !== 'pro-signal doctor'|claude mcp add/.test(line))
    }),
  )
  assert.deepEqual(found.flat(), [])
  const planted = ['see pro-signal teams list', String.raw`\`\npro-signal teams list\``]
  assert.deepEqual(await commandsWithoutPath(`${planted.join('\n')}\nsee bin/pro-signal teams list`), planted)
})

test('every command line in a document has a command and options that exist', async () => {
  const files = globSync('{*,docs/**/*,examples/**/*,client/*}.md', { cwd: packageRoot })
  const lines = files.flatMap((file) => readShellCommands(file, read(file)).flatMap(proSignalArguments))
  assert.ok(lines.length > 25, `only ${lines.length} commands were read`)
  const commands = await allCommands()
  for (const words of lines) {
    const typed = words.join(' ')
    const [command] = commands
      .filter(({ name }) => typed === name || typed.startsWith(`${name} `))
      .toSorted((a, b) => b.name.length - a.name.length)
    if (!command) assert.equal(typed, '--help')
    else assert.doesNotThrow(() => parseInput(command, words.slice(command.name.split(' ').length)), typed)
  }
})

test('the collector in docs/writing-collectors.md works as it is written', async () => {
  const blocks = read('docs/writing-collectors.md').matchAll(/^```ts\n([\s\S]*?)^```/gm)
  const code = [...blocks].map(([, block = '']) => block).join('\n')
  const folder = pathToFileURL(join(packageRoot, 'src/collect/collectors/job-boards/')).href
  const file = join(temporaryFolder(), 'northwind.ts')
  writeFileSync(file, code.replaceAll("'../job-boards/", `'${folder}`))
  const { northwind } = (await import(file)) as { northwind: Collector }
  const board = northwind.boardOf?.(new URL('https://api.northwind.example/boards/acme'))
  assert.equal(board, northwind.boardOf?.(new URL('https://jobs.northwind.example/acme/1')))
  const opening = { id: 1, title: 'Engineer', offices: [{ city: 'Berlin', country: 'DE' }, { city: 'Paris' }] }
  const text = JSON.stringify({ company: 'Acme', openings: [opening, { ...opening, id: 2, draft: true }] })
  const ask = async ({ url }: { url: string }) => ({ status: 200, contentType: 'application/json', text, url })
  const { signals, complete, boardName } = await northwind.visit(board ?? '', visitContext({ origin: '' }, { ask }))
  assert.deepEqual([signals.map(({ key }) => key), complete, boardName], [['acme/1', 'acme/1/paris'], true, 'Acme'])
})

test('a broken link is found', () => {
  const text =
    '[a](nowhere.md) [b](#no-such-heading) [c](../README.md) [d](https://example.com) [e](#a-heading)\n# A heading'
  assert.deepEqual(brokenLinks('docs/api.md', text), [
    'docs/api.md: nowhere.md',
    'docs/api.md: #no-such-heading',
    'docs/api.md: #a-heading',
  ])
})

/** Lines with a secret among the arguments of a command, where others on the machine can see it. */
function secretsInCommands(text: string): string[] {
  // Lines that end with a backslash are one command.
  const lines = text.replaceAll(/ \\\n\s*/g, ' ').split('\n')
  return lines.filter((line) => SECRET_ARGUMENTS.some((pattern) => pattern.test(line)))
}

const SECRET_ARGUMENTS = [
  /--[\w-]*password[ =](?!-(\s|`|$)|PASSWORD\b)/,
  /\bslack:https?:/,
  /(^|\s)(--[\w-]+|echo|curl|export|\w+=\S+ \S+)[^#]*hooks\.slack\.com\/services/,
  /(echo|export|bin\/pro-signal|curl|psql|npm|npx|node)\b.*:\/\/[^\s/:@]+:[^\s/@]+@/,
  /:\/\/[^\s/:@]+:[^\s/@]+@\S+ +(npm|npx|node|bin\/pro-signal)\b/,
]

test('no document, help text or message has a password or a Slack URL on a command line', async () => {
  const documents = globSync('{*,docs/**/*,examples/**/*,client/*,receiver/*}.md', { cwd: packageRoot })
  assert.ok(documents.length > 60)
  const commands = await allCommands()
  const texts = [
    ...documents.map((file) => [file, read(file)] as const),
    ...commands.map((command) => [command.name, helpFor(command)] as const),
    ...globSync('src/cli/**/!(*.test).ts', { cwd: packageRoot }).map((file) => [file, read(file)] as const),
  ]
  assert.deepEqual(
    texts.flatMap(([file, text]) => secretsInCommands(text).map((line) => `${file}: ${line}`)),
    [],
  )
})

test('a planted secret on a command line is found', () => {
  for (const line of [
    'bin/pro-signal teams create --name Acme \\\n  --owner-password "correct horse" --json',
    'searches edit ID --to slack:https://hooks.slack.com/services/…',
    'echo "DATABASE_URL=postgres://user:password@db.example/x" >> .env',
    'TEST_DATABASE_URL=postgres://user:password@db.example/x npm test',
  ]) {
    assert.equal(secretsInCommands(line).length, 1, line)
  }
  assert.deepEqual(
    secretsInCommands('--owner-password -\n--owner-password-file F\nSMTP_URL=smtp://u:p@mail.example'),
    [],
  )
})
