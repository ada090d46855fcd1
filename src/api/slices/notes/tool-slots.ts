// Slots about tools: the one that a clause matched, the one that was dropped, and what else is in use.

import type { Signal } from '../../../meaning/signals/index.ts'
import { toolList } from '../../../meaning/tools/index.ts'
import { isEnding } from '../../../meaning/types/index.ts'
import { isStateClause, newestFirst } from '../../../query/index.ts'
import { CERTAIN_FROM } from './note-template.ts'
import { daysBetween, dayText, listText, outsideText, quotedText, slugPhrase } from './phrases.ts'
import {
  certain,
  matchOf,
  ofMatch,
  presentOf,
  type SlotContext,
  type SlotDeclaration,
  statedBy,
  textOf,
} from './slot-context.ts'

const MAX_NAME = 60
const MAX_EVIDENCE = 240
/** One tool takes the place of another of its category if it came at most so many days before or after the other went. */
const SWITCH_DAYS = 180

const needs = ['tool'] as const

const ofTool = ofMatch('tool')
const ofDropped = ofMatch('tool', { hasEnded: true })
/** Certain, whatever the tool is that matched: quotations, tools that are certain themselves, and what a sentence leaves open. */
const unmarked = { state: (_tool: Signal, text: string | undefined) => certain(text) }
const ofToolUnmarked = ofMatch('tool', unmarked)
const ofDroppedUnmarked = ofMatch('tool', { hasEnded: true, ...unmarked })

export const TOOL_SLOTS = {
  'tool.name': ofTool('The tool that matched: adopted or in use.', 'Snowflake', nameOf),
  'tool.category': ofTool('What it is for.', 'data warehouse', (tool) => {
    const category = textOf(tool, 'category')
    return category && slugPhrase(category)
  }),
  'tool.since': ofTool('The day since which it is known.', '14 October 2026', ({ occurredAt }) => dayText(occurredAt)),
  'tool.evidence': ofToolUnmarked(
    'The sentence that names it, in quotation marks.',
    '“You run our Snowflake warehouse”',
    evidenceOf,
  ),
  'tool.replaces': ofTool(
    'The tool of its category that was dropped around the same time.',
    'Amazon Redshift',
    (tool, context) => switchedWith(tool, droppedOf(context)),
  ),
  'tool.beside': ofToolUnmarked('Other tools of its category that are in use.', 'Amazon Redshift', (tool, context) =>
    listText(certainNames(presentOf(context, 'tool').filter((other) => isRival(tool, other))), 2),
  ),
  'tools.others': ofToolUnmarked('The other tools that matched.', 'Claude and Cursor', (tool, context) => {
    const matching = matchOf(context, 'tool')?.matching ?? []
    return listText(certainNames(newestFirst(matching).filter((other) => nameOf(other) !== nameOf(tool))))
  }),
  'incumbent.name': {
    description: 'The tool in use that matched beside a new one.',
    example: 'HubSpot CRM',
    needs,
    fill: ({ matches }) => {
      const known = matches.find(({ clause, best }) => best.type === 'tool' && isStateClause(clause))
      return known && statedBy(known.best, nameOf(known.best))
    },
  },
  'dropped.name': ofDropped('The tool that was dropped.', 'HubSpot CRM', nameOf),
  'dropped.date': ofDropped('The day of that, if the drop is certain.', '19 October 2026', (tool) =>
    isCertain(tool) ? dayText(tool.occurredAt) : undefined,
  ),
  'dropped.likely': {
    ...ofDroppedUnmarked(
      'The tool that was dropped, if that is a guess: for a sentence that says so itself.',
      'HubSpot CRM',
      (tool) => (isCertain(tool) ? undefined : nameOf(tool)),
    ),
    isOfGuess: true,
  },
  'dropped.topic': ofDroppedUnmarked(
    'The tool that was dropped, not marked as a guess: for a question, or after a sentence that marks it.',
    'HubSpot CRM',
    nameOf,
  ),
  'dropped.evidence': ofDroppedUnmarked('The sentence that says so.', '“We moved off HubSpot this year”', evidenceOf),
  'dropped.successor': ofDroppedUnmarked(
    'The tool of its category that was adopted around the same time.',
    'Pipedrive',
    (tool, context) =>
      switchedWith(
        tool,
        presentOf(context, 'tool').filter(({ fields }) => fields.change === 'adopted'),
      ),
  ),
} as const satisfies Record<string, SlotDeclaration>

const USES = 'uses.'

/** `uses.crm`, and so on: the tools of a category that are in use. */
export function usesSlot(name: string): SlotDeclaration | undefined {
  const category = name.startsWith(USES) ? name.slice(USES.length) : ''
  if (!toolCategories().includes(category)) return undefined
  return {
    description: `The tools in use of the category ${category}.`,
    example: toolList().products.find((product) => product.category === category)?.name ?? '',
    fill: (context) =>
      certain(
        listText(certainNames(presentOf(context, 'tool').filter((tool) => tool.fields.category === category)), 2),
      ),
  }
}

export function usesSlotNames(): string[] {
  return toolCategories().map((category) => `${USES}${category}`)
}

function toolCategories(): string[] {
  return [...new Set(toolList().products.map(({ category }) => category))].sort()
}

function nameOf(tool: Signal): string {
  return outsideText(textOf(tool, 'tool') ?? tool.label, MAX_NAME)
}

function isCertain({ confidence }: Signal): boolean {
  return confidence >= CERTAIN_FROM
}

/** A tool that is only likely is no fact to mention in passing. */
function certainNames(tools: readonly Signal[]): string[] {
  return tools.filter(isCertain).map(nameOf)
}

function evidenceOf(tool: Signal): string | undefined {
  const sentence = textOf(tool, 'evidence')
  return sentence && quotedText(sentence.replace(/[.\s]{1,5}$/, ''), MAX_EVIDENCE)
}

function droppedOf({ signals }: SlotContext): Signal[] {
  return signals.filter(
    ({ type, status, fields }) => type === 'tool' && status !== 'retracted' && isEnding(fields.change),
  )
}

const isRival = (tool: Signal, other: Signal) =>
  other.fields.category !== undefined &&
  other.fields.category === tool.fields.category &&
  nameOf(other) !== nameOf(tool)

/** One name or none: with two, nobody knows which one it was. */
function switchedWith(tool: Signal, others: readonly Signal[]): string | undefined {
  const near = others.filter(
    (other) => isRival(tool, other) && Math.abs(daysBetween(other.occurredAt, tool.occurredAt)) <= SWITCH_DAYS,
  )
  const names = new Set(certainNames(near))
  return names.size === 1 ? [...names][0] : undefined
}
