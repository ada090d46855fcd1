// `npm run eval:descriptions`: how well job descriptions are read. eval/descriptions.txt is labelled by hand, board by board.
// A third of the boards is kept aside: the rules were never adjusted to these. With --misses the seen ones that are read
// differently are listed, those kept aside never. `--samples` prints what is read from the recorded boards of the tests.

import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { readAshby } from '../src/collect/collectors/ashby/ashby.ts'
import { readGreenhouse } from '../src/collect/collectors/greenhouse/greenhouse.ts'
import { readLever } from '../src/collect/collectors/lever/lever.ts'
import { readRecruitee } from '../src/collect/collectors/recruitee/recruitee.ts'
import { readDescriptions } from '../src/meaning/descriptions/index.ts'
import { shippedTools } from '../src/meaning/tools/index.ts'

export interface LabelledBoard {
  readonly company: string
  readonly domain: string
  readonly set: 'seen' | 'aside'
  /** Slugs. */
  readonly tools: readonly string[]
  readonly posts: { readonly title: string; readonly ai: boolean; html: string }[]
}

const { products, families } = shippedTools().list
const slugs = new Map([
  ...products.map(({ name, product }): [string, string] => [name, product]),
  ...families.map(({ name, family }): [string, string] => [name, family]),
])

/** `= company (domain) | set | tools: …`, then posts: `> title | ai: …`, `# heading`, `- item`, paragraphs. */
export function labelledBoards(): LabelledBoard[] {
  const boards: LabelledBoard[] = []
  for (const line of readFileSync(new URL('descriptions.txt', import.meta.url), 'utf8').split('\n')) {
    const board = boards.at(-1)
    const post = board?.posts.at(-1)
    const text = line.slice(2)
    if (line.startsWith('= ')) boards.push(boardOf(text))
    else if (line.startsWith('> ')) {
      const [title = '', ai = ''] = text.split(' | ')
      board?.posts.push({ title, ai: ai === 'ai: yes', html: '' })
    } else if (post && line.startsWith('# ')) post.html += `<h3>${text}</h3>`
    else if (post && line.startsWith('- ')) post.html += `<ul><li>${text}</li></ul>`
    else if (post && line !== '') post.html += `<p>${line}</p>`
  }
  return boards
}

function boardOf(text: string): LabelledBoard {
  const [name = '', set, tools = ''] = text.split(' | ')
  const [, company = '', domain = ''] = /^(.+) \((.+)\)$/.exec(name) ?? []
  const names = tools
    .replace('tools:', '')
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  return { company, domain, set: set === 'aside' ? 'aside' : 'seen', tools: names.map(slugOfTool), posts: [] }
}

function slugOfTool(name: string): string {
  const slug = slugs.get(name)
  if (slug === undefined) throw new Error(`${name} is no name of the catalogue of tools`)
  return slug
}

export interface Score {
  right: number
  wrong: number
  missed: number
  readonly misses: string[]
}

export async function scoreOf(set: 'seen' | 'aside'): Promise<{ readonly tools: Score; readonly ai: Score }> {
  const tools: Score = { right: 0, wrong: 0, missed: 0, misses: [] }
  const ai: Score = { right: 0, wrong: 0, missed: 0, misses: [] }
  for (const board of labelledBoards().filter((each) => each.set === set)) {
    const read = await readBoard(board)
    compare(tools, board.company, board.tools, read.tools)
    const about = board.posts.flatMap(({ title, ai }) => (ai ? [title] : []))
    compare(ai, board.company, about, read.ai)
  }
  return { tools, ai }
}

async function readBoard({ posts, company, domain }: LabelledBoard) {
  const descriptions = posts.map(({ title, html }) => ({ id: title, title, html, postedAt: undefined }))
  const { tools, aboutAi } = await readDescriptions(descriptions, { names: [company], domains: [domain] }, 0)
  const named = tools.filter(({ kind }) => kind !== 'left')
  return { tools: named.map(({ slug }) => slug), ai: [...aboutAi] }
}

function compare(score: Score, where: string, wanted: readonly string[], read: readonly string[]): void {
  const [wrong, missed] = [read.filter((each) => !wanted.includes(each)), wanted.filter((each) => !read.includes(each))]
  score.right += read.length - wrong.length
  score.wrong += wrong.length
  score.missed += missed.length
  if (wrong.length > 0) score.misses.push(`${where}: read ${wrong.join(', ')}`)
  if (missed.length > 0) score.misses.push(`${where}: missed ${missed.join(', ')}`)
}

export function precisionOf({ right, wrong }: Score): number {
  return right / (right + wrong)
}

export function recallOf({ right, missed }: Score): number {
  return right / (right + missed)
}

const say = (line: string) => process.stdout.write(`${line}\n`)

async function report(): Promise<void> {
  for (const set of ['seen', 'aside'] as const) {
    const score = await scoreOf(set)
    const posts = labelledBoards().flatMap((board) => (board.set === set ? board.posts : []))
    say(`${set === 'seen' ? 'Seen while the rules were written' : 'Kept aside'}: ${posts.length} descriptions`)
    for (const [name, each] of Object.entries(score)) {
      say(`  ${name.padEnd(6)} precision ${precisionOf(each).toFixed(3)}  recall ${recallOf(each).toFixed(3)}`)
    }
    if (set === 'seen' && process.argv.includes('--misses')) {
      for (const each of [...score.tools.misses, ...score.ai.misses]) say(`    ${each}`)
    }
  }
}

async function samples(): Promise<void> {
  const text = (name: string) => readFileSync(new URL(`../test/fixtures/boards/${name}`, import.meta.url), 'utf8')
  const boards = [
    { name: 'Amplitude', domain: 'amplitude.com', jobs: readGreenhouse(text('greenhouse.json')).jobs },
    { name: 'Idealist Consulting', domain: 'idealistconsulting.com', jobs: readLever(text('lever.json')).jobs },
    { name: 'HighlightTA', domain: 'highlightta.com', jobs: readAshby(text('ashby.json')).jobs },
    { name: 'Acme', domain: 'acme.com', jobs: readRecruitee(text('recruitee.json')).jobs },
  ]
  for (const { name, domain, jobs } of boards) {
    const descriptions = jobs.map(({ id, title, description = '', isEscaped = false, postedAt }) => ({
      id,
      title,
      html: description,
      isEscaped,
      postedAt,
    }))
    const { tools, aboutAi } = await readDescriptions(descriptions, { names: [name], domains: [domain] }, 1_790_000_000)
    say(
      `${name}: ${jobs.length} jobs, about AI: ${
        jobs
          .filter(({ id }) => aboutAi.has(id))
          .map(({ title }) => title)
          .join('; ') || 'none'
      }`,
    )
    for (const { tool, confidence, evidence } of tools) say(`  ${tool} ${confidence}: ${evidence}`)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await (process.argv.includes('--samples') ? samples() : report())
}
