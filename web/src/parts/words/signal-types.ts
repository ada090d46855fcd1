import { SIGNAL_TYPE_TABLE, type SignalType } from '../../contract.ts'

export type { SignalType } from '../../contract.ts'

export const SIGNAL_TYPE_NAMES = Object.fromEntries(
  Object.entries(SIGNAL_TYPE_TABLE).map(([type, { label }]) => [type, label]),
) as Readonly<Record<SignalType, string>>
