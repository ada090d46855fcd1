import type { WebhookReply } from '../../contract.ts'
import type { Tone } from '../../parts/notes/tone.ts'
import { withLocalTimes } from '../../parts/words/format.ts'
import { WEBHOOK_STATE_TONES } from './state-tones.ts'
import { texts } from './texts.ts'

interface ShownState {
  readonly label: string
  readonly tone: Tone
  readonly reason: string
}

/**
 * A webhook that has never delivered an event isn't called healthy: nobody knows yet. A failed test event, which counts in
 * its hours, isn't covered up either.
 */
export function shownStateOf({
  state,
  reason,
  lastSuccessAt,
  lastTest = null,
  hours,
}: Pick<WebhookReply, 'state' | 'reason' | 'lastSuccessAt'> &
  Partial<Pick<WebhookReply, 'lastTest'>> & {
    readonly hours: readonly { readonly succeeded: number; readonly failed: number }[]
  }): ShownState {
  const isUntried = state === 'healthy' && lastSuccessAt === null && hours.every(({ succeeded }) => succeeded === 0)
  // Nothing has arrived since that test.
  const testFailed = lastTest?.succeeded === false && (lastSuccessAt === null || lastTest.at > lastSuccessAt)
  if (state === 'healthy' && testFailed) return { ...texts.detail.testFailed, tone: 'warning' }
  if (!isUntried)
    return { label: texts.detail.states[state], tone: WEBHOOK_STATE_TONES[state], reason: withLocalTimes(reason) }
  const { waiting } = texts.detail
  const hasFailed = hours.some(({ failed }) => failed > 0)
  return { label: waiting.label, tone: hasFailed ? 'warning' : 'neutral', reason: waiting.reason }
}
