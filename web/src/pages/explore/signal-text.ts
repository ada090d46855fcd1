import { type ExploreSignalReply, slugWords } from '../../contract.ts'
import { SIGNAL_TYPE_NAMES } from '../../parts/words/signal-types.ts'
import { texts } from './texts.ts'

/**
 * A signal's label without its type in front, for places that show the type next to it: "Hiring: AI SDR" becomes
 * "AI SDR". A label that is only the type stays.
 */
export function signalText({ type, label }: Pick<ExploreSignalReply, 'type' | 'label'>): string {
  const name = SIGNAL_TYPE_NAMES[type]
  if (label.slice(0, name.length).toLowerCase() !== name.toLowerCase()) return label
  // A word that only starts with the type, such as "Funding-backed", stays too.
  const rest = /^(?:\s*[:·–—]\s*|\s+)(\S.*)$/s.exec(label.slice(name.length))?.[1]
  return rest ? rest.charAt(0).toUpperCase() + rest.slice(1) : label
}

/** What a reader must know of a round at once: "Debt", "Rumour". An equity round needs no word. */
export function roundTags({ instrument, rumour }: Pick<ExploreSignalReply, 'instrument' | 'rumour'>): string[] {
  const isUsual = instrument === undefined || instrument === 'equity' || instrument === 'unknown'
  return [...(isUsual ? [] : [slugWords(instrument)]), ...(rumour ? [texts.signals.rumour] : [])]
}
