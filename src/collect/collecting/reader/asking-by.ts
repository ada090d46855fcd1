import { decodeAnswer, type RawAnswer, type VisitContext } from '../../collectors/index.ts'
import type { Call, CallResult } from './messages.ts'

/** A collector's `ask` and `dns`, answered by another process. Bodies are decoded to texts here. */
export function askingBy(call: (call: Call) => Promise<CallResult>): Pick<VisitContext, 'ask' | 'dns'> {
  const records = async (want: 'txt' | 'mx', name: string) => (await call({ want, name })) as readonly string[]
  return {
    ask: async (request) => decodeAnswer((await call({ want: 'page', request })) as RawAnswer),
    dns: { txt: (name) => records('txt', name), mx: (name) => records('mx', name) },
  }
}
