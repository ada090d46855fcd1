import { SIGNAL_TYPE_TABLE } from '../../closed-sets/signals.ts'

/** "hiring, funding, … and hiring velocity". */
export const SIGNAL_TYPES_IN_WORDS = new Intl.ListFormat('en-GB').format(
  Object.values(SIGNAL_TYPE_TABLE).map(({ label }) => label.charAt(0).toLowerCase() + label.slice(1)),
)
