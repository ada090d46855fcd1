import type { SIGNAL_TYPES } from '../../contract.ts'

export type SignalType = (typeof SIGNAL_TYPES)[number]

export const SIGNAL_TYPE_NAMES: Readonly<Record<SignalType, string>> = {
  hiring: 'Hiring',
  funding: 'Funding',
  funding_ai: 'Funding plus AI',
  web: 'Website AI',
  tool: 'Tool adoption',
  velocity: 'Hiring velocity',
}
