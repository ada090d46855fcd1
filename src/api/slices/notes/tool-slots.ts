// Slots about tools: the one that a clause matched, the one that was dropped, and what else is in use.

import { isOnlyAsked, type Signal } from '../../../meaning/signals/index.ts'
import { toolList } from '../../../meaning/tools/index.ts'
import { isEnding } from '../../../meaning/types/index.ts'
import { isStateClause, newestFirst } from '../../../query/index.ts'
import { CERTAIN_FROM, type SlotValue } from './note-template.ts'
import { agoText, daysBetween, dayText, listText, monthText, outsideText, quotedText, slugPhrase } from './phrases.ts'
import {
  askedOnce,
  certain,
  listed,
  matchOf,
  ofMatch,
  presentOf,
  type SlotContext,
  type SlotDeclaration,
  statedBy,
  textOf,
} from './slot-context.ts'
import { ASKED_FIRST, ASKS, KEEPS_DATA, MEANS, NEAR, whoAsked } from './tool-texts.ts'

const MAX_NAME = 60
const MAX_EVIDENCE = 240
/**
 * One tool takes the place of another of its category if it came at most this many days before or after the other was
 * dropped.
 */
const SWITCH_DAYS = 180
/** A tool that is in use for a shorter time may be a first look. */
const KNOWN_DAYS = 60
/** A tool that was adopted so short ago is news, and nothing is settled around it. */
const NEW_DAYS = 30
/** Changes within this many days may still be a subject of a call. */
export const LATELY_DAYS = 90
/** Two tools that came within this many days: neither of them is the old one. */
const INCUMBENT_DAYS = 90

const needs = ['tool'] as const

const ofTool = ofMatch('tool')
const ofDropped = ofMatch('tool', { hasEnded: true })
/** Certain, whatever the tool is that matched: quotations, tools that are certain themselves, and what a sentence leaves open. */
const unmarked = { state: (_tool: Signal, text: string | undefined) => certain(text) }
const ofToolUnmarked = ofMatch('tool', unmarked)
const ofDroppedUnmarked = ofMatch('tool', { hasEnded: true, ...unmarked })

const REPLACED = 'a tool in place of another'
const LEFT = 'a tool that they leave'

