// Reads a page that lists a company's subprocessors. docs/meaning.md has the rules: which sections count, whose names are left
// out, and what a row says about a tool.

import { isAiPurpose, OwnNames } from './own-names.ts'
import { type Block, readBlocks } from './page-blocks.ts'
import { updatedOn } from './page-dates.ts'
import { readLine, readTitle } from './read-lines.ts'
import { readTable } from './read-table.ts'
import { saysSubprocessors, sectionKind } from './section-words.ts'
import { type Found, Sections } from './sections.ts'
import { isAiTool } from './vendor-products.ts'

export interface Subprocessor {
  /** As the page writes it, without its legal form. */
  readonly name: string
  /** A slug of the catalogue of tools: a product, a family, or a vendor of several families. Absent if it is unknown. */
  readonly tool?: string
  readonly purpose?: string
  /** The tool is an AI tool, or its purpose here is AI. */
  readonly ai: boolean
  /** YYYY-MM-DD. */
  readonly addedOn?: string
  /** Removed since then, according to the page. */
  readonly removedOn?: string
  /** Only for customers who turn it on. */
  readonly optional?: boolean
  /** The text of its row. */
  readonly evidence?: string
}

export interface SubprocessorPage {
  readonly entries: readonly Subprocessor[]
  /** The day of its last change, as it states. */
  readonly date?: string
  /** False: what it doesn't name means nothing. */
  readonly isList: boolean
}

interface NamedCompany {
  readonly name: string
  readonly domain: string
  readonly aliases: readonly string[]
}

const MAX_ENTRIES = 1_000

export function readSubprocessors(html: string, company: NamedCompany): SubprocessorPage {
  const { blocks, title, isWhole } = readBlocks(html)
  const sections = new Sections(isSubprocessorPage(blocks, title))
  const own = new OwnNames(company)
  const found: Found[] = []
  let date: string | undefined
  for (let i = 0; i < blocks.length && found.length < MAX_ENTRIES; ) {
    const block = blocks[i] as Block
    if (block.kind === 'row') {
      const rows = blocks.slice(i).findIndex((each) => each.kind !== 'row' || each.table !== block.table)
      const end = rows < 0 ? blocks.length : i + rows
      found.push(...readTable(blocks.slice(i, end), sections.kind))
      sections.endIntroduction()
      i = end
      continue
    }
    date ??= updatedOn(block.text)
    const next = blocks[i + 1]
    if (block.kind === 'heading') found.push(...readTitle(block.text, next, sections.enter(block)))
    else found.push(...readLine(block, { previous: blocks[i - 1], next }, sections))
    i++
  }
  const entries = entriesOf(found, own)
  const inUse = entries.filter(({ removedOn }) => removedOn === undefined)
  return { entries, ...(date !== undefined && { date }), isList: isWhole && inUse.length > 0 }
}

/** What the page is about, by its title or first heading. */
function isSubprocessorPage(blocks: readonly Block[], title: string): boolean {
  const [first] = blocks.filter((block) => block.kind === 'heading')
  const [head = ''] = title.split(/\s[|·•–—-]\s/)
  return [title, head, first?.text ?? ''].some((text) => saysSubprocessors(text) && sectionKind(text) !== 'other')
}

/** One for each tool. */
function entriesOf(found: readonly Found[], own: OwnNames): readonly Subprocessor[] {
  const entries = new Map<string, Subprocessor>()
  for (const { name, tools, purpose, addedOn, removedOn, optional, evidence } of looksReliable(found)
    ? inOrder(found)
    : []) {
    if (own.has(name)) continue
    const rest = {
      ...(purpose !== '' && { purpose }),
      ...(addedOn !== undefined && { addedOn }),
      ...(removedOn !== undefined && { removedOn }),
      ...(optional && { optional }),
      evidence,
    }
    if (tools.length === 0) add(entries, `name ${name.toLowerCase()}`, { name, ai: isAiPurpose(purpose), ...rest })
    for (const { slug, vendor } of tools) {
      if (own.has(vendor)) continue
      add(entries, slug, { name, tool: slug, ai: isAiTool(slug) || isAiPurpose(purpose), ...rest })
    }
  }
  return [...entries.values()]
}

/**
 * The list takes precedence over the history of changes, in which a vendor's newest change counts. If there is a list,
 * a vendor that was added once but is not in it doesn't count.
 */
function inOrder(found: readonly Found[]): readonly Found[] {
  const listed = found.filter(({ isChange, removedOn }) => !isChange && removedOn === undefined)
  const names = new Set(listed.flatMap(({ tools }) => tools.map(({ slug }) => slug)))
  const dayOf = ({ addedOn, removedOn }: Found) => removedOn ?? addedOn ?? ''
  const others = found
    .filter(({ isChange, removedOn }) => isChange || removedOn !== undefined)
    .sort((a, b) => (dayOf(a) < dayOf(b) ? 1 : -1))
  const isNews = ({ removedOn, tools }: Found) =>
    removedOn !== undefined || listed.length === 0 || tools.some(({ slug }) => names.has(slug))
  return [...listed, ...others.filter(isNews)]
}

/** A duplicate of a listed vendor adds nothing but possibly a date. */
function add(entries: Map<string, Subprocessor>, key: string, entry: Subprocessor): void {
  const known = entries.get(key)
  if (!known) entries.set(key, entry)
  else if (known.addedOn === undefined && entry.addedOn !== undefined && known.removedOn === undefined)
    entries.set(key, { ...known, addedOn: entry.addedOn })
}

/** Unknown names don't prove a list: a table of something else has those too. */
function looksReliable(found: readonly Found[]): boolean {
  return found.some(({ tools, isSure }) => tools.length > 0 || isSure)
}
