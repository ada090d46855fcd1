// One visit: a collector asks and reads. Nothing is written here.

import { reasonOf } from '../../platform/app-error.ts'
import {
  type Ask,
  type Collector,
  type Dns,
  type Snapshot,
  VisitFailure,
  type VisitFailureReason,
} from '../collectors/index.ts'
import type { Validators } from '../fetching/index.ts'
import { HostClosed } from './host-turns.ts'
import type { Look } from './look.ts'
import { NodeStopped } from './node-lease.ts'

/** Who asks for a visit. `keepValidators` is told what to hand in next time. */
export type OpenAsk = (visit: {
  readonly system: string | undefined
  readonly domain: string
  readonly validators: Validators | undefined
  readonly keepValidators: (validators: Validators | undefined) => void
  readonly countBytes: (bytes: number) => void
}) => Ask

export type VisitResult = { readonly bytes: number } & (
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot; readonly validators: Validators | undefined }
  /** 304: the records are those of the last visit. */
  | { readonly kind: 'same' }
  | {
      readonly kind: 'failed'
      readonly reason: VisitFailureReason
      readonly message: string
      readonly retryAfter: number | undefined
    }
  /** The host may not be asked now. Nothing is known of the look. `until` in milliseconds. */
  | { readonly kind: 'postponed'; readonly until: number }
)

const MAX_SIGNALS = 20_000
const MAX_MESSAGE_CHARACTERS = 500

export async function visitLook(
  look: Look,
  collector: Collector,
  { openAsk, dns, now }: { openAsk: OpenAsk; dns: Dns; now: number },
): Promise<VisitResult> {
  let validators: Validators | undefined
  let bytes = 0
  const ask = openAsk({
    system: collector.system,
    domain: look.domain,
    // With something pending, even the same records change something, so they are needed.
    validators: look.pending || look.knownSince === null ? undefined : (look.validators ?? undefined),
    keepValidators: (kept) => {
      validators = kept
    },
    countBytes: (count) => {
      bytes += count
    },
  })
  const { stored, givenName, written, aliases } = look.company
  const isNameStated = stored !== null && stored.name === written.name && stored.name !== givenName
  const company = { domain: look.domain, name: stored?.name ?? givenName ?? look.domain, isNameStated, aliases }
  try {
    const snapshot = await collector.visit(look.target, {
      ask,
      dns,
      company,
      now,
      seenBefore: look.knownSince !== null,
    })
    if (snapshot.signals.length > MAX_SIGNALS) {
      throw new VisitFailure('too_large', `It shows ${snapshot.signals.length} signals; the maximum is ${MAX_SIGNALS}.`)
    }
    return { kind: 'snapshot', snapshot, validators, bytes }
  } catch (error) {
    if (error instanceof NodeStopped) throw error
    if (error instanceof HostClosed) return { kind: 'postponed', until: error.until, bytes }
    if (!(error instanceof VisitFailure)) {
      const message = `The collector failed: ${reasonOf(error)}`.slice(0, MAX_MESSAGE_CHARACTERS)
      return { kind: 'failed', reason: 'odd', message, retryAfter: undefined, bytes }
    }
    if (error.reason === 'not_modified') return { kind: 'same', bytes }
    const message = error.message.slice(0, MAX_MESSAGE_CHARACTERS)
    return { kind: 'failed', reason: error.reason, message, retryAfter: error.retryAfter, bytes }
  }
}
