// Slots for a company without a reason to call: what changed last, what is not monitored, and money that isn't an
// equity round.

import { instrumentOf } from '../../../meaning/facts/index.ts'
import { isOnlyAsked, type Signal } from '../../../meaning/signals/index.ts'
import { isEnding, REPORTED_TYPES, type SignalType } from '../../../meaning/types/index.ts'
import { newestFirst } from '../../../query/index.ts'
import { CERTAIN_FROM } from './note-template.ts'
import { isOfProduct } from './page-slots.ts'
import { agoText, daysBetween, dayText, listText, monthText, slugPhrase } from './phrases.ts'
import { summaryOf } from './round-slots.ts'
import { certain, listed, matchOf, presentOf, type SlotContext, type SlotDeclaration, textOf } from './slot-context.ts'
import { moveOf } from './tool-moves.ts'
import { categoriesOf, evidenceOf, isNewTool, isSettled, LATELY_DAYS, nameOf } from './tool-slots.ts'
import { ASKS } from './tool-texts.ts'

/** A tool that was dropped longer ago has its successor. */
const GONE_DAYS = 365
const MONEY_DAYS = 365

const ofCompany = (
  description: string,
  example: string,
  fill: (context: SlotContext) => string | undefined,
): SlotDeclaration => ({ description, example, fill: (context) => certain(fill(context)) })

const UNMONITORED: Readonly<Partial<Record<SignalType, string>>> = {
  hiring: 'jobs',
  funding: 'rounds',
  web: 'the website',
  tool: 'tools',
}

export const NEWS_SLOTS = {
  'news.last': ofCompany(
    `What happened last and on which day, if that is more than ${LATELY_DAYS} days ago: a job that was posted or closed, a round, a tool or a page that came or went.`,
    '8 April 2026, when a job was closed',
    ({ signals, asOf }) => {
      const news = signals.filter(isNews).map((signal) => {
        const isClosed = signal.type === 'hiring' && (signal.closedAt ?? 0) > signal.occurredAt
        return { day: isClosed ? (signal.closedAt ?? 0) : signal.occurredAt, what: isClosed ? CLOSED : whatOf(signal) }
      })
      const [last] = news.toSorted((a, b) => b.day - a.day)
      return last && daysBetween(last.day, asOf) > LATELY_DAYS ? `${dayText(last.day)}, when ${last.what}` : undefined
    },
  ),
  unmonitored: ofCompany('What nobody looks for here.', 'rounds and the website', ({ coverage, signals }) =>
    listText(
      REPORTED_TYPES.filter(
        (type) =>
          coverage[type] === undefined && !signals.some((each) => each.type === type && each.status !== 'retracted'),
      ).flatMap((type) => UNMONITORED[type] ?? []),
      REPORTED_TYPES.length,
    ),
  ),
  'tools.new': {
    description: 'The newest tools that came lately, besides those that matched.',
    example: 'Personio (HR, first seen 7 days ago)',
    fill: (context) => {
      const tools = newTools(context)
      const textOfTool = (tool: Signal) => `${nameOf(tool)} (${aboutTool(tool, 'first seen', context)})`
      return listed(tools.map(nameOf), (names) =>
        listText(tools.filter((tool) => names.includes(nameOf(tool))).map(textOfTool)),
      )
    },
  },
  'tools.started': ofCompany('The newest of these, and its month.', 'Personio in November 2026', (context) => {
    const [tool] = newTools(context)
    return tool && `${nameOf(tool)} in ${monthText(tool.occurredAt)}`
  }),
  'tools.gone': ofCompany(
    `The newest tools that were dropped within ${GONE_DAYS} days.`,
    'Tableau (business intelligence, first noticed 155 days ago)',
    (context) =>
      listText(goneTools(context).map((tool) => `${nameOf(tool)} (${aboutTool(tool, 'first noticed', context)})`)),
  ),
  'tools.stopped': ofCompany('The newest of these.', 'Tableau', (context) => {
    const [tool] = goneTools(context)
    return tool && nameOf(tool)
  }),
  'tools.likely': ofCompany(
    'The tools that are likely in use, for a sentence that says so itself.',
    'Salesforce and Slack',
    (context) => listText(likelyTools(context).map(nameOf)),
  ),
  'tools.said': ofCompany(
    'The sentence of a job ad that names one of these.',
    '“We run our sales process in Salesforce”',
    (context) => likelyTools(context).flatMap((tool) => evidenceOf(tool) ?? [])[0],
  ),
  'tools.advertised': ofCompany('The tool that this sentence names.', 'Salesforce', (context) => {
    const tool = likelyTools(context).find((each) => evidenceOf(each) !== undefined)
    return tool && nameOf(tool)
  }),
  'tools.move': ofCompany(
    'From where to where a job ad says that they move, while another ad still works in the old tool.',
    'from Zendesk to Intercom',
    (context) => {
      const move = moveOf(context)
      return move && `from ${nameOf(move.from)} to ${nameOf(move.to)}`
    },
  ),
  'tools.moveSaid': ofCompany(
    'The sentence that says so.',
    '“We are moving from Zendesk to Intercom this quarter”',
    (context) => {
      const move = moveOf(context)
      return move && evidenceOf(move.to)
    },
  ),
  'ai.tool': ofCompany('An AI tool in use, of a category with a question of its own.', 'ChatGPT', (context) => {
    const tool = askableAi(context)
    return tool && nameOf(tool)
  }),
  'ai.question': ofCompany(
    'What its buyers talk about, without the question mark.',
    'what may people give it to read, and who decides that',
    (context) => {
      const tool = askableAi(context)
      return tool && categoriesOf(tool).flatMap((category) => ASKS[category] ?? [])[0]
    },
  ),
  'money.other': ofCompany(
    'The last money of a year that is no equity round, with its month.',
    'a $1.2M grant in May 2026',
    ({ signals, asOf }) => {
      const [last] = newestFirst(signals.filter(isOtherMoney))
      const summary = last && daysBetween(last.occurredAt, asOf) <= MONEY_DAYS && summaryOf(last)
      return last && summary ? `${summary} in ${monthText(last.occurredAt)}` : undefined
    },
  ),
} as const satisfies Record<string, SlotDeclaration>

