import type { Collector, EntryCount, VisitContext } from '../collector.ts'
import { JOB_CONFIDENCE } from '../confidences.ts'
import type { BoardPage } from './board-job.ts'
import { boardSnapshot } from './board-snapshot.ts'

export interface BoardSystem extends Pick<Collector, 'name' | 'title'> {
  readonly boardOf: NonNullable<Collector['boardOf']>
  /** Asks for a board and reads it. Several pages are joined. */
  readonly read: (board: string, context: VisitContext) => Promise<BoardPage>
}

/** The collector of a system of job boards. */
export function boardCollector({ name, title, boardOf, read }: BoardSystem): Collector {
  return {
    name,
    title,
    every: 'day',
    types: ['hiring'],
    system: name,
    boardOf,
    async visit(board, context) {
      const page = await read(board, context)
      const shown = { board, jobs: page.jobs, name: page.name, complete: isWhole(page), entries: countOf(page) }
      return boardSnapshot({ ...shown, confidence: JOB_CONFIDENCE.board }, context)
    },
  }
}

function countOf({ entries, unreadable = 0 }: BoardPage): EntryCount {
  return { read: entries - unreadable, unreadable }
}

/** Whether all that the board has was read. */
function isWhole({ entries, total, isPartial }: BoardPage): boolean {
  return !isPartial && (total === undefined || entries >= total)
}
