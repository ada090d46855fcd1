// Every collector. A new one is added here, and nowhere else.

import { ashby } from './ashby/ashby.ts'
import type { Collector } from './collector.ts'
import { greenhouse } from './greenhouse/greenhouse.ts'
import { jobPosting } from './job-posting/job-posting.ts'
import { lever } from './lever/lever.ts'
import { personio } from './personio/personio.ts'
import { recruitee } from './recruitee/recruitee.ts'
import { smartrecruiters } from './smartrecruiters/smartrecruiters.ts'
import { teamtailor } from './teamtailor/teamtailor.ts'
import { workable } from './workable/workable.ts'

/** Each knows the boards of one system by their links. */
export const BOARD_COLLECTORS: readonly Collector[] = [
  greenhouse,
  lever,
  ashby,
  smartrecruiters,
  workable,
  recruitee,
  personio,
  teamtailor,
]

export const COLLECTORS: readonly Collector[] = [...BOARD_COLLECTORS, jobPosting]

export function collectorNamed(name: string): Collector | undefined {
  return COLLECTORS.find((collector) => collector.name === name)
}

/** The board that a link leads to or embeds. */
export function boardAt(url: URL): { readonly collector: Collector; readonly board: string } | undefined {
  for (const collector of BOARD_COLLECTORS) {
    const board = collector.boardOf?.(url)
    if (board !== undefined) return { collector, board }
  }
  return undefined
}