const CLOSED = 'a job was closed'

function whatOf({ type, fields }: Signal): string {
  if (type === 'hiring') return 'a job was posted'
  if (type === 'funding') return 'money was raised'
  return `a ${type === 'web' ? 'page' : 'tool'} ${isEnding(fields.change) ? 'went' : 'came'}`
}

/** States that existed before monitoring aren't news, and neither are those irrelevant to a company's work. */
function isNews(signal: Signal): boolean {
  const { type, status, fields } = signal
  if (status === 'retracted' || isOnlyAsked(signal) || fields.rumour === true) return false
  if (type === 'tool') return fields.change === 'adopted' || isEnding(fields.change)
  if (type === 'web') return isOfProduct(signal) && (fields.change === 'launched' || isEnding(fields.change))
  return type === 'hiring' || type === 'funding'
}

function isOtherMoney(signal: Signal): boolean {
  const { type, status, fields } = signal
  return (
    type === 'funding' &&
    status !== 'retracted' &&
    fields.rumour !== true &&
    ['debt', 'grant', 'secondary'].includes(instrumentOf(signal))
  )
}

const isCertain = ({ confidence }: Signal) => confidence >= CERTAIN_FROM

/** Besides those that matched. */
function newTools(context: SlotContext): Signal[] {
  const matched = new Set(matchOf(context, 'tool')?.matching.map(nameOf))
  return presentOf(context, 'tool').filter(
    (tool) => isCertain(tool) && isNewTool(tool, context, LATELY_DAYS) && !matched.has(nameOf(tool)),
  )
}

/** The sentence about a move is separate, and the new tool isn't in daily use yet. */
function likelyTools(context: SlotContext): Signal[] {
  const move = moveOf(context)
  return presentOf(context, 'tool').filter((tool) => !isCertain(tool) && tool !== move?.to)
}

function askableAi(context: SlotContext): Signal | undefined {
  return presentOf(context, 'tool').find(
    (tool) =>
      tool.fields.ai === true &&
      isCertain(tool) &&
      isSettled(tool, context) &&
      categoriesOf(tool).some((category) => Object.hasOwn(ASKS, category)),
  )
}

function goneTools({ signals, asOf }: SlotContext): Signal[] {
  return newestFirst(signals).filter(
    (tool) =>
      tool.type === 'tool' &&
      tool.status === 'active' &&
      isEnding(tool.fields.change) &&
      isCertain(tool) &&
      daysBetween(tool.occurredAt, asOf) <= GONE_DAYS,
  )
}

function aboutTool(tool: Signal, verb: string, { asOf }: SlotContext): string {
  const category = textOf(tool, 'category')
  return [category && slugPhrase(category), `${verb} ${agoText(daysBetween(tool.occurredAt, asOf))}`]
    .filter(Boolean)
    .join(', ')
}
