// An edition names the rules by which something stored was made. With another edition it is made again: a line or a board is
// read, a digest is computed, an index is built. Nobody has to remember to raise a number.
//
// It is the hash of all code that the rules use. Rolldown bundles it from the entry files, drops what they don't use, and
// minifies the rest. So comments, format, types, tests and the place of a file change nothing, nor does a part of an imported
// file that the rules don't use. Packages count by their version, and the files that the code reads by their content.
//
// The editions are generated, not computed at start: bundling takes 0.3 s, and a reader of imports that is fast enough takes
// whole files, so a new setting would make everything again. Two branches that change the same rules conflict in one line of
// the file, which `npm run gen` resolves. Another version of Rolldown may be another edition of everything.

import { hash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { packageRoot } from '../src/platform/config/config.ts'

/** Where the rules start, in src. */
const RULES = {
  /** What is stored of a line. */
  lines: ['meaning/signals/parse/parse-record.ts', 'write/write-path/lines/write-lines.ts'],
  /** What is read in the answer of a public source. */
  collectors: ['collect/collectors/index.ts'],
  /** What a dossier states about a company: why now, and talking points. */
  notes: ['api/slices/notes/company-notes.ts'],
  /** What is in the digest of a company, and how a write changes it. */
  digests: ['write/write-path/digests/whole-digests.ts', 'write/write-path/digests/near-batch.ts'],
  /** What is in a snapshot of the search index. */
  index: [
    'search/index-engine/build/load.ts',
    'search/index-engine/build/changes.ts',
    'search/index-engine/build/merge.ts',
    'search/index-engine/layout/snapshot.ts',
  ],
} as const

type Name = keyof typeof RULES

const EDITIONS_FILE = 'platform/rule-editions.json'

export async function ruleEditionFiles(): Promise<Record<string, Buffer>> {
  const editions = await ruleEditions(join(packageRoot, 'src'))
  return { [`src/${EDITIONS_FILE}`]: Buffer.from(`${JSON.stringify(editions, null, 2)}\n`) }
}

export async function ruleEditions(src: string): Promise<Record<Name, string>> {
  const editions = Object.entries(RULES).map(
    async ([name, files]) => [name, await ruleEdition(files.map((file) => join(src, file)))] as const,
  )
  return Object.fromEntries(await Promise.all(editions)) as Record<Name, string>
}

/** Of the rules that start at these files. */
export async function ruleEdition(entries: readonly string[]): Promise<string> {
  const { code, imports, modules } = await bundle(entries)
  const used = Object.entries(modules).filter(([, { code }]) => code)
  const packages = new Set(imports.filter((name) => !name.startsWith('node:')).map(packageOf))
  const data: Buffer[] = []
  for (const [file, { code }] of used) {
    const reads = readsOf(file, code ?? '')
    data.push(...reads.files.flatMap(contentsOf))
    for (const name of reads.packages) packages.add(packageOf(name))
  }
  const versions = [...packages].sort().map((name) => `${name}@${versionOf(name)}`)
  const sum = [code, ...versions, ...data.map((content) => hash('sha256', content))].join('\n')
  return hash('sha256', sum).slice(0, 16)
}

const ENTRY = '\0rules'

async function bundle(entries: readonly string[]): Promise<Rolldown.OutputChunk> {
  const { output } = (await build({
    configFile: false,
    root: packageRoot,
    logLevel: 'silent',
    plugins: [
      {
        name: 'rules',
        enforce: 'pre',
        resolveId: (id) => (id === ENTRY ? id : undefined),
        load(id) {
          if (id === ENTRY)
            return entries.map((file, at) => `export * as _${at} from ${JSON.stringify(file)}`).join('\n')
          // The rules ask for their own edition, which can't be a part of itself.
          return id.endsWith(`/${EDITIONS_FILE}`) ? '{}' : undefined
        },
      },
    ],
    build: {
      write: false,
      ssr: true,
      target: 'esnext',
      minify: true,
      rolldownOptions: {
        input: ENTRY,
        external: (id) => /^[^./\0]/.test(id),
        // A file of which nothing is used does nothing: src has no imports for their effects.
        treeshake: { moduleSideEffects: false },
        output: { codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput
  return output[0]
}

interface Reads {
  readonly files: readonly string[]
  readonly packages: readonly string[]
}

const FILE_BY_URL = /new URL\("([^"]+)", import\.meta\.url\)/g
const FILE_BY_FOLDER = /join\(import\.meta\.dirname, "([^"]+)"\)/g
const REQUIRE = /createRequire\(import\.meta\.url\)/g
const REQUIRED = /\brequire\(["`]([^"`$]+)/g

/** The files and packages that a module reads when it runs. Rolldown has printed it: every string is in double quotes. */
function readsOf(module: string, code: string): Reads {
  const named = (pattern: RegExp) => [...code.matchAll(pattern)].map(([, name = '']) => name)
  const files = [...named(FILE_BY_URL), ...named(FILE_BY_FOLDER)].map((name) => join(dirname(module), name))
  const understood = files.length + named(REQUIRE).length
  if (code.split('import.meta').length - 1 > understood) throw new Error(`${module}: can't tell which file it reads`)
  return { files, packages: named(REQUIRED) }
}

/** Of a file, or of all files in a folder. */
function contentsOf(path: string): Buffer[] {
  const files = statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .map((name) => join(path, name))
    : [path]
  return files.map((file) => readFileSync(file))
}

/** `i18n-iso-countries/langs/en.json` is of `i18n-iso-countries`. */
function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

const { dependencies } = createRequire(import.meta.url)('../package.json') as { dependencies: Record<string, string> }

function versionOf(name: string): string {
  const version = dependencies[name]
  if (version === undefined) throw new Error(`the rules use ${name}, which is no dependency`)
  return version
}
