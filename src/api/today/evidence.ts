// The evidence of a row: why the company is there, in its own facts.

import type { PublicSignal } from '../../meaning/signals/index.ts'

const MAX_CHARACTERS = 180
const MAX_SIGNALS = 2
/** The row shows when the window closes. */
const ABOUT_THE_WINDOW = /^This window /

/** The first of the dossier's sentences that fit: whole ones, or a truncated one. */
export function evidenceOfWindow(sentences: readonly string[]): string {
  const [first = '', second] = sentences.filter((sentence) => !ABOUT_THE_WINDOW.test(sentence))
  const both = second === undefined ? first : `${first} ${second}`
  return cut(both.length <= MAX_CHARACTERS ? both : first)
}

/** For a company that a saved search found and that is in no window: the signals that matched. */
export function evidenceOfSignals(signals: readonly PublicSignal[]): string {
  return cut(
    signals
      .slice(0, MAX_SIGNALS)
      .map(({ label, occurredAt }) => `${label} (${dayOf(String(occurredAt))})`)
      .join('; '),
  )
}

function cut(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text
  const short = text.slice(0, MAX_CHARACTERS).toWellFormed()
  return `${short.slice(0, Math.max(short.lastIndexOf(' '), MAX_CHARACTERS / 2))}…`
}

function dayOf(time: string): string {
  return new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
}
