import type { Ask, Collector, EntryCount, VisitContext } from '../collector.ts'
import { JOB_CONFIDENCE } from '../confidences.ts'
import type { BoardJob, BoardPage } from './board-job.ts'
import { boardSnapshot } from './board-snapshot.ts'
import { type JobDetail, readDetails } from './job-details.ts'

export interface BoardSystem extends Pick<Collector, 'name' | 'title' | 'isUndocumented'> {
  readonly boardOf: NonNullable<Collector['boardOf']>
  /** Its list of jobs for people, which names the board's owner if the feed does not. */
  readonly pageOf?: NonNullable<Collector['pageOf']>
  /** Requests a board and reads it. Several pages are joined. */
  readonly read: (board: string, context: VisitContext) => Promise<BoardPage>
  /** Requests and reads the page of a job, for a system whose list says little. Called once for each job. */
  readonly readDetail?: (job: BoardJob, board: string, ask: Ask) => Promise<JobDetail>
}

/** The collector of a system of job boards. */
export function boardCollector(system: BoardSystem): Collector {
  const { name, title, isUndocumented, boardOf, pageOf, read, readDetail } = system
  return {
    name,
    title,
    every: 'day',
    types: ['hiring'],
    system: name,
    boardOf,
    ...(pageOf && { pageOf }),
    ...(isUndocumented && { isUndocumented }),
    ...(readDetail && { hasDetails: true }),
    async visit(board, given) {
      const context = isUndocumented ? { ...given, ask: obeyingRobots(given.ask) } : given
      const page = await read(board, context)
      const details =
        readDetail && (await readDetails(page.jobs, (job) => readDetail(job, board, context.ask), context))
      const complete = isWhole(page) && !details?.isCutOff && !details?.isPartial
      const jobs = details?.jobs ?? page.jobs
      const shown = { board, jobs, name: page.name, complete, entries: countOf(page), details }
      return boardSnapshot({ ...shown, confidence: JOB_CONFIDENCE.board }, context)
    },
  }
}

function countOf({ entries, unreadable = 0 }: BoardPage): EntryCount {
  return { read: entries - unreadable, unreadable }
}

function obeyingRobots(ask: Ask): Ask {
  return (request) => ask({ ...request, obeysRobots: true })
}

/** Whether the whole board was read. */
function isWhole({ entries, total, isPartial }: BoardPage): boolean {
  return !isPartial && (total === undefined || entries >= total)
}