export const TOOL_SLOTS = {
  'tool.name': ofTool('The tool that matched: adopted or in use.', 'Snowflake', nameOf),
  'tool.category': ofTool('What it is for.', 'data warehouse', (tool) => {
    const category = textOf(tool, 'category')
    return category && slugPhrase(category)
  }),
  'tool.since': ofTool('The day since which it is known.', '14 October 2026', ({ occurredAt }) => dayText(occurredAt)),
  'tool.ago': ofTool('How long ago it was first seen.', '34 days ago', ({ occurredAt }, { asOf }) =>
    agoText(daysBetween(occurredAt, asOf)),
  ),
  'tool.month': ofTool('Its month.', 'October 2026', ({ occurredAt }) => monthText(occurredAt)),
  'tool.known': ofTool(
    `The month since which it is known to be in use. Empty for less than ${KNOWN_DAYS} days.`,
    'July 2025',
    ({ occurredAt }, { asOf }) => (daysBetween(occurredAt, asOf) < KNOWN_DAYS ? undefined : monthText(occurredAt)),
  ),
  'tool.evidence': ofToolUnmarked(
    'The sentence that names it, in quotation marks.',
    '“You run our Snowflake warehouse”',
    evidenceOf,
  ),
  'tool.replaces': askedOnce(
    REPLACED,
    ofTool('The tool of its category that was dropped around the same time.', 'Amazon Redshift', (tool, context) =>
      switchedWith(tool, droppedOf(context)),
    ),
  ),
  'tool.beside': ofToolUnmarked(
    'Other tools of its category that are in use and didn’t come after it.',
    'Amazon Redshift',
    besideOf,
  ),
  'tool.ousts': ofToolUnmarked(
    'The same, if it was there long before and is no AI tool: of these, companies run several.',
    'Amazon Redshift',
    (tool, context) => {
      const areSettled = rivalsInUse(tool, context).every(
        ({ occurredAt }) => daysBetween(occurredAt, tool.occurredAt) >= INCUMBENT_DAYS,
      )
      return tool.fields.ai !== true && areSettled ? besideOf(tool, context) : undefined
    },
  ),
  'tools.others': ofToolUnmarked('The other tools that matched.', 'Claude and Cursor', (tool, context) => {
    const matching = matchOf(context, 'tool')?.matching ?? []
    return listText(certainNames(newestFirst(matching).filter((other) => nameOf(other) !== nameOf(tool))))
  }),
  'tool.means': ofToolUnmarked(
    'What an AI tool of its category usually is a sign of: a guess.',
    'search or answers from their own documents are being built',
    (tool) => categoriesOf(tool).flatMap((category) => MEANS[category] ?? [])[0],
  ),
  'tool.question': ofToolUnmarked(
    'What to ask about a tool of its category that is new, without the question mark.',
    'which documents should people find with it, and who checks the answers',
    (tool, { employeeCount }) =>
      categoriesOf(tool).flatMap((category) => ASKS[category] ?? [])[0] ??
      `${whoAsked(employeeCount)} asked for it, and how will you tell that it pays off`,
  ),
  'tools.ai': {
    description: 'AI tools in use besides those that matched and those that are new.',
    example: 'ChatGPT and Cursor',
    fill: (context) => {
      const matched = new Set(matchOf(context, 'tool')?.matching.map(nameOf))
      const tools = presentOf(context, 'tool').filter(
        (tool) => tool.fields.ai === true && isSettled(tool, context) && !matched.has(nameOf(tool)),
      )
      return certain(listText(certainNames(tools), 2))
    },
  },
  'tools.known': {
    description: 'The tools in use, what a seller asks about first, without those of `{tools.new}`.',
    example: 'HubSpot CRM, Zendesk Support and 2 more',
    fill: (context) => {
      const rank = (tool: Signal) => {
        const ranks = categoriesOf(tool).map((category) => ASKED_FIRST.indexOf(category))
        return Math.min(...ranks.filter((at) => at !== -1), ASKED_FIRST.length)
      }
      const settled = presentOf(context, 'tool').filter(
        (tool) => !isNewTool(tool, context, LATELY_DAYS) && !isComing(tool, context),
      )
      return listed(certainNames(settled.toSorted((a, b) => rank(a) - rank(b))), (names) => listText(names))
    },
  },
  'tools.asked': {
    description: 'The tools whose skills job ads ask for, and that are not known to be in use.',
    example: 'Salesforce and Snowflake',
    fill: ({ signals }) =>
      certain(
        listText(newestFirst(signals.filter((each) => each.status === 'active' && isOnlyAsked(each))).map(nameOf)),
      ),
  },
  'incumbent.name': {
    description: 'The tool in use that matched beside a new one.',
    example: 'HubSpot CRM',
    needs,
    fill: (context) => incumbentOf(context, nameOf),
  },
  'incumbent.beside': {
    description: `That it was there at least ${INCUMBENT_DAYS} days before, or that it is new too.`,
    example: 'beside HubSpot CRM',
    needs,
    fill: (context) =>
      incumbentOf(context, (known, added) =>
        daysBetween(known.occurredAt, added.occurredAt) >= INCUMBENT_DAYS
          ? `beside ${nameOf(known)}`
          : `at about the same time as ${nameOf(known)}`,
      ),
  },
  'dropped.name': ofDropped('The tool that was dropped.', 'HubSpot CRM', nameOf),
  'dropped.date': ofDropped('The day of that, if the drop is certain.', '19 October 2026', (tool) =>
    isCertain(tool) ? dayText(tool.occurredAt) : undefined,
  ),
  'dropped.ago': ofDropped('How long ago that was, if the drop is certain.', '30 days ago', (tool, { asOf }) =>
    isCertain(tool) ? agoText(daysBetween(tool.occurredAt, asOf)) : undefined,
  ),
  'dropped.likely': {
    ...askedOnce(
      LEFT,
      ofDroppedUnmarked(
        'The tool that was dropped, if that is a guess: for a sentence that says so itself.',
        'HubSpot CRM',
        (tool) => (isCertain(tool) ? undefined : nameOf(tool)),
      ),
    ),
    isOfGuess: true,
  },
  'dropped.sure': ofDropped('The tool that was dropped, if that is certain.', 'HubSpot CRM', (tool) =>
    isCertain(tool) ? nameOf(tool) : undefined,
  ),
  'dropped.noticed': ofDroppedUnmarked(
    'How long ago the drop was noticed and on which day, be it certain or a guess: for a sentence that marks it.',
    '30 days ago, on 19 October 2026',
    ({ occurredAt }, { asOf }) => `${agoText(daysBetween(occurredAt, asOf))}, on ${dayText(occurredAt)}`,
  ),
  'dropped.topic': ofDroppedUnmarked(
    'The tool that was dropped, not marked as a guess: for a question, or after a sentence that marks it.',
    'HubSpot CRM',
    nameOf,
  ),
  'dropped.evidence': ofDroppedUnmarked('The sentence that says so.', '“We moved off HubSpot this year”', evidenceOf),
  'dropped.gap': askedOnce(
    REPLACED,
    ofDroppedUnmarked(
      'The same as `{dropped.successor}`, for the question what is missing in it.',
      'Pipedrive',
      successorOf,
    ),
  ),
  'dropped.successor': ofDroppedUnmarked(
    'The tool of its category that was adopted around the same time, or that the same sentence names.',
    'Pipedrive',
    successorOf,
  ),
  'dropped.move': askedOnce(
    LEFT,
    ofDroppedUnmarked(
      'From where to where, if a sentence of a job ad says so.',
      'from HubSpot CRM to Pipedrive',
      (tool, context) => {
        const successor = evidenceOf(tool) && successorOf(tool, context)
        if (evidenceOf(tool) === undefined) return undefined
        return successor === undefined ? `off ${nameOf(tool)}` : `from ${nameOf(tool)} to ${successor}`
      },
    ),
  ),
  'dropped.data': ofDroppedUnmarked(
    'The tool that was dropped, if it is of a category of tools that keep data which has to be moved.',
    'HubSpot CRM',
    (tool) => (categoriesOf(tool).some((category) => KEEPS_DATA.has(category)) ? nameOf(tool) : undefined),
  ),
  'dropped.open': ofDroppedUnmarked(
    'The tool that was dropped, if nothing is known that takes its place: none of its category is in use, and none near to it was adopted since.',
    'HubSpot CRM',
    (tool, context) => {
      const isOpen =
        successorOf(tool, context) === undefined &&
        rivalsInUse(tool, context).length === 0 &&
        !hasNearSince(tool, context)
      return isOpen ? nameOf(tool) : undefined
    },
  ),
  'dropped.beside': ofDroppedUnmarked(
    'Other tools of its category that are in use, if none is known to take its place.',
    'Salesforce Sales Cloud',
    (tool, context) =>
      successorOf(tool, context) === undefined ? listText(certainNames(rivalsInUse(tool, context)), 2) : undefined,
  ),
} as const satisfies Record<string, SlotDeclaration>

