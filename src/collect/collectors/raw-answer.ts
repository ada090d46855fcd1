import { decodeBody } from '../../platform/text/decode-body.ts'
import type { Answer, CollectorRequest } from './collector.ts'

/** An answer as it came: nothing of its content was read. */
export interface RawAnswer extends Pick<Answer, 'url' | 'movedTo'> {
  /** Absent: 200. Another one redirects for good to another site. */
  readonly status?: number
  /** Who answered instead of the host, as host and port. */
  readonly through?: string
  /** It was asked for so long ago, by another visit. */
  readonly secondsAgo?: number
  /** The header Content-Type. */
  readonly type: string
  /** Unpacked. */
  readonly bytes: Buffer
}

/** Like `Ask`, for who doesn't read the answer. */
export type Fetch = (request: CollectorRequest) => Promise<RawAnswer>

export function decodeAnswer({ type, bytes, url, movedTo }: RawAnswer): Answer {
  return { ...decodeBody(bytes, type), url, ...(movedTo !== undefined && { movedTo }), status: 200 }
}
