// A page as headings, table rows and lines of text, in their order. Nothing is executed, and every part has a bound.

import { parseHtml } from '../../../platform/text/parse-html.ts'

export interface Cell {
  /** Lines are separated by line breaks. */
  readonly text: string
  readonly isHeader: boolean
}

/** Lines in the same kind of element of the same kind of parent have the same shape. */
export type Line = {
  readonly kind: 'line'
  readonly tag: LineTag
  readonly text: string
  /** The words at its beginning that are bold or a link. */
  readonly strong: string
  readonly shape: string
}

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'row'; readonly table: number; readonly cells: readonly Cell[] }
  | Line

export type LineTag = 'li' | 'dt' | 'dd' | 'summary' | 'text'

const MAX_HTML = 2_000_000
const MAX_BLOCKS = 20_000
const MAX_TEXT = 2_000
const MAX_CELLS = 20
const MAX_SPAN = 200
/** A level below all headings, for texts in the place of a heading. */
export const TITLE_LEVEL = 7

/** Struck-out text counts as deleted. */
const SKIPPED = new Set('script style noscript template svg nav footer select del s strike'.split(' '))
const LINE_TAGS: Readonly<Record<string, LineTag>> = {
  li: 'li',
  dt: 'dt',
  dd: 'dd',
  summary: 'summary',
  button: 'summary',
}
const BLOCK_TAGS = new Set(
  `p div section article main header aside ul ol li dl dt dd blockquote pre form fieldset details summary figure
  figcaption address hr button body label`.split(/\s+/),
)
const STRONG_TAGS = new Set(['strong', 'b', 'a', 'em'])

interface Open {
  readonly tag: string
  readonly shape: string
}

interface OpenTable {
  readonly id: number
  cells: Cell[] | undefined
  cell: { isHeader: boolean; columns: number; rows: number } | undefined
  /** By column: a cell of an earlier row that reaches into this one. */
  readonly spans: Map<number, { cell: Cell; rows: number }>
}

/** False if a part of the page could not be read. */
export function readBlocks(html: string): {
  readonly blocks: readonly Block[]
  readonly title: string
  readonly isWhole: boolean
} {
  const reader = new BlockReader()
  const isWhole = parseHtml(html.slice(0, MAX_HTML), {
    onopentag: (name, attributes) => reader.open(name, attributes),
    ontext: (text) => reader.text(text),
    onclosetag: (name) => reader.close(name),
  })
  reader.flush()
  return {
    blocks: reader.blocks,
    title: tidy(reader.title),
    isWhole: isWhole && html.length <= MAX_HTML && !reader.isFull,
  }
}

class BlockReader {
  readonly blocks: Block[] = []
  title = ''
  isFull = false
  readonly #open: Open[] = []
  readonly #tables: OpenTable[] = []
  #tableCount = 0
  #skipped = 0
  #inTitle = false
  #heading = 0
  #text = ''
  #alt = ''
  /** The strong words at the beginning. */
  #strong: string | undefined = ''
  #strongDepth = 0

