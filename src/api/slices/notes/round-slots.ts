// Slots about money: the round that a clause matched. In a slice without rounds, the last equity round of a year, with its
// date, because a seller asks where the budget comes from.

import type { Instrument } from '../../../closed-sets/signals.ts'
import { instrumentOf } from '../../../meaning/facts/index.ts'
import type { Signal } from '../../../meaning/signals/index.ts'
import { newestFirst } from '../../../query/index.ts'
import { jobOf, titleOf } from './job-choice.ts'
import { HIRES_FOR, lastingJobs } from './open-job-choice.ts'
import {
  agoText,
  amountText,
  articleOf,
  daysBetween,
  dayText,
  listText,
  monthText,
  outsideText,
  slugPhrase,
} from './phrases.ts'
import { certain, matchOf, ofSignal, type SlotContext, type SlotDeclaration, textOf } from './slot-context.ts'

const MAX_INVESTOR = 60
const RECENT_DAYS = 365
const FRESH_DAYS = 120
const SETTLED_DAYS = 14
/** A round of the days before may be the same one, reported differently. */
const MIN_DAYS_BETWEEN_ROUNDS = 60

const roundOf = (context: SlotContext) =>
  (matchOf(context, 'funding') ?? matchOf(context, 'funding_ai'))?.best ?? lastRound(context)
const ofRound = ofSignal(roundOf)

export const ROUND_SLOTS = {
  'round.summary': ofRound('Amount and kind, with an article.', 'a $9M Series A', summaryOf),
  'round.short': ofRound('Amount and kind, without an article.', '$9M Series A', shortOf),
  'round.name': ofRound('The kind of round.', 'Series A', (round) => nameOf(round)),
  'round.amount': ofRound('The amount.', '$9M', amountOf),
  'round.date': ofRound('The day on which it was announced.', '28 October 2026', (round) => dayText(dayOf(round))),
  'round.month': ofRound('Its month.', 'October 2026', (round) => monthText(dayOf(round))),
  'round.ago': ofRound('How long ago that was.', '21 days ago', (round, { asOf }) =>
    agoText(daysBetween(dayOf(round), asOf)),
  ),
  'round.previous': ofRound(
    'The equity round before it, with its month.',
    'a $2M seed round in May 2024',
    (round, { signals }) => {
      const before = newestFirst(signals).find(
        (each) => isEquityRound(each) && daysBetween(dayOf(each), dayOf(round)) > MIN_DAYS_BETWEEN_ROUNDS,
      )
      return before && summaryOf(before) && `${summaryOf(before)} in ${monthText(dayOf(before))}`
    },
  ),
  'round.fresh': ofRound(
    `Amount and kind, without an article. Empty after ${FRESH_DAYS} days: by then most of it is planned. Empty too if what matched began before the round.`,
    '$9M Series A',
    (round, context) => {
      const began = (jobOf(context) ?? matchOf(context, 'velocity')?.best)?.occurredAt
      if (daysBetween(dayOf(round), context.asOf) > FRESH_DAYS) return undefined
      if (began !== undefined && daysBetween(dayOf(round), began) < 0) return undefined
      return shortOf(round)
    },
  ),
  'round.settled': ofRound(
    `The same, if it is at least ${SETTLED_DAYS} days old: before that, nothing follows from what has not happened yet.`,
    '$9M Series A',
    (round, { asOf }) => (daysBetween(dayOf(round), asOf) < SETTLED_DAYS ? undefined : shortOf(round)),
  ),
  'round.just': ofRound(
    `Amount and kind, with an article, if it is less than ${SETTLED_DAYS} days old.`,
    'a $9M Series A',
    (round, { asOf }) => (daysBetween(dayOf(round), asOf) < SETTLED_DAYS ? summaryOf(round) : undefined),
  ),
  'round.last': ofSignal(({ signals }) => newestFirst(signals).find(isEquityRound))(
    'The last equity round, however long ago, with its month.',
    'a $9M Series A in October 2024',
    (round) => summaryOf(round) && `${summaryOf(round)} in ${monthText(dayOf(round))}`,
  ),
  'round.hires': {
    description: 'The titles of the newest two open jobs that were posted since.',
    example: '“Data Engineer” and “AI SDR”',
    fill: (context) => {
      const round = roundOf(context)
      const jobs = round ? lastingJobs(context).filter((job) => daysBetween(dayOf(round), job.occurredAt) >= 0) : []
      const value = certain(listText([...new Set(jobs.map(titleOf))].slice(0, 2)))
      return value && { ...value, subject: HIRES_FOR }
    },
  },
  'round.investors': ofRound('Who invested.', 'Harbour Ventures and 2 more', ({ fields }) =>
    listText([fields.investors ?? []].flat().map((name) => outsideText(String(name), MAX_INVESTOR))),
  ),
} as const satisfies Record<string, SlotDeclaration>

