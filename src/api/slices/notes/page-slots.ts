// Slots about pages of the website: the one that a clause matched, and what else is there.

import type { Signal } from '../../../meaning/signals/index.ts'
import { newestFirst } from '../../../query/index.ts'
import { agoText, counted, daysBetween, dayText, listText, monthText, outsideText, quotedText } from './phrases.ts'
import {
  certain,
  matchOf,
  ofSignal,
  presentOf,
  type SlotContext,
  type SlotDeclaration,
  textOf,
} from './slot-context.ts'
import { LATELY_DAYS } from './tool-slots.ts'

const MAX_PAGE = 100
/** In the first days, it isn't known how much a page is used. */
const USED_DAYS = 14
/** A page that follows another of its kind by this many days isn't a launch. */
const OLD_PAGE_DAYS = 30

/** What a product shows of AI. An llms.txt and rules for crawlers say nothing about a company's own work. */
const PAGE_KINDS: Readonly<Record<string, string>> = {
  ...{ ai_product_page: 'AI product page', ai_feature: 'AI feature', ai_chat_widget: 'AI chat widget' },
  mcp_endpoint: 'MCP endpoint',
}

const ofPage = (...declared: Parameters<ReturnType<typeof ofSignal>>) => ({
  ...ofSignal(pageOf)(...declared),
  needs: ['web'] as const,
})

