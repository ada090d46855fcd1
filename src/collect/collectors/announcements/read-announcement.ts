// Whether a company's own news says that this company raised money, and how much. Pure.
//
// The title and the first sentences are read one by one. A sentence reports a round if it has money and a recipient,
// and that is the company: by its name, as "we", or as "the company". Another subject before the verb means another
// company's round. Retellings, plans, gifts, revenue and purchases don't count. A title about something else rules it
// out, whatever the text mentions.

import { type Instrument, isRumour, readInstrument } from '../../../meaning/rounds/index.ts'
import { toUsd } from '../../../meaning/signals/index.ts'
import { ownNames, type ReadCompany, type Segment, segmentOf, sentencesIn } from './announcement-text.ts'
import * as cues from './cues.ts'
import { withoutEarlierRound } from './earlier-round.ts'
import type { Money } from './money.ts'
import { roundNamed } from './round-name.ts'

export interface AnnouncementItem {
  readonly title: string
  /** The first paragraphs as plain text. */
  readonly text: string
  /** Unix seconds. */
  readonly publishedAt: number | undefined
}

export interface AnnouncedRound {
  /** As rounds are spelled: `series_a`. */
  readonly round?: string
  /** In units of the currency. */
  readonly amount?: number
  /** ISO 4217. */
  readonly currency?: string
  /** In whole US dollars, at the rate of the day. Absent for a currency without a rate. */
  readonly amountUsd?: number
  readonly instrument: Instrument
  /** The amount is that of a first close: the round may be larger. */
  readonly partial?: boolean
  /** The sentence that states it. */
  readonly sentence: string
}

/** Smaller amounts are raised at runs and raffles. */
const MIN_AMOUNT = 50_000

export function readAnnouncement(item: AnnouncementItem, company: ReadCompany): AnnouncedRound | undefined {
  const names = ownNames(company)
  const read = (sentence: string) => withoutEarlierRound(segmentOf(sentence, names))
  const title = read(item.title)
  const sentences = sentencesIn(item.text).map(read)
  // "Acme to expand after closing its Series A" is the news itself if the text announces the round today.
  const isAnnouncedBelow = sentences.slice(0, 2).some((each) => cues.ANNOUNCES.test(each.text) && tells(each))
  if (isOtherNews(title, isAnnouncedBelow)) return undefined
  const year = item.publishedAt === undefined ? undefined : new Date(item.publishedAt * 1_000).getUTCFullYear()
  const isOld = (segment: Segment) => cues.LONG_AGO.test(segment.text) || namesOldYear(segment, year)
  const telling = sentences.filter((segment) => tells(segment) && !isOld(segment))
  const isTitleTelling = tells(title)
  if (isTitleTelling && sentences.some((segment) => isOld(segment) && hasMoney(segment)) && telling.length === 0)
    return undefined
  const [first] = telling
  if (!isTitleTelling && !(first && isNews(first, title))) return undefined
  const told = [...(isTitleTelling || hasMoney(title) ? [title] : []), ...telling]
  const best = isTitleTelling ? title : (first ?? title)
  return roundOf(best, told, sentences, item.publishedAt)
}

/** Whether a title may be that of a round, so that the article is worth reading. */
export function mayAnnounce(title: string, company: ReadCompany): boolean {
  const segment = withoutEarlierRound(segmentOf(title, ownNames(company)))
  return !isOtherNews(segment, true) && (hasMoney(segment) || cues.RAISES.test(segment.text))
}

/** A valuation after a round is news of that round. */
const VALUED =
  / (?:valued|valuation|unicorn|bewertet|bewertung|valorisee?|valorisation|valorada|valoracion|valutat[ao]|valutazione) /

