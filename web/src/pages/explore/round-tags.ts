import { type ExploreSignalReply, slugWords } from '../../contract.ts'
import { texts } from './texts.ts'

/** What a reader must know of a round at once: "Debt", "Rumour". An equity round needs no word. */
export function roundTags({ instrument, rumour }: Pick<ExploreSignalReply, 'instrument' | 'rumour'>): string[] {
  const isUsual = instrument === undefined || instrument === 'equity' || instrument === 'unknown'
  return [...(isUsual ? [] : [slugWords(instrument)]), ...(rumour ? [texts.signals.rumour] : [])]
}
