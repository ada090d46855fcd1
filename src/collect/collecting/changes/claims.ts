// A digest of what a visit claims about each report that it changes: enough to check later whether its answers still
// give the same.

import type { IncomingLine } from '../../../meaning/signals/index.ts'
import { signalId } from '../../../write/write-path/index.ts'
import type { Snapshot } from '../../collectors/index.ts'
import type { Look } from '../visits/look.ts'
import { reportKey } from './report-lines.ts'
import { hashOf, signalsByKey } from './snapshot.ts'

export interface Claim {
  readonly reportId: string
  /** A hash of what is reported. */
  readonly says: string
}

/** In place of a hash: the visit does not show it any more. */
export const ENDED = '-'

type ClaimingLook = Pick<Look, 'collector' | 'reportedAs'>

/** Everything that a visit shows. */
export function shownClaims(look: ClaimingLook, snapshot: Snapshot): Map<string, string> {
  const idOf = (key: string) => signalId(look.collector, reportKey(look, key))
  return new Map([...signalsByKey(snapshot)].map(([key, signal]) => [idOf(key), hashOf(signal)]))
}

/** Reports of jobs that a list still shows, whose details were read by earlier visits. */
export function keptReports(look: ClaimingLook, { kept = [] }: Snapshot): ReadonlySet<string> {
  return new Set(kept.map((key) => signalId(look.collector, reportKey(look, key))))
}

/** Of the reports that these lines change. */
export function claimsOf(look: ClaimingLook, snapshot: Snapshot, lines: readonly IncomingLine[]): Claim[] {
  const shown = new Map([...signalsByKey(snapshot)].map(([key, signal]) => [reportKey(look, key), signal]))
  return lines.flatMap((line): Claim[] => {
    if (line.record === 'company') return []
    const signal = line.record === 'signal' ? shown.get(line.key) : undefined
    return [{ reportId: signalId(line.source, line.key), says: signal ? hashOf(signal) : ENDED }]
  })
}