/** The title is another kind of news, or another company's. */
function isOtherNews({ text, sentence }: Segment, isAnnouncedBelow: boolean): boolean {
  if (cues.ADVICE.test(text) || cues.ROUND_UP.test(text) || cues.OTHER_GENRE.test(text)) return true
  if (cues.LONG_AGO.test(text)) return true
  if (cues.OF_OTHERS.test(text) || cues.OWN_FUND.test(text) || isRumour('', sentence)) return true
  if (cues.GIVES.test(text) || (cues.RETOLD.test(text) && !VALUED.test(text) && !isAnnouncedBelow)) return true
  const raises = cues.RAISES.test(text)
  return !raises && (cues.ACQUISITION.test(text) || cues.JOB_POST.test(text))
}

function hasMoney({ text, amounts }: Segment): boolean {
  return amounts.length > 0 || cues.MONEY.test(text)
}

/** Whether a sentence says that the company has raised money. */
function tells(segment: Segment): boolean {
  const { text, sentence } = segment
  if (
    !hasMoney(segment) ||
    cues.NOT_MONEY.test(text) ||
    cues.OFFERS.test(text) ||
    cues.OF_OTHERS.test(text) ||
    cues.OWN_FUND.test(text)
  )
    return false
  if (cues.GIVES.test(text) || cues.RETOLD.test(text) || isRumour('', sentence)) return false
  const isInvestment = cues.MONEY.test(text)
  if (!isInvestment && (cues.CHARITY.test(text) || isSmall(segment))) return false
  if (cues.GRANTED.test(text) && segment.amounts.length > 0 && IS_NAMED.test(text)) return true
  if (cues.PRIZE.test(text) && !/ (?:grants?|sbir|sttr|seri(?:es|e) [a-h]|seed) /.test(text)) return false
  if (cues.INVESTED_IN.test(text) || (IS_NAMED.test(text) && cues.BACKED.test(text))) return true
  if (cues.OWN_ROUND.test(text)) return true
  const isRaised = segment.amounts.length > 0 && (cues.RAISES.test(text) || cues.GETS_FROM.test(text))
  if (!isRaised && !(isInvestment && (cues.GETS.test(text) || cues.RAISES.test(text)))) return false
  return isOwn(text)
}

/** The company is in it. */
const IS_NAMED = / (?:WE|we|our|us|wir|uns|nous|notre) /

function isSmall({ amounts }: Segment): boolean {
  return amounts.length > 0 && amounts.every(({ amount, currency }) => currency !== undefined && amount < MIN_AMOUNT)
}

/** Whether the company is the recipient: the words before the verb name it, or no one. */
function isOwn(text: string): boolean {
  const at = Math.min(...[cues.RAISES, cues.GETS].map((verb) => verb.exec(text)?.index ?? Number.POSITIVE_INFINITY))
  const before = text.slice(0, at + 1)
  const subject = ` ${
    before
      .split(/[:|!] /)
      .at(-1)
      ?.trim() ?? ''
  } `
  if (/ WE /.test(before) || cues.FIRST_PERSON.test(subject)) return true
  if (cues.FIRST_PERSON.test(text.slice(at, at + 40))) return true
  return cues.GENERIC.test(subject)
}

/** Whether a sentence of the text is the news although the title isn't. */
function isNews(segment: Segment, title: Segment): boolean {
  if (cues.OTHER_NEWS.test(title.text) || cues.JOB_POST.test(title.text)) return false
  const isAbout = hasMoney(title) || cues.RAISES.test(title.text)
  const isNamed = / WE /.test(segment.text) || cues.FIRST_PERSON.test(segment.text)
  return isAbout ? isNamed || / WE /.test(title.text) : isNamed && cues.NOW.test(segment.text)
}

const YEAR = / (?:in|im|en|nel|seit|since|de|del|jahr|\w{3,9}) (20[0-3]\d) /

/** A round of a past year. In January that may still be news. */
function namesOldYear({ text }: Segment, year: number | undefined): boolean {
  const named = Number(YEAR.exec(text)?.[1])
  return year !== undefined && named < year - 1
}

