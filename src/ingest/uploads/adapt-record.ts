// What an owner's file may write. Companies and their signals are shared by all teams, so a team's file can't report
// for the sources of others, or change who a company is.

import { Rejection } from '../../meaning/signals/index.ts'
import type { AdaptRecord } from '../batch.ts'

const MAX_SOURCE = 100

/**
 * The sources of its signals end in the team's label: `Crunchbase (Northwind)`. So they never collide with those of
 * others.
 */
export function adaptFor(label: string): AdaptRecord {
  return (record) => {
    if (record.record === 'source') return new Rejection('only the operator can say what a source declares')
    if (record.record === 'company') {
      const isIdentity = record.aliases !== undefined || record.mergedInto !== undefined
      return isIdentity ? new Rejection('only the operator can import aliases and mergedInto') : record
    }
    const source = `${record.source} (${label})`
    if (source.length > MAX_SOURCE)
      return new Rejection(
        `source is too long: with the team's name it has ${source.length} characters, at most ${MAX_SOURCE}`,
      )
    return { ...record, source }
  }
}
