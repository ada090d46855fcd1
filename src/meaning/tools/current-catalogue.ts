// The catalogue that this process uses: the built-in one, overridden by the operator's own entries.

import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { AppError, reasonOf } from '../../platform/app-error.ts'
import { checkConsistency, checkToolList, type ToolList } from './catalogue-format.ts'
import { type ReadTool, ToolCatalogue } from './tool-catalogue.ts'

const SHIPPED_FILE = new URL('catalogue.json', import.meta.url)

let shipped: ToolCatalogue | undefined

/** The built-in catalogue. Read at first use: most commands need no tools. */
export function shippedTools(): ToolCatalogue {
  shipped ??= new ToolCatalogue(checkToolList(JSON.parse(readFileSync(SHIPPED_FILE, 'utf8')), 'catalogue.json'))
  return shipped
}

let own: ToolCatalogue | undefined
const current = () => own ?? shippedTools()
/** Raised when the catalogue is replaced: results of the previous one may be out of date. */
let edition = 0

/** What a source's name for a tool says about product, family, vendor, category and AI. */
export function readTool(text: string): ReadTool {
  return current().read(text)
}

/** Every product and family. */
export function toolList(): ToolList {
  return current().list
}

/** The equality keys by which a query's `name:` finds a tool. */
export function toolNameKeys(text: string): readonly string[] {
  return current().keysOf(text)
}

/** Whether a text names a product or a family of the catalogue. */
export function knowsTool(text: string): boolean {
  return current().knows(text)
}

/** The categories of the product or family that a text names. */
export function categoriesOfTool(text: string): readonly string[] {
  return current().categoriesOf(text)
}

/** What a report that names only this family counts as, by its slug: the categories of its main products. */
export function mainCategoriesOf(family: string): readonly string[] {
  return current().mainCategoriesOf(family)
}

/** The key that the reports of one tool share, however its name is written. */
export function toolIdentity(text: string): string {
  return current().identityOf(text)
}

export function toolEdition(): number {
  return edition
}

let fingerprint: { readonly of: ToolCatalogue; readonly text: string } | undefined

/** The same in all processes with the same catalogue. */
export function toolFingerprint(): string {
  const catalogue = current()
  if (fingerprint?.of !== catalogue) {
    fingerprint = { of: catalogue, text: hash('sha1', JSON.stringify(catalogue.list), 'hex').slice(0, 12) }
  }
  return fingerprint.text
}

/**
 * From now on this process uses the operator's entries too. Called once, at start; undefined: only the built-in ones.
 */
export function loadToolsFile(file: string | undefined): void {
  replace(file === undefined ? undefined : readToolsFile(file))
}

/** The list of a process that has the operator's entries, undefined in others: `loadToolList` in another one takes it. */
export function ownToolList(): ToolList | undefined {
  return own?.list
}

export function loadToolList(list: ToolList | undefined): void {
  replace(list && new ToolCatalogue(list))
}

function replace(catalogue: ToolCatalogue | undefined): void {
  if (own !== catalogue) edition++
  own = catalogue
}

/** The catalogue with the entries of a file. An entry replaces the one with the same slug. */
export function readToolsFile(file: string): ToolCatalogue {
  const where = `TOOLS_FILE ${file}`
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const problem = error instanceof SyntaxError ? 'is not valid JSON' : "can't be read"
    throw new AppError('invalid', `${where} ${problem} (${reasonOf(error)}).`)
  }
  const own = checkToolList(value, where)
  const list = merged(shippedTools().list, own)
  checkConsistency(list, where)
  return new ToolCatalogue(list)
}

function merged(shipped: ToolList, own: ToolList): ToolList {
  const families = new Set(own.families.map(({ family }) => family))
  const products = new Set(own.products.map(({ product }) => product))
  return {
    families: [...shipped.families.filter(({ family }) => !families.has(family)), ...own.families],
    products: [...shipped.products.filter(({ product }) => !products.has(product)), ...own.products],
  }
}
