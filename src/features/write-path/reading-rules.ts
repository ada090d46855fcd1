// A name for the rules by which a line becomes a record: the code, its word lists, the catalogue of tools and the rates of
// exchange. A line that is recognised is not read at all, so it must have been read by the same rules.

import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { VERSION } from '../../platform/version.ts'
import { currencyTable } from '../signals/index.ts'
import { toolFingerprint } from '../tools/index.ts'

/** Whatever may change what is stored of a line. */
const FOLDERS = ['companies', 'places', 'signals', 'titles', 'tools', 'write-path', '../platform']

let cached: { readonly tools: string; readonly currencies: object; readonly name: string } | undefined

export function readingRules(): string {
  const [tools, currencies] = [toolFingerprint(), currencyTable()]
  if (cached?.tools !== tools || cached.currencies !== currencies) {
    const rates = JSON.stringify([currencies.dates, [...currencies.rates]])
    const name = hash('sha256', [VERSION, codeFingerprint(), tools, rates].join('\n'), 'hex').slice(0, 16)
    cached = { tools, currencies, name }
  }
  return cached.name
}

let code: string | undefined

/** Of the files themselves: nobody has to remember to raise a number. About a megabyte, read at the first use. */
function codeFingerprint(): string {
  code ??= hash('sha256', FOLDERS.flatMap(filesIn).join('\n'), 'hex')
  return code
}

function filesIn(folder: string): string[] {
  const path = join(import.meta.dirname, '..', folder)
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => hash('sha1', readFileSync(file), 'hex'))
}
