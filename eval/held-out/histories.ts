// Histories of companies: their reports are imported into one database, and the service is asked over HTTP. The database
// has the clock, so the dates of a history are moved until its "now" is today.

import { maybeOne } from '../../src/db/index.ts'
import { companyId, signalId } from '../../src/write/write-path/index.ts'
import { type Asked, type Dossier, type FoundCompany, Refused, withService } from '../service.ts'
import { type Judged, rowsOf, say, sayJudged, sayWrong } from './rows.ts'

type Line = Readonly<Record<string, unknown>> & { readonly record: string }

interface Question {
  readonly ask: string
  readonly answer: unknown
  readonly reason: string
  readonly query?: string
  readonly filters?: Readonly<Record<string, unknown>>
  readonly slug?: string
  readonly type?: string
  readonly tool?: string
  readonly key?: string
  readonly field?: string
}

interface History {
  readonly id: string
  readonly about: string
  readonly now: string
  readonly lines: readonly Line[]
  readonly questions: readonly Question[]
}

const DAY_MS = 86_400_000
const DATES = ['occurredAt', 'closedAt', 'seenAt', 'announcedOn', 'completeSince']

/** Whole days, so that a date stays a date. The history's "now" and the clock's are at most twelve hours apart. */
function movedToToday({ now, lines }: History): Line[] {
  const days = Math.round((Date.now() - Date.parse(now)) / DAY_MS)
  return lines.map((line) => ({
    ...line,
    ...Object.fromEntries(
      DATES.flatMap((name) => {
        const date = line[name]
        if (typeof date !== 'string') return []
        return [[name, new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, date.length)]]
      }),
    ),
  }))
}

function domainOf({ lines }: History): string {
  const domain = lines.find(({ record }) => record === 'company')?.domain
  if (typeof domain !== 'string') throw new Error('a history without a company')
  return domain
}

/** Asks each search and each slice once, because all histories are in one database. */
class Answers {
  readonly #asked: Asked
  readonly #found = new Map<string, Promise<ReadonlySet<string>>>()

  constructor(asked: Asked) {
    this.#asked = asked
  }

  async isFound(id: string, body: Readonly<Record<string, unknown>>): Promise<boolean> {
    const key = JSON.stringify(body)
    const before = this.#found.get(key)
    const found =
      before ?? this.#asked.searchAll(body).then((companies) => new Set(companies.map((company) => company.id)))
    this.#found.set(key, found)
    return (await found).has(id)
  }

  async isIn(id: string, slug: string): Promise<boolean> {
    const before = this.#found.get(slug)
    const found = before ?? this.#asked.slice(slug)
    this.#found.set(slug, found)
    return (await found).has(id)
  }
}

/** The row of the company, whatever signals it has. */
async function rowOf(asked: Asked, domain: string): Promise<FoundCompany | undefined> {
  const { companies } = await asked.search({ signal_query: 'any OR NOT any', domains: [domain] })
  return companies[0]
}

async function signalOf(asked: Asked, history: History, dossier: Dossier, key: string | undefined) {
  const line = history.lines.find((each) => each.key === key)
  const id = signalId(String(line?.source), String(key))
  const report = await maybeOne<{ fact: string }>(
    asked.db.pool('ingest'),
    'select fact_id as fact from reports where id = $1',
    [id],
  )
  return dossier.signals.find((signal) => signal.id === (report?.fact ?? id))
}

async function answerTo(
  asked: Asked,
  answers: Answers,
  history: History,
  dossier: Dossier,
  question: Question,
): Promise<unknown> {
  const domain = domainOf(history)
  const id = companyId(domain)
  const { query, filters, slug = '', type = '', tool, key, field = '' } = question
  switch (question.ask) {
    case 'search':
      return answers.isFound(id, { signal_query: query, ...filters })
    case 'toolInUse':
      return answers.isFound(id, { signal_query: `tool(name: ${JSON.stringify(tool)})` })
    case 'slice': {
      const isIn = await answers.isIn(id, slug)
      // The dossier names the tool of a template as it pleases.
      const inDossier = dossier.slices.some((each) => each.slug.split(':')[0] === slug.split(':')[0])
      return isIn === inDossier ? isIn : `${isIn} in the slice, ${inDossier} in the dossier`
    }
    case 'fundingStage':
    case 'employerKind':
      return dossier.identity[question.ask]
    case 'signalCounts':
      return (await rowOf(asked, domain))?.signalCounts[type]
    case 'facts':
      return dossier.signals.filter((signal) => signal.type === type).length
    case 'field':
      return (await signalOf(asked, history, dossier, key))?.[field] ?? false
    default:
      throw new Error(`unknown question ${question.ask}`)
  }
}

const isRefused = (error: unknown): string => {
  if (!(error instanceof Refused)) throw error
  return `refused with ${error.message}`
}

export async function judgeHistories(): Promise<void> {
  const histories = rowsOf<History>('histories')
  const judged: Judged[] = []
  const wrong = new Set<string>()
  const rejected: string[] = []
  await withService(
    async ({ write }) => {
      const lines = histories.flatMap(movedToToday)
      for (const { line, reason } of await write(lines)) {
        rejected.push(`${JSON.stringify(lines[line - 1])}: ${reason}`)
      }
    },
    async (asked) => {
      const answers = new Answers(asked)
      for (const history of histories) {
        const dossier = await asked.dossier(companyId(domainOf(history)))
        for (const question of history.questions) {
          const answer = await answerTo(asked, answers, history, dossier, question).catch(isRefused)
          const { ask, reason, answer: expected, ...about } = question
          const isRight = answer === expected
          if (!isRight) wrong.add(history.id)
          const detail = Object.values(about).map((value) => JSON.stringify(value))
          const shown = `${history.id} (${history.about}): ${ask} ${detail.join(' ')}: ${answer}, not ${expected}: ${reason}`
          judged.push({ kind: ask, isRight, shown })
        }
      }
    },
  )
  const right = histories.length - wrong.size
  say(`\nHistories: ${right} of ${histories.length} with every answer right, ${rejected.length} lines rejected`)
  for (const line of rejected) sayWrong(`rejected: ${line}`)
  sayJudged(judged)
}
