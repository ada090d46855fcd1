// Plain sentences: each must find what the written query with its filters finds, in the same order, and show a form that
// was understood. A sentence that finds nothing, without a word about it, is the worst answer: a silent zero.

import { searchWorld } from '../searches/world.ts'
import { type Asked, Refused, type SearchReply, withService } from '../service.ts'
import { type Judged, rowsOf, say, sayJudged } from './rows.ts'

interface Meaning {
  readonly query: string
  readonly filters: Readonly<Record<string, unknown>>
}

interface Sentence extends Meaning {
  readonly text: string
  readonly also?: readonly Meaning[]
}

const COMPANIES = 1_500
const DAY_MS = 86_400_000

/** Dates of the set are those of its "now". The service has the clock. */
function movedToToday(query: string): string {
  const today = new Date()
  const sinceMonday = ((today.getUTCDay() + 6) % 7) * DAY_MS
  const monday = new Date(today.getTime() - sinceMonday).toISOString().slice(0, 10)
  return query.replaceAll('2026-10-26', monday).replaceAll('2026-01-01', `${today.getUTCFullYear()}-01-01`)
}

interface Answer {
  readonly total: number
  /** The first companies in their order. */
  readonly first: string
  readonly normalized: string
  readonly isExplained: boolean
}

function answerOf({ total, companies, explain, warnings }: SearchReply): Answer {
  return {
    total,
    first: companies.map(({ id }) => id).join(),
    // The words of a job are nearly always those of its title.
    normalized: (explain?.normalized ?? '').replaceAll('title ~', 'text ~'),
    isExplained: (warnings?.length ?? 0) > 0,
  }
}

async function ask(asked: Asked, body: Readonly<Record<string, unknown>>): Promise<Answer | Refused> {
  try {
    return answerOf(await asked.search({ ...body, explain: true, pageSize: 50 }))
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}

function isSame(read: Answer, written: Answer): boolean {
  if (read.total !== written.total || read.first !== written.first) return false
  // Two empty answers say nothing.
  return read.total > 0 || read.normalized === written.normalized
}

type Line = Readonly<Record<string, unknown>>

const job = (company: string, jobTitle: string, location: string, rest: Line = {}): Line => ({
  record: 'signal',
  type: 'hiring',
  company,
  source: 'Board',
  key: `${company} ${jobTitle}`,
  confidence: 0.9,
  label: `Hiring ${jobTitle}`,
  jobTitle,
  location,
  ...rest,
})
const tool = (company: string, name: string, change: string): Line => ({
  record: 'signal',
  type: 'tool',
  company,
  source: 'Tool scan',
  key: `${company} ${name} ${change}`,
  confidence: 0.9,
  label: `${change} ${name}`,
  tool: name,
  change,
})

/** What is rare in the world, so that every sentence finds somebody. */
const RARE: readonly Line[] = [
  { record: 'company', domain: 'acme.example', name: 'Acme', industry: 'saas', employeeCount: 80, hqCountry: 'PL' },
  job('acme.example', 'Account Executive', 'Berlin, Germany', { employmentType: 'contract' }),
  job('acme.example', 'Java Developer', 'Warsaw, Poland', { workplaceType: 'remote' }),
  ...['OpenAI', 'Anthropic', 'Pinecone', 'LangChain'].map((name) => tool('acme.example', name, 'adopted')),
  tool('acme.example', 'Zendesk', 'dropped'),
  tool('acme.example', 'Intercom', 'adopted'),
]

export async function judgePlainSentences(): Promise<void> {
  const sentences = rowsOf<Sentence>('plain-sentences')
  const judged: Judged[] = []
  let silentZeros = 0
  await withService(
    async ({ write }) => {
      const occurredAt = new Date(Date.now() - 9 * DAY_MS).toISOString()
      const rare = RARE.map((line) => (line.record === 'signal' ? { ...line, occurredAt } : line))
      const rejects = await write([...searchWorld(COMPANIES, Date.now()).lines, ...rare])
      if (rejects[0]) throw new Error(`${rejects.length} lines are rejected: ${rejects[0].reason}`)
    },
    async (asked) => {
      for (const { text, query, filters, also = [] } of sentences) {
        const read = await ask(asked, { signal_query: text })
        const meanings = [{ query, filters }, ...also]
        const written = await Promise.all(
          meanings.map((meaning) => ask(asked, { signal_query: movedToToday(meaning.query), ...meaning.filters })),
        )
        const refusals = written.filter((each) => each instanceof Refused)
        const answers = written.filter((each): each is Answer => !(each instanceof Refused))
        const shown = `${text}: `
        if (read instanceof Refused) {
          judged.push({ kind: 'understood', isRight: false, shown: `${shown}refused: ${read.message.slice(0, 220)}` })
          continue
        }
        const isRight = answers.some((each) => isSame(read, each))
        const isSilent = read.total === 0 && !read.isExplained && answers.some(({ total }) => total > 0)
        if (isSilent) silentZeros++
        const meant = answers.map(({ normalized, total }) => `${normalized} ${total}`).join(' or ')
        const unknown = refusals.length > 0 ? `, ${refusals.length} written forms refused` : ''
        const details = `${read.normalized} ${read.total}, not ${meant} ${JSON.stringify(filters)}${unknown}`
        judged.push({ kind: 'understood', isRight, shown: `${shown}${isSilent ? 'SILENT ' : ''}${details}` })
      }
    },
  )
  say(`\nPlain sentences: ${silentZeros} silent zeros`)
  sayJudged(judged)
}
