import type { SavedSearchReply } from '../../contract.ts'
import type { Tone } from '../../parts/notes/tone.ts'

export const SEARCH_STATE_TONES: Readonly<Record<SavedSearchReply['state'], Tone>> = {
  unconfirmed: 'warning',
  getting_ready: 'neutral',
  watching: 'success',
  failing: 'warning',
  paused: 'off',
  muted: 'off',
  problem: 'danger',
}

/** States with long reasons that say what to do. */
export const EXPLAINED_STATES: ReadonlySet<SavedSearchReply['state']> = new Set(['unconfirmed', 'failing', 'problem'])
