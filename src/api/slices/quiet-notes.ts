// What there is to say about a company that is in no slice: its own facts, questions about them, and what would open a window.
// It states no reason to call now, because there is none.

import type { EmployerKind } from '../../closed-sets/signals.ts'
import { postsOwnJobs } from '../../meaning/companies/index.ts'
import { admits } from './admits.ts'
import type { Slice } from './definition/definition.ts'
import { fillNote, parseNote, type Sentence } from './notes/note-template.ts'
import type { SlotContext } from './notes/slot-context.ts'
import { slotNamed } from './notes/slots.ts'

export interface QuietNotes {
  /** Sentences: what is open, the last round, tools and pages. */
  readonly known: string
  /** A sentence for each slice of which a part is there. */
  readonly opens: readonly string[]
  readonly talkingPoints: readonly string[]
}

/** Of each group the first text that its facts fill. */
const KNOWN = [
  [
    'They have {hiring.count}[, {hiring.focus}][, the newest for {hiring.newest}].',
    'They are hiring for {hiring.newest}.',
    'No job was open on {hiring.quiet}; the last one known is {hiring.last}.',
    'The last job known is {hiring.last}.',
  ],
  [
    'The last round known is {round.summary}, on {round.date}[, with {round.investors}].',
    'The last round known is {round.last}.',
  ],
  ['In use: {tools.known}.'],
  ['Job ads ask for {tools.asked}; whether they use it is not known.'],
  ['On the website: {pages.known}.'],
].map((group) => group.map(read))

const QUESTIONS = [
  [
    'You are hiring for {hiring.ai}: what will they build, and what will you buy?',
    'You have {hiring.count}, {hiring.focus}: what has to be ready when these people start?',
    'You are hiring for {hiring.newest}: what will they need that you don’t have yet?',
    'The last job of yours that we know is {hiring.last}, and none was open on {hiring.quiet}: whom do you look for next?',
  ],
  [
    'You run {uses.crm}: what does your team work around in it?',
    'You answer customers in {uses.customer_support}: which questions come up most?',
    'You keep data in {uses.data_warehouse}: which figures are still made by hand?',
    'You use {tools.ai}: who looks after cost and quality?',
  ],
  ['You raised {round.summary} in {round.month}: what of its plan is still ahead?'],
].map((group) => group.map(read))

const MAX_OPENS = 2

/** Undefined if nothing is known. The jobs of agencies and marketplaces are somebody else's: nothing is said of them. */
export function quietNotesOf(
  slices: readonly Slice[],
  { signals, coverage, ...known }: Omit<SlotContext, 'windowDays' | 'windowEndsAt' | 'matches'>,
  employerKind: EmployerKind,
): QuietNotes | undefined {
  const isOwn = postsOwnJobs(employerKind)
  const { hiring, ...others } = coverage
  const context: SlotContext = {
    ...known,
    ...{ windowDays: 0, windowEndsAt: known.asOf, matches: [] },
    signals: isOwn ? signals : signals.filter(({ type }) => type !== 'hiring'),
    coverage: { ...others, ...(isOwn && hiring && { hiring }) },
  }
  const said = new Map<string, ReturnType<typeof fillOf>>()
  const fillOf = (slot: string) => slotNamed(slot)?.fill(context)
  const slotValue = (slot: string) => {
    if (!said.has(slot)) said.set(slot, fillOf(slot))
    return said.get(slot)
  }
  /** A guess is left out: without a window there is no reason to mention it. */
  const certainTexts = (sentences: readonly Sentence[]) =>
    fillNote(sentences, slotValue).flatMap(({ text, isGuess, hasFact }) => (hasFact && !isGuess ? text : []))
  const firstOf = (group: readonly (readonly Sentence[])[]) => group.flatMap(certainTexts).slice(0, 1)
  const facts = KNOWN.flatMap(firstOf)
  if (facts.length === 0) return undefined
  const opens = slices
    .filter((slice) => slice.definition.parameter === undefined && admits(slice, employerKind))
    .flatMap(({ notes }) => certainTexts(notes.opens).slice(0, 1))
  return {
    known: facts.join(' '),
    opens: opens.slice(0, MAX_OPENS),
    talkingPoints: QUESTIONS.flatMap(firstOf),
  }
}

function read(text: string): readonly Sentence[] {
  return parseNote(text).sentences
}
