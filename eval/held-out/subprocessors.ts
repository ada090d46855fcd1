// Pages about subprocessors: which products are in use by contract.

import { readTool } from '../../src/meaning/tools/index.ts'
import { rowsOf, ruleOf, say, sayWrong, shareOf } from './rows.ts'

interface Row {
  readonly id: string
  readonly language: string
  readonly shape: string
  readonly company: Company
  readonly html: string
  /** Null where both answers are as good. */
  readonly isList: boolean | null
  /** As people say them. */
  readonly tools: readonly string[]
  /** Neither right nor wrong. */
  readonly also: readonly string[]
}

interface Company {
  readonly name: string
  readonly domain: string
  readonly aliases: readonly string[]
}

interface Page {
  readonly entries: readonly { readonly name: string; readonly tool?: string; readonly removedOn?: string }[]
  readonly isList: boolean
}

type ReadSubprocessors = (html: string, company: Company) => Page

const RULE = '../../src/collect/collectors/subprocessors/read-subprocessors.ts'

/** The product and its family, as the catalogue has them. */
function slugsOf(name: string): string[] {
  const { product, family } = readTool(name)
  return [product, family].filter((slug) => slug !== undefined)
}

/** What the catalogue doesn't have is never read, and says nothing about the rule. */
function slugsOfAll(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => slugsOf(name)[0]).filter((slug) => slug !== undefined))]
}

interface Answer {
  readonly row: Row
  readonly page: Page
  readonly labelled: readonly string[]
  /** Read, in use, and not among what is neither right nor wrong. */
  readonly claimed: readonly string[]
  readonly right: readonly string[]
  readonly wrong: readonly string[]
  readonly missed: readonly string[]
}

function answerOf(readSubprocessors: ReadSubprocessors, row: Row): Answer {
  const page = readSubprocessors(row.html, row.company)
  const labelled = slugsOfAll(row.tools)
  const also = new Set(slugsOfAll(row.also))
  const inUse = page.isList ? page.entries.filter(({ removedOn }) => removedOn === undefined) : []
  const names = new Set(inUse.map(({ tool }) => tool).filter((tool) => tool !== undefined))
  const right = new Set<string>()
  const wrong: string[] = []
  for (const name of names) {
    const slugs = [...slugsOf(name), name]
    const label = slugs.find((slug) => labelled.includes(slug))
    if (label !== undefined) right.add(label)
    else if (!slugs.some((slug) => also.has(slug))) wrong.push(name)
  }
  const missed = labelled.filter((slug) => !right.has(slug))
  return { row, page, labelled, claimed: [...right, ...wrong], right: [...right], wrong, missed }
}

function sayFigures(name: string, answers: readonly Answer[]): void {
  const right = answers.flatMap((answer) => answer.right)
  const claimed = answers.flatMap((answer) => answer.claimed)
  const labelled = answers.flatMap((answer) => answer.labelled)
  const figures = `precision ${shareOf(right, claimed)}, recall ${shareOf(right, labelled)}`
  say(`  ${name.padEnd(4)} ${String(answers.length).padStart(3)} pages, ${labelled.length} products: ${figures}`)
}

export async function judgeSubprocessors(): Promise<void> {
  const rows = rowsOf<Row>('subprocessors')
  say(`\nSubprocessors: ${rows.length} pages`)
  const readSubprocessors = await ruleOf<ReadSubprocessors>(RULE, 'readSubprocessors')
  if (!readSubprocessors) return
  const answers = rows.map((row) => answerOf(readSubprocessors, row))
  sayFigures('all', answers)
  for (const [language, of] of Map.groupBy(answers, ({ row }) => row.language)) sayFigures(language, of)
  const told = answers.filter(({ row }) => row.isList !== null)
  const toldRight = told.filter(({ row, page }) => row.isList === page.isList)
  say(`  list or no list: ${toldRight.length} of ${told.length}`)
  for (const { row, page, wrong, missed } of answers) {
    const shown = `${row.id} (${row.shape}, ${row.language})`
    if (row.isList !== null && row.isList !== page.isList) sayWrong(`${shown}: list ${page.isList}`)
    if (wrong.length > 0) sayWrong(`${shown}: not in use: ${wrong.join(', ')}`)
    if (missed.length > 0) sayWrong(`${shown}: missed: ${missed.join(', ')}`)
  }
}