export const PAGE_SLOTS = {
  'page.what': ofPage('What was seen, in the words of the source.', '“Product page of an AI assistant”', ({ label }) =>
    quotedText(label, MAX_PAGE),
  ),
  'page.title': ofPage('Its title, or else what it is.', '“The assistant for your team”', (page) =>
    titleOfPage(page, 'an'),
  ),
  'page.name': ofPage('The same, of a page that was named before.', '“The assistant for your team”', (page) =>
    titleOfPage(page, 'the'),
  ),
  'page.new': ofPage(
    `Its title, if it was first seen less than ${USED_DAYS} days ago. It went online between two visits, so the exact day is unknown.`,
    '“The assistant for your team”',
    (page, { asOf }) => (daysBetween(page.occurredAt, asOf) < USED_DAYS ? titleOfPage(page, 'an') : undefined),
  ),
  'page.url': ofPage('Its address.', 'northwind.example/ai', (page) => {
    const url = textOf(page, 'pageUrl')
    return url && outsideText(url.replace(/^https?:\/\//, ''), MAX_PAGE)
  }),
  'page.since': ofPage('The day since which it is up.', '2 November 2026', ({ occurredAt }) => dayText(occurredAt)),
  'page.ago': ofPage('How long ago that was.', '12 days ago', ({ occurredAt }, { asOf }) =>
    agoText(daysBetween(occurredAt, asOf)),
  ),
  'page.long': ofPage(
    `How long it has been up at least. Empty for less than ${USED_DAYS} days.`,
    '21 days',
    ({ occurredAt }, { asOf }) => {
      const days = daysBetween(occurredAt, asOf)
      return days < USED_DAYS ? undefined : counted(days, 'day')
    },
  ),
  'page.before': ofPage(
    `That another page of its kind was there at least ${OLD_PAGE_DAYS} days before it, and since when.`,
    'an MCP endpoint has been known here since July 2025',
    (page, context) => {
      const before = newestFirst(pagesBefore(page, context)).at(-1)
      const kind = PAGE_KINDS[String(page.fields.kind)]
      return before && kind && `an ${kind} has been known here since ${monthText(before.occurredAt)}`
    },
  ),
  'pages.others': {
    description: 'Other pages about AI in a product that came in the window, newest first.',
    example: '“AI agents” and an MCP endpoint',
    needs: ['web'] as const,
    fill: (context: SlotContext) => {
      const page = pageOf(context)
      const title = page && titleOfPage(page, 'an')
      return certain(
        listText(
          launched(context, context.windowDays)
            .map((each) => titleOfPage(each, 'an'))
            .filter((each) => each !== title),
        ),
      )
    },
  },
  'pages.new': {
    description: `What the website shows of AI in a product that came in the last ${LATELY_DAYS} days.`,
    example: '“Product page of an AI assistant”, first seen 12 days ago',
    fill: (context) =>
      certain(
        listText(
          launched(context, LATELY_DAYS).map(
            (page) => `${labelOf(page)}, first seen ${agoText(daysBetween(page.occurredAt, context.asOf))}`,
          ),
          2,
        ),
      ),
  },
  'pages.feature': {
    description: `The newest feature with AI that came in the last ${LATELY_DAYS} days, in the words of the source.`,
    example: '“AI summaries announced as a feature”',
    fill: (context) => {
      const value = certain(newFeature(context)[0])
      return value && { ...value, subject: 'a new feature' }
    },
  },
  'pages.featured': {
    description: 'The same, with when it was first seen.',
    example: '“AI summaries announced as a feature”, first seen 12 days ago',
    fill: (context) => certain(newFeature(context).join(', first seen ')),
  },
  'pages.known': {
    description: 'What else the website shows of AI in a product, in the words of the sources, newest first.',
    example: '“Product page of an AI assistant”',
    fill: (context) => {
      const recent = new Set(launched(context, LATELY_DAYS))
      return certain(
        listText(
          ofProducts(context)
            .filter((page) => !recent.has(page))
            .map(labelOf),
          2,
        ),
      )
    },
  },
  'pages.none': {
    description: 'The last day on which somebody looked at the website, if it shows no AI in a product.',
    example: '17 November 2026',
    fill: (context) =>
      certain(
        context.coverage.web && ofProducts(context).length === 0
          ? dayText(context.coverage.web.lastLookedAt)
          : undefined,
      ),
  },
  'pages.lookedOn': {
    description: 'The last day on which somebody looked at the website.',
    example: '17 November 2026',
    fill: ({ coverage }) => certain(coverage.web && dayText(coverage.web.lastLookedAt)),
  },
} as const satisfies Record<string, SlotDeclaration>

export function isOfProduct({ fields }: Signal): boolean {
  return Object.hasOwn(PAGE_KINDS, String(fields.kind))
}

function ofProducts(context: SlotContext): Signal[] {
  return presentOf(context, 'web').filter(isOfProduct)
}

function launched(context: SlotContext, days: number): Signal[] {
  return ofProducts(context).filter(
    ({ occurredAt, fields }) => fields.change === 'launched' && daysBetween(occurredAt, context.asOf) <= days,
  )
}

function newFeature(context: SlotContext): string[] {
  const [page] = launched(context, LATELY_DAYS).filter(({ fields }) => fields.kind === 'ai_feature')
  return page ? [labelOf(page), agoText(daysBetween(page.occurredAt, context.asOf))] : []
}

const labelOf = ({ label }: Signal) => quotedText(label, MAX_PAGE)

function pagesBefore({ occurredAt, fields }: Signal, { signals }: SlotContext): Signal[] {
  return signals.filter(
    (each) =>
      each.type === 'web' &&
      each.status !== 'retracted' &&
      each.fields.kind === fields.kind &&
      daysBetween(each.occurredAt, occurredAt) >= OLD_PAGE_DAYS,
  )
}

/** The newest that is new: documents of an endpoint that has been there for long are no launch. */
function pageOf(context: SlotContext): Signal | undefined {
  const match = matchOf(context, 'web')
  return match && (newestFirst(match.matching).find((page) => pagesBefore(page, context).length === 0) ?? match.best)
}

/** A label that is no title is no name for a page: "an MCP endpoint". */
function titleOfPage({ label, fields }: Signal, article: string): string {
  const title = /^(?:[^:]{1,80}: (?=\S)|Product page of (?:an? )?)(.*)$/s.exec(label)?.[1]
  const kind = String(fields.kind ?? '')
  return title === undefined && Object.hasOwn(PAGE_KINDS, kind)
    ? `${article} ${PAGE_KINDS[kind]}`
    : quotedText(title ?? label, MAX_PAGE)
}