function shortOf(round: Signal): string {
  return [amountOf(round), nameOf(round)].filter(Boolean).join(' ')
}

function lastRound({ signals, asOf }: SlotContext): Signal | undefined {
  const rounds = signals.filter(
    (signal) => isEquityRound(signal) && daysBetween(signal.occurredAt, asOf) <= RECENT_DAYS,
  )
  return newestFirst(rounds)[0]
}

function isEquityRound(signal: Signal): boolean {
  const { type, status, fields } = signal
  return type === 'funding' && status !== 'retracted' && fields.rumour !== true && instrumentOf(signal) === 'equity'
}

function dayOf({ fields, occurredAt }: Signal): number {
  const announced = typeof fields.announcedOn === 'string' ? Date.parse(fields.announcedOn) / 1_000 : Number.NaN
  return Number.isNaN(announced) ? occurredAt : announced
}

const LATER = /^series_([a-z])_plus$/
const SERIES = /^series_([a-z])(?:_|$)/

/** Money that is no equity says so, whether its source names the round or not. */
const OTHER_MONEY: Readonly<Partial<Record<Instrument, string>>> = {
  ...{ debt: 'debt financing', grant: 'grant', secondary: 'secondary sale', unknown: 'financing' },
}

function nameOf(round: Signal): string | undefined {
  const instrument = instrumentOf(round)
  const slug = textOf(round, 'round')
  const isNamed = slug !== undefined && !['unknown', 'undisclosed', instrument].includes(slug)
  if (!isNamed) return OTHER_MONEY[instrument]
  const later = LATER.exec(slug)?.[1]
  if (later !== undefined) return `Series ${later.toUpperCase()} or later`
  const words = slugPhrase(slug.replace('pre_seed', 'pre-seed')).replace(
    /^series (\w)/,
    (_, letter: string) => `Series ${letter.toUpperCase()}`,
  )
  return SERIES.test(slug) || /\b(?:round|grant|debt|loan|financing|extension|note)\b/.test(words)
    ? words
    : `${words} round`
}

/** "EUR 8M (about $9M)", "$9M", "at least $5M". */
function amountOf(round: Signal): string | undefined {
  const { amountUsd, amountOriginal, partial } = round.fields
  if (typeof amountUsd !== 'number' || amountUsd <= 0) return undefined
  const [, currency, original] = /^([A-Z]{3}) (\d{1,15})$/.exec(String(amountOriginal ?? '')) ?? []
  const dollars = amountText(amountUsd)
  const amount =
    currency === undefined || currency === 'USD'
      ? dollars
      : `${amountText(Number(original), `${currency} `)} (about ${dollars})`
  return partial === true ? `at least ${amount}` : amount
}

export function summaryOf(round: Signal): string | undefined {
  const [amount, name] = [amountOf(round), nameOf(round)]
  if (amount === undefined) return name && `${articleOf(name)} ${name}`
  if (name === undefined) return amount
  return /^\$/.test(amount) ? `${articleOf(amount)} ${amount} ${name}` : `${amount} in ${articleOf(name)} ${name}`
}
