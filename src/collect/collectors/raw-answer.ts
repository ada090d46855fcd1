import { decodeBody } from '../../platform/text/decode-body.ts'
import type { Answer, CollectorRequest } from './collector.ts'

/** A raw answer, before its content is parsed. */
export interface RawAnswer extends Pick<Answer, 'url' | 'movedTo'> {
  /** Absent: 200. Otherwise a permanent redirect to another site. */
  readonly status?: number
  /** What answered instead of the host, as host and port. */
  readonly through?: string
  /** How long ago another visit requested it. */
  readonly secondsAgo?: number
  /** The header Content-Type. */
  readonly type: string
  /** Unpacked. */
  readonly bytes: Buffer
}

/** Like `Ask`, for callers that don't parse the answer. */
export type Fetch = (request: CollectorRequest) => Promise<RawAnswer>

export function decodeAnswer({ type, bytes, url, movedTo }: RawAnswer): Answer {
  return { ...decodeBody(bytes, type), url, ...(movedTo !== undefined && { movedTo }), status: 200 }
}
