import { fillFromDictionary, refillGuesses, refillTool, type SignalType } from '../../../meaning/signals/index.ts'
import { type Report, sameFields } from '../store/stored-signal.ts'

/**
 * Stored fields as this version would have stored them. Version 0.1 knew fewer fields, and what its dictionary guessed
 * counts as guessed. Doing it again changes nothing, and then the same object is returned.
 */
export function reviseFields(type: SignalType, fields: Report['fields']): Report['fields'] {
  const filled = { ...(REFILL[type]?.(fields) ?? fillFromDictionary(type, fields)) }
  // Every page was one that was launched.
  if (type === 'web') filled.change ??= 'launched'
  return sameFields(filled, fields) ? fields : filled
}

const REFILL: Partial<Record<SignalType, (fields: Report['fields']) => Report['fields']>> = {
  hiring: refillGuesses,
  tool: refillTool,
}
