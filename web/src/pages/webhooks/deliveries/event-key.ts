import type { DeliveryEventReply } from '../../../contract.ts'

/** What an event is known by in the URL. A test event has no position in the log, so it is known by its time. */
export const keyOfEvent = ({ position, isTest, at }: Pick<DeliveryEventReply, 'position' | 'isTest' | 'at'>): string =>
  isTest ? `test-${Date.parse(at)}` : position

/** The time of a test event. Undefined: the key is that of another event. */
export function testTimeOf(key: string): string | undefined {
  const milliseconds = /^test-(\d{1,15})$/.exec(key)?.[1]
  return milliseconds === undefined ? undefined : new Date(Number(milliseconds)).toISOString()
}
