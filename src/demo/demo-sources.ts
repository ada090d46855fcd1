import { DEMO_COLLECTORS } from './board-server/board-collectors.ts'

/** Each is written by one of the generators in this folder. */
export const WORLD_SOURCES = [
  'careers-pages',
  'funding-news',
  'job-boards',
  'job-post-mentions',
  'newsroom',
  'registry-filings',
  'site-crawler',
  'tag-scanner',
  'tech-scans',
  'website-scans',
] as const

/** Written by collecting, from the demo's own job boards. */
export const BOARD_SOURCES = DEMO_COLLECTORS.map(({ name }) => name)

/** The keys of all of them begin with the domain of the company. */
export const DEMO_SOURCES = [...WORLD_SOURCES, ...BOARD_SOURCES]
