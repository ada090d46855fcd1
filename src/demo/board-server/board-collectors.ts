// The collectors of the demo's boards, lists of subprocessors and announcements: the real ones under their own names,
// with the company's domain as the target. So the demo never touches a real board, a real source or a turn at a real
// host.

import { DEMO_LANE } from '../../collect/collecting/index.ts'
import { type Collector, collectorNamed, VisitFailure } from '../../collect/collectors/index.ts'
import { FEED_PATH } from './announced-rounds.ts'
import { boardUrl } from './board-server.ts'
import { DEMO_BOARDS, DEMO_SYSTEMS } from './demo-boards.ts'
import { subprocessorsUrl } from './demo-subprocessors.ts'

const BOARD_COLLECTORS: readonly Collector[] = DEMO_SYSTEMS.map((system) => {
  const real = collectorNamed(system) as Collector
  const boards = DEMO_BOARDS.filter((board) => board.system === system).map((board) => ({
    domain: board.company.domain,
    target: real.boardOf?.(new URL(boardUrl(board))),
  }))
  return {
    ...real,
    name: `demo-${system}`,
    title: `${real.title} of the demo`,
    system: DEMO_LANE,
    boardOf: (url) => boards.find(({ target }) => target !== undefined && target === real.boardOf?.(url))?.domain,
    visit: async (domain, context) => {
      const target = boards.find((board) => board.domain === domain)?.target
      if (target === undefined) throw new VisitFailure('missing', `${domain} has no board.`)
      return real.visit(target, context)
    },
  }
})

const lists = collectorNamed('subprocessors') as Collector

/** Visited only for companies of the demo: other watched companies are an operator's. */
const demoLists: Collector = {
  ...lists,
  name: 'demo-subprocessors',
  title: `${lists.title} of the demo`,
  system: DEMO_LANE,
  boardOf: ({ href }) => DEMO_BOARDS.find((board) => subprocessorsUrl(board) === href)?.company.domain,
}

const announcements = collectorNamed('announcements') as Collector

/** Also visited only where the demo sets it up. */
const demoAnnouncements: Collector = {
  ...announcements,
  name: 'demo-announcements',
  title: `${announcements.title}, of the demo`,
  system: DEMO_LANE,
  boardOf: ({ hostname, pathname }) =>
    pathname === FEED_PATH ? DEMO_BOARDS.find(({ company }) => company.domain === hostname)?.company.domain : undefined,
}

export const DEMO_COLLECTORS: readonly Collector[] = [...BOARD_COLLECTORS, demoLists, demoAnnouncements]
