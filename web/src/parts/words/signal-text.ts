import { SIGNAL_TYPE_NAMES, type SignalType } from './signal-types.ts'

/**
 * A signal's label without its type in front, for places that show the type next to it: "Hiring: AI SDR" becomes
 * "AI SDR". A label that is only the type stays.
 */
export function signalText({ type, label }: { readonly type: SignalType; readonly label: string }): string {
  const name = SIGNAL_TYPE_NAMES[type]
  if (label.slice(0, name.length).toLowerCase() !== name.toLowerCase()) return label
  // A word that only starts with the type, such as "Funding-backed", stays too.
  const rest = /^(?:\s*[:·–—]\s*|\s+)(\S.*)$/s.exec(label.slice(name.length))?.[1]
  return rest ? rest.charAt(0).toUpperCase() + rest.slice(1) : label
}
