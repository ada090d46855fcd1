import { type ExploreSignalReply, REPORTED_TYPES, type SignalType, slugWords } from '../../../contract.ts'
import { signalText } from '../../../parts/words/signal-text.ts'

const MIN_WORD_LENGTH = 3
const MAX_EVIDENCE = 2

/**
 * The signals that a statement about the company names word for word: a job's title, a tool, a round. The statement is
 * made of these signals' facts, so a signal whose words don't occur in it is never shown as its evidence. Nor is a derived
 * one: its evidence is what it was derived from.
 */
export function evidenceOf(statement: string, signals: readonly ExploreSignalReply[]): readonly ExploreSignalReply[] {
  const text = statement.toLowerCase()
  return signals
    .filter(({ type }) => (REPORTED_TYPES as readonly SignalType[]).includes(type))
    .filter((signal) => namesOf(signal).some((name) => includesWords(text, name.toLowerCase())))
    .slice(0, MAX_EVIDENCE)
}

/** A reply has the fields of the signal's type besides the declared ones. */
function namesOf(signal: ExploreSignalReply): string[] {
  const { jobTitle, tool, round } = signal as { jobTitle?: unknown; tool?: unknown; round?: unknown }
  const fields = [jobTitle, tool, typeof round === 'string' ? slugWords(round) : undefined]
  return [...fields, signalText(signal)].filter(
    (name): name is string => typeof name === 'string' && name.length >= MIN_WORD_LENGTH,
  )
}

/** As whole words: "AI" is not in "maintain". */
function includesWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + words.length] ?? ' ']
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true
  }
  return false
}