  open(tag: string, attributes: Readonly<Record<string, string | undefined>>): void {
    if (SKIPPED.has(tag)) this.#skipped++
    if (this.#skipped > 0) return
    const level = headingLevel(tag, attributes)
    if (tag === 'title') this.#inTitle = this.title === ''
    else if (tag === 'table') this.#openTable()
    else if (tag === 'tr') this.#openRow()
    else if (tag === 'td' || tag === 'th') this.#openCell(tag, attributes)
    else if (tag === 'br') this.#break()
    else if (tag === 'img') this.#alt ||= (attributes.alt ?? '').slice(0, 100)
    else if (STRONG_TAGS.has(tag)) this.#strongDepth++
    else if (level > 0 || tag === 'caption' || BLOCK_TAGS.has(tag)) this.#break()
    if (tag === 'span') this.#openSpan(attributes.class ?? '')
    if (level > 0) this.#heading = level
    if (tag === 'caption') this.#heading = TITLE_LEVEL
    if (BLOCK_TAGS.has(tag) || tag === 'span' || tag === 'a')
      this.#open.push({ tag, shape: `${tag}.${(attributes.class ?? '').slice(0, 100)}` })
  }

  text(raw: string): void {
    const text = raw.replace(/\s+/g, ' ')
    if (this.#inTitle) this.title = (this.title + text).slice(0, MAX_TEXT)
    else if (this.#skipped === 0 && this.#text.length < MAX_TEXT) {
      this.#text += text
      if (text.trim() !== '') this.#closedSpan = undefined
      if (this.#strong === undefined) return
      if (this.#strongDepth > 0) this.#strong += text
      else if (text.trim() !== '') this.#endStrong()
    }
  }

  close(tag: string): void {
    if (SKIPPED.has(tag)) this.#skipped = Math.max(0, this.#skipped - 1)
    if (this.#skipped > 0) return
    if (tag === 'title') this.#inTitle = false
    else if (STRONG_TAGS.has(tag)) this.#strongDepth = Math.max(0, this.#strongDepth - 1)
    else if (tag === 'td' || tag === 'th') this.#closeCell()
    else if (tag === 'tr') this.#closeRow()
    else if (tag === 'table') this.#closeTable()
    else if (this.#heading > 0 && (/^h[1-6]$/.test(tag) || tag === 'caption' || tag === 'div')) this.flush()
    else if (BLOCK_TAGS.has(tag)) this.#break()
    if (this.#open.at(-1)?.tag === tag) {
      const closed = this.#open.pop()
      if (tag === 'span') this.#closedSpan = closed?.shape
    }
  }

  /** Ends the line. */
  flush(): void {
    const text = tidy(this.#text) || tidy(this.#alt.replace(/\blogo\b/gi, ''))
    const strong = tidy(this.#strong ?? this.#lastStrong)
    const level = this.#heading
    this.#heading = 0
    this.#clear()
    if (text === '' || this.isFull) return
    if (this.blocks.length >= MAX_BLOCKS) this.isFull = true
    else if (level > 0) this.blocks.push({ kind: 'heading', level, text })
    else {
      const own = this.#open.findLast(({ tag }) => LINE_TAGS[tag] !== undefined || BLOCK_TAGS.has(tag))
      const tag = this.#open.findLast((each) => LINE_TAGS[each.tag] !== undefined)?.tag
      const shape = this.#open
        .slice(-2)
        .map((each) => each.shape)
        .join('>')
      const isOwn = own !== undefined && (LINE_TAGS[own.tag] !== undefined || own.tag === 'p' || own.tag === 'div')
      this.blocks.push({ kind: 'line', tag: (isOwn && tag && LINE_TAGS[tag]) || 'text', text, strong, shape })
    }
  }

  #lastStrong = ''
  /** The shape of the span that has just ended. */
  #closedSpan: string | undefined

  /** Spans of different classes next to each other are parts of a row, not of a word. */
  #openSpan(className: string): void {
    const before = this.#closedSpan
    this.#closedSpan = undefined
    const isPart = before !== undefined && before !== 'span.' && className !== '' && before !== `span.${className}`
    if (isPart && this.#text.trim() !== '') this.#text += ' – '
  }

  #endStrong(): void {
    this.#lastStrong = this.#strong ?? ''
    this.#strong = undefined
  }

  #clear(): void {
    this.#text = ''
    this.#alt = ''
    this.#strong = ''
    this.#lastStrong = ''
  }

  /** In a cell a line break is a part of its text. */
  #break(): void {
    if (this.#cell === undefined) this.flush()
    else if (this.#text.trim() !== '') this.#text += '\n'
  }

  get #cell() {
    return this.#tables.at(-1)?.cell
  }

  #openTable(): void {
    // Text of an outer cell before an inner table is a line of its own.
    this.flush()
    this.#tables.push({ id: ++this.#tableCount, cells: undefined, cell: undefined, spans: new Map() })
  }

  #openRow(): void {
    const table = this.#tables.at(-1)
    if (!table) return
    this.#closeRow()
    table.cells = []
  }

  #openCell(tag: string, { colspan, rowspan }: Readonly<Record<string, string | undefined>>): void {
    const table = this.#tables.at(-1)
    if (!table) {
      this.#break()
      return
    }
    this.#closeCell()
    table.cells ??= []
    this.#reachInto(table)
    this.#clear()
    table.cell = { isHeader: tag === 'th', columns: spanOf(colspan), rows: spanOf(rowspan) }
  }

  #closeCell(): void {
    const table = this.#tables.at(-1)
    if (!table?.cell || !table.cells) return
    const { isHeader, columns, rows } = table.cell
    const text = lines(this.#text) || tidy(this.#alt.replace(/\blogo\b/gi, ''))
    table.cell = undefined
    this.#clear()
    for (let column = 0; column < Math.min(columns, MAX_CELLS) && table.cells.length < MAX_CELLS; column++) {
      const cell = { text: column === 0 ? text : '', isHeader }
      if (rows > 1) table.spans.set(table.cells.length, { cell, rows: rows - 1 })
      table.cells.push(cell)
    }
  }

  #reachInto({ cells, spans }: OpenTable): void {
    for (let column = cells?.length ?? 0; cells && spans.has(column) && cells.length < MAX_CELLS; column++) {
      const span = spans.get(column) as { cell: Cell; rows: number }
      cells.push(span.cell)
      if (--span.rows === 0) spans.delete(column)
    }
  }

  #closeRow(): void {
    this.#closeCell()
    const table = this.#tables.at(-1)
    if (!table?.cells) return
    this.#reachInto(table)
    const { cells } = table
    table.cells = undefined
    if (cells.every(({ text }) => text === '')) return
    if (this.blocks.length >= MAX_BLOCKS) this.isFull = true
    else this.blocks.push({ kind: 'row', table: table.id, cells })
  }

  #closeTable(): void {
    this.#closeRow()
    this.#tables.pop()
  }
}

function headingLevel(
  tag: string,
  { role, 'aria-level': level }: Readonly<Record<string, string | undefined>>,
): number {
  const [, number] = /^h([1-6])$/.exec(tag) ?? []
  if (number !== undefined) return Number(number)
  return tag === 'div' && role === 'heading' ? Math.min(6, Number.parseInt(level ?? '2', 10) || 2) : 0
}

function spanOf(text: string | undefined): number {
  const number = Number.parseInt(text ?? '1', 10)
  return number > 0 ? Math.min(number, MAX_SPAN) : 1
}

const tidy = (text: string) =>
  text
    .replace(/[\s\p{Cc}\u200b\ufeff\u00ad]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)

const lines = (text: string) =>
  text
    .split('\n')
    .map(tidy)
    .filter((line) => line !== '')
    .join('\n')
