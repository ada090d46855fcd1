import type { Database } from '../../../db/index.ts'
import type { IncomingLine } from '../../../meaning/signals/index.ts'
import type { Stamper } from '../../log/index.ts'
import { Lanes } from '../transaction/lanes.ts'
import type { WriteResult } from '../transaction/write-shard.ts'
import { type LineRecogniser, lineRecogniser } from './unchanged-lines.ts'
import { writeLines } from './write-lines.ts'

type Write = (lines: readonly IncomingLine[]) => Promise<WriteResult>

/** All that an import needs to write lines. */
export interface LineWriter {
  readonly recognise: LineRecogniser
  readonly write: Write
  /**
   * For lines none of which is stored (see LineRecogniser.newReports), while others of that kind are being written.
   * Their company facts are written in the order of the calls.
   */
  readonly writeNew: Write
}

export function lineWriter(db: Database, stamper: Stamper, options: { readonly quiet?: boolean } = {}): LineWriter {
  const lanes = new Lanes()
  return {
    recognise: lineRecogniser(db),
    write: (lines) => writeLines(db, stamper, lines, { ...options, lanes }),
    writeNew: (lines) => writeLines(db, stamper, lines, { ...options, lanes, areNew: true }),
  }
}
