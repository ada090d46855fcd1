// Every collector. Add new ones only here.

import { aiCrawlers } from './ai-crawlers/ai-crawlers.ts'
import { announcements } from './announcements/announcements.ts'
import { ashby } from './ashby/ashby.ts'
import { bamboohr } from './bamboohr/bamboohr.ts'
import { breezy } from './breezy/breezy.ts'
import type { Collector } from './collector.ts'
import { companiesHouse } from './companies-house/companies-house.ts'
import { boardDiscovery } from './discovery/discovery.ts'
import { dnsRecords } from './dns/dns.ts'
import { greenhouse } from './greenhouse/greenhouse.ts'
import { homePage } from './home-page/home-page.ts'
import { icims } from './icims/icims.ts'
import { jobPosting } from './job-posting/job-posting.ts'
import { jobvite } from './jobvite/jobvite.ts'
import { lever } from './lever/lever.ts'
import { llmsTxt } from './llms-txt/llms-txt.ts'
import { mcpRegistry } from './mcp-registry/mcp-registry.ts'
import { oracle } from './oracle/oracle.ts'
import { paylocity } from './paylocity/paylocity.ts'
import { personio } from './personio/personio.ts'
import { pinpoint } from './pinpoint/pinpoint.ts'
import { recruitee } from './recruitee/recruitee.ts'
import { rippling } from './rippling/rippling.ts'
import { secFormD, secIndex } from './sec-form-d/sec-form-d.ts'
import { smartrecruiters } from './smartrecruiters/smartrecruiters.ts'
import { subprocessors } from './subprocessors/subprocessors.ts'
import { teamtailor } from './teamtailor/teamtailor.ts'
import { workable } from './workable/workable.ts'
import { workday } from './workday/workday.ts'

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
  workday,
  pinpoint,
  bamboohr,
  rippling,
  breezy,
  oracle,
  icims,
  jobvite,
  paylocity,
]

/** Each visits the company's own website, or asks others about its domain. */
const DOMAIN_COLLECTORS: readonly Collector[] = [
  homePage,
  announcements,
  llmsTxt,
  aiCrawlers,
  dnsRecords,
  mcpRegistry,
  subprocessors,
]

/** Each reads what one legal entity filed at a register. */
export const REGISTER_COLLECTORS: readonly Collector[] = [secFormD, companiesHouse]

/** Finds the boards. */
export const discovery: Collector = boardDiscovery(BOARD_COLLECTORS, boardAt)

/** In the order in which a new company is visited: first its boards are found. */
export const COLLECTORS: readonly Collector[] = [
  discovery,
  ...BOARD_COLLECTORS,
  jobPosting,
  ...REGISTER_COLLECTORS,
  ...DOMAIN_COLLECTORS,
]

/** Those available to this installation: some need a key. */
export function collectorsWith({ hasCompaniesHouseKey }: { readonly hasCompaniesHouseKey: boolean }) {
  return hasCompaniesHouseKey ? COLLECTORS : COLLECTORS.filter((collector) => collector !== companiesHouse)
}

/** Indexes of filings: not watched per company; the reader reads them too. */
const INDEX_COLLECTORS: readonly Collector[] = [secIndex]

export function collectorNamed(name: string): Collector | undefined {
  return [...COLLECTORS, ...INDEX_COLLECTORS].find((collector) => collector.name === name)
}

/** The board that a link leads to or embeds. */
export function boardAt(url: URL): { readonly collector: Collector; readonly board: string } | undefined {
  for (const collector of BOARD_COLLECTORS) {
    const board = collector.boardOf?.(url)
    if (board !== undefined) return { collector, board }
  }
  return undefined
}