/** What there is to say about the tools of a category. */
const OF_CATEGORY: Readonly<Record<string, (category: string) => SlotDeclaration>> = {
  uses: (category) => ({
    description: `The tools in use of the category ${category}, without those adopted in the last ${NEW_DAYS} days and those that a job ad says are moved to.`,
    example: exampleOf(category),
    fill: (context) =>
      certain(listText(certainNames(inUse(context, category).filter((tool) => isSettled(tool, context))), 2)),
  }),
  ads: (category) => ({
    description: `The sentence of a job ad that names a tool of the category ${category}, if none is certain to be in use.`,
    example: `“We work in ${exampleOf(category)}”`,
    fill: (context) => {
      const tools = inUse(context, category)
      if (tools.some(isCertain)) return undefined
      const [sentence] = tools.flatMap((tool) => evidenceOf(tool) ?? [])
      return certain(sentence)
    },
  }),
  advertised: (category) => ({
    description: `The tool of the category ${category} that this sentence names.`,
    example: exampleOf(category),
    fill: (context) => {
      const tools = inUse(context, category)
      const named = tools.some(isCertain) ? undefined : tools.find((tool) => evidenceOf(tool) !== undefined)
      return certain(named && nameOf(named))
    },
  }),
  asks: (category) => ({
    description: `The tools of the category ${category} whose skills job ads ask for, if none is known to be in use.`,
    example: exampleOf(category),
    fill: (context) => {
      if (inUse(context, category).length > 0) return undefined
      const asked = context.signals.filter(
        (signal) => signal.status === 'active' && isOnlyAsked(signal) && categoriesOf(signal).includes(category),
      )
      return certain(listText(newestFirst(asked).map(nameOf), 2))
    },
  }),
}

/** `uses.crm`, `ads.crm`, `asks.crm`, and so on with every category. */
export function categorySlot(name: string): SlotDeclaration | undefined {
  const [kind = '', category = ''] = name.split('.', 2)
  if (!Object.hasOwn(OF_CATEGORY, kind) || name !== `${kind}.${category}`) return undefined
  return toolCategories().includes(category) ? OF_CATEGORY[kind]?.(category) : undefined
}

export function categorySlotNames(): string[] {
  return Object.keys(OF_CATEGORY).flatMap((kind) => toolCategories().map((category) => `${kind}.${category}`))
}

function inUse(context: SlotContext, category: string): Signal[] {
  return presentOf(context, 'tool').filter((tool) => categoriesOf(tool).includes(category))
}