function roundOf(
  best: Segment,
  told: readonly Segment[],
  sentences: readonly Segment[],
  publishedAt: number | undefined,
): AnnouncedRound | undefined {
  const round = firstOf(told, ({ text }) => roundNamed(text)) ?? roundInText(sentences)
  const instrument = instrumentOf(round, told, sentences)
  if (instrument === 'acquisition') return undefined
  const money = amountOf(told, sentences)
  if (round === undefined && !money && !told.some(({ text }) => cues.UNSIZED.test(text))) return undefined
  const { amount, currency } = money ?? {}
  const amountUsd = amount === undefined || currency === undefined ? undefined : toUsd(amount, currency, publishedAt)
  const isPartial = told.some(({ text }) => cues.PARTIAL.test(text))
  return {
    ...(round !== undefined && { round }),
    ...(amount !== undefined && { amount }),
    ...(currency !== undefined && { currency }),
    ...(amountUsd !== undefined && { amountUsd }),
    instrument,
    ...(isPartial && { partial: true }),
    sentence: best.sentence,
  }
}

function firstOf<Value>(
  segments: readonly Segment[],
  read: (segment: Segment) => Value | undefined,
): Value | undefined {
  for (const segment of segments) {
    const value = read(segment)
    if (value !== undefined) return value
  }
  return undefined
}

/** "The round was led by …": a sentence with more about it. */
function roundInText(sentences: readonly Segment[]): string | undefined {
  return firstOf(sentences.slice(0, 3), ({ text }) =>
    cues.RETOLD.test(text) || cues.LONG_AGO.test(text) || cues.OF_OTHERS.test(text) ? undefined : roundNamed(text),
  )
}

/** The next sentence may reveal that it is a loan. A loan in addition to equity doesn't make it one. */
function instrumentOf(round: string | undefined, told: readonly Segment[], sentences: readonly Segment[]): Instrument {
  const read = told.map(({ sentence }) => readInstrument(round ?? '', sentence))
  const isEquity = told.some(({ text }) => cues.EQUITY.test(text))
  const beside = isEquity ? [] : sentences.slice(0, 2).map(({ sentence }) => readInstrument('', sentence))
  if (round !== undefined) return read[0] ?? 'equity'
  const stated = [...read, ...beside].find((each) => each === 'debt' || each === 'grant' || each === 'acquisition')
  if (stated === undefined && told.some(({ text }) => cues.GRANTED.test(text))) return 'grant'
  return stated ?? (read.includes('equity') ? 'equity' : (read[0] ?? 'equity'))
}

/** The first amount that belongs to the round. If the title rounds it, the text's exact amount is used. */
function amountOf(told: readonly Segment[], sentences: readonly Segment[]): Money | undefined {
  const own = told.flatMap(ownAmounts)
  const [first] = own
  const others = sentences.flatMap(ownAmounts)
  if (first === undefined) {
    const beside = sentences
      .slice(0, 3)
      .filter(({ text }) => (cues.MONEY.test(text) || cues.DEAL.test(text)) && !cues.RETOLD.test(text))
    return beside.flatMap(ownAmounts).find(({ money }) => money.currency !== undefined)?.money
  }
  const isNear = ({ amount }: Money) => Math.abs(amount - first.money.amount) <= 0.1 * first.money.amount
  if (first.money.currency === undefined || first.isAbout) {
    const exact = others.find(({ money, isAbout }) => money.currency !== undefined && !isAbout && isNear(money))
    if (exact) return exact.money
  }
  return first.money.currency === undefined ? undefined : first.money
}

interface OwnAmount {
  readonly money: Money
  readonly isAbout: boolean
}

/** Without totals, valuations and other amounts. */
function ownAmounts({ text, amounts }: Segment): readonly OwnAmount[] {
  const parts = text.split(' N ')
  return amounts.flatMap((money, i) => {
    const [before = '', after = ''] = [parts[i], parts[i + 1]]
    if (cues.NOT_OF_ROUND_BEFORE.test(`${before} `) || cues.NOT_OF_ROUND_AFTER.test(` ${after} `)) return []
    return [{ money, isAbout: cues.ABOUT.test(`${before} `) }]
  })
}
