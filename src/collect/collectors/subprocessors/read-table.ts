// A table of vendors: which column has their names, and what the others say about them.

import type { Block, Cell } from './page-blocks.ts'
import { dateIn } from './page-dates.ts'
import { readChange } from './read-lines.ts'
import {
  type Column,
  columnOf,
  isAdded,
  isGone,
  isOptionalNote,
  isPlanned,
  isRemoval,
  type SectionKind,
  sectionKind,
} from './section-words.ts'
import type { Found } from './sections.ts'
import { readVendor } from './vendor-names.ts'

type Row = Extract<Block, { kind: 'row' }>

const MAX_EVIDENCE = 200
const MAX_PURPOSE = 300

export function readTable(blocks: readonly Block[], section: SectionKind | undefined): Found[] {
  const rows = blocks.filter((block): block is Row => block.kind === 'row')
  const [first] = rows
  if (!first) return []
  const columns = headerOf(first)
  const isSubprocessors = columns?.includes('subprocessor') ?? false
  if (columns?.includes('cookie') && !isSubprocessors) return []
  if (section === 'other' || section === 'planned') return []
  const isVendors = columns?.includes('name') === true && (columns.includes('purpose') || columns.includes('product'))
  const isNamed =
    isSubprocessors ||
    (isVendors &&
      /provider|vendor|processor|supplier|third|anbieter|dienstleister|prestataire|fournisseur|proveedor|fornitore|leverancier|recipient|empfanger|dostawca|fornecedor|leverantor/i.test(
        first.cells.map(({ text }) => text).join(' '),
      ))
  if (section === undefined && !isNamed) return []
  const body = columns ? rows.slice(1) : rows
  const nameAt = nameColumn(columns, body)
  if (section === 'changes' && nameAt < 0)
    return body.flatMap(({ cells }) => readChange(cells.map(({ text }) => text.replaceAll('\n', '. ')).join('. ')))
  if (nameAt < 0) return []
  let kind: SectionKind = section ?? 'listed'
  return body.flatMap((row) => {
    // A row of one text is the title of those below it.
    const texts = row.cells.filter(({ text }) => text !== '')
    const [only] = texts
    if (texts.length === 1 && only && row.cells.length > 1) {
      const said = sectionKind(only.text)
      if (said !== undefined) kind = section === 'removed' ? section : said
      if (said !== undefined || readVendor(only.text)?.tools.length !== 1) return []
    }
    if (headerOf(row) !== undefined && row.cells.some(({ isHeader }) => isHeader)) return []
    return kind === 'other' || kind === 'planned' ? [] : (readRow(row, columns, nameAt, kind, isSubprocessors) ?? [])
  })
}

/** Undefined: not a header row. */
function headerOf({ cells }: Row): readonly (Column | undefined)[] | undefined {
  const columns = cells.map(({ text }) => columnOf(text))
  const said = columns.filter((column) => column !== undefined).length
  const isHeader = cells.length > 0 && cells.every((cell: Cell) => cell.isHeader || cell.text === '')
  const names = columns.filter((column) => column === 'name' || column === 'subprocessor')
  if (isHeader || (said >= 2 && names.length > 0) || (said === cells.length && said > 1)) {
    const hasTool = cells.some(({ text }) => (readVendor(text)?.tools.length ?? 0) > 0 && columnOf(text) === undefined)
    return hasTool ? undefined : columns
  }
  return undefined
}

/** By its header; if that is missing or ambiguous, the column with the most known names. */
function nameColumn(columns: readonly (Column | undefined)[] | undefined, body: readonly Row[]): number {
  const width = Math.max(0, ...body.map(({ cells }) => cells.length))
  const known = Array.from({ length: width }, (_, at) => {
    const column = columns?.[at]
    if (column === 'place' || column === 'added' || column === 'removed' || column === 'status' || column === 'cookie')
      return 0
    return body.filter(({ cells }) => (readVendor(cells[at]?.text ?? '')?.tools.length ?? 0) > 0).length
  })
  const most = known.indexOf(Math.max(0, ...known))
  const named = columns?.indexOf('subprocessor') ?? -1
  const byHead = named >= 0 ? named : (columns?.indexOf('name') ?? -1)
  if (byHead >= 0 && ((known[byHead] ?? 0) * 2 >= (known[most] ?? 0) || named >= 0)) return byHead
  return (known[most] ?? 0) > 0 ? most : byHead
}

function readRow(
  { cells }: Row,
  columns: readonly (Column | undefined)[] | undefined,
  nameAt: number,
  kind: SectionKind,
  isSure: boolean,
): Found[] | undefined {
  const text = cells.map((cell) => cell.text.replaceAll('\n', ' ')).filter((each) => each !== '')
  const whole = text.join(' – ')
  const cellOf = (column: Column) => cells[columns?.indexOf(column) ?? -1]?.text ?? ''
  const nameCell = cells[nameAt]?.text ?? ''
  const about = cells.filter(
    (_, at) => at !== nameAt && !['place', 'added', 'removed', 'status'].includes(columns?.[at] ?? ''),
  )
  const purpose = (cellOf('purpose') || about.map((cell) => cell.text).join(' – '))
    .replaceAll('\n', ' ')
    .slice(0, MAX_PURPOSE)
  const clues = about.map((cell) => cell.text).join(' ')
  const status = cellOf('status')
  const removed = dateIn(cellOf('removed'))
  const gone =
    kind === 'removed' ||
    removed !== undefined ||
    isRemoval(`${status} ${nameCell}`) ||
    (kind === 'changes' ? isRemoval(whole) : isGone(whole))
  if (isPlanned(`${status} ${nameCell}`)) return undefined
  const removedOn = gone ? (removed ?? dateIn(whole)) : undefined
  if (gone && removedOn === undefined) return undefined
  if (kind === 'changes' && !gone && !isAdded(whole)) return undefined
  const addedOn = gone ? undefined : (dateIn(cellOf('added')) ?? (kind === 'changes' ? dateIn(whole) : undefined))
  const common = {
    ...{
      purpose,
      addedOn,
      removedOn,
      optional: kind === 'optional' || isOptionalNote(whole),
      isSure,
      isChange: kind === 'changes',
    },
    evidence: whole.slice(0, MAX_EVIDENCE),
  }
  return vendorsOf(nameCell, clues).map((vendor) => ({ ...vendor, ...common }))
}

/** A cell of several lines has a name and its address, or several names. */
function vendorsOf(cell: string, clues: string) {
  const [first = '', ...others] = cell.split('\n')
  const whole = readVendor(cell.replaceAll('\n', ' '), clues)
  if (others.length === 0) return whole ? [whole] : []
  const named = [first, ...others].flatMap((line) => {
    const vendor = readVendor(line, clues)
    return vendor && vendor.tools.length > 0 ? [vendor] : []
  })
  if (whole && whole.tools.length > 0 && named.length < 2) return [whole]
  if (named.length > 0) return named
  const vendor = readVendor(first, clues)
  return vendor ? [vendor] : []
}