export function isNewTool({ occurredAt, fields }: Signal, { asOf }: SlotContext, days = NEW_DAYS): boolean {
  return fields.change === 'adopted' && daysBetween(occurredAt, asOf) < days
}

/** The sentence that says so also says what is left for it: "We are moving from Zendesk to Intercom". */
function isComing(tool: Signal, context: SlotContext): boolean {
  const sentence = evidenceOf(tool)
  return droppedOf(context).some((other) => sentence && isRival(tool, other) && evidenceOf(other) === sentence)
}

/** It is in daily use by now. */
export const isSettled = (tool: Signal, context: SlotContext) => !isNewTool(tool, context) && !isComing(tool, context)

/** The names of those that are certain and not new, which may be none; undefined if no tool of these categories is in use. */
export function toolsFor(context: SlotContext, categories: readonly string[]): string | undefined {
  const tools = presentOf(context, 'tool').filter((tool) =>
    categoriesOf(tool).some((category) => categories.includes(category)),
  )
  return tools.length === 0 ? undefined : listText(certainNames(tools.filter((tool) => isSettled(tool, context))), 2)
}

function exampleOf(category: string): string {
  return toolList().products.find((product) => product.category === category)?.name ?? ''
}

function toolCategories(): string[] {
  return [...new Set(toolList().products.map(({ category }) => category))].sort()
}

export function nameOf(tool: Signal): string {
  return outsideText(textOf(tool, 'tool') ?? tool.label, MAX_NAME)
}

function isCertain({ confidence }: Signal): boolean {
  return confidence >= CERTAIN_FROM
}

/** A tool that is only likely is no fact to mention in passing. */
function certainNames(tools: readonly Signal[]): string[] {
  return tools.filter(isCertain).map(nameOf)
}

export function evidenceOf(tool: Signal): string | undefined {
  const sentence = textOf(tool, 'evidence')
  return sentence && quotedText(sentence.replace(/[.\s]{1,5}$/, ''), MAX_EVIDENCE)
}

function droppedOf({ signals }: SlotContext): Signal[] {
  return signals.filter(
    ({ type, status, fields }) => type === 'tool' && status !== 'retracted' && isEnding(fields.change),
  )
}

export const isRival = (tool: Signal, other: Signal) =>
  categoriesOf(other).some((category) => categoriesOf(tool).includes(category)) && nameOf(other) !== nameOf(tool)

/** Those of a family are the categories of its main products. */
export function categoriesOf({ fields: { category, categories } }: Signal): string[] {
  return [category ?? [], categories ?? []].flat().map(String)
}

function hasNearSince(tool: Signal, context: SlotContext): boolean {
  const near = NEAR.filter((group) => categoriesOf(tool).some((category) => group.has(category)))
  return presentOf(context, 'tool').some(
    (other) =>
      other.fields.change === 'adopted' &&
      other.occurredAt >= tool.occurredAt &&
      categoriesOf(other).some((category) => near.some((group) => group.has(category))),
  )
}

function rivalsInUse(tool: Signal, context: SlotContext): Signal[] {
  return presentOf(context, 'tool').filter((other) => isRival(tool, other))
}

/** By the time, or because one sentence names both: "We are moving from Zendesk to Intercom". */
function successorOf(tool: Signal, context: SlotContext): string | undefined {
  const rivals = rivalsInUse(tool, context)
  const sentence = evidenceOf(tool)
  const [named, another] = new Set(rivals.filter((other) => sentence && evidenceOf(other) === sentence).map(nameOf))
  if (named !== undefined && another === undefined) return named
  return switchedWith(
    tool,
    rivals.filter(({ fields }) => fields.change === 'adopted'),
  )
}

function besideOf(tool: Signal, context: SlotContext): string {
  const isLater = ({ occurredAt, fields }: Signal) => fields.change === 'adopted' && occurredAt > tool.occurredAt
  return listText(certainNames(rivalsInUse(tool, context).filter((other) => !isLater(other))), 2)
}

function incumbentOf(context: SlotContext, textFor: (known: Signal, added: Signal) => string): SlotValue | undefined {
  const known = context.matches.find(({ clause, best }) => best.type === 'tool' && isStateClause(clause))?.best
  const added = matchOf(context, 'tool')?.best
  return known && added && statedBy(known, textFor(known, added))
}

/** One name or none: with two, it isn't known which one it was. */
function switchedWith(tool: Signal, others: readonly Signal[]): string | undefined {
  const near = others.filter(
    (other) => isRival(tool, other) && Math.abs(daysBetween(other.occurredAt, tool.occurredAt)) <= SWITCH_DAYS,
  )
  const names = new Set(certainNames(near))
  return names.size === 1 ? [...names][0] : undefined
}
