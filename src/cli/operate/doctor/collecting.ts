// Whether collecting can work, and how far behind it is.

import { readMonitoringRequests } from '../../../account/lists/index.ts'
import {
  type CollectingState,
  changeText,
  isAllowed,
  readCollecting,
  readFilingState,
  unknownSystems,
} from '../../../collect/collecting/index.ts'
import { COLLECTORS, secFormD } from '../../../collect/collectors/index.ts'
import type { Database } from '../../../db/index.ts'
import type { Config } from '../../../platform/config/config.ts'
import { count, counted } from '../../counted.ts'
import { time } from '../../table.ts'
import { duration, type Finding } from './finding.ts'

const LATE_SECONDS = 6 * 3_600
/** The index of filings is tried every few hours. */
const MIN_INDEX_FAILURES = 3

export async function checkCollecting(
  db: Database,
  config: Pick<Config, 'COLLECT_CONTACT' | 'COLLECT_REROUTE' | 'COLLECT_UNDOCUMENTED' | 'LIST_MONITORING'> &
    Partial<Pick<Config, 'COMPANIES_HOUSE_KEY'>>,
): Promise<Finding> {
  const state = await readCollecting(db)
  const check = 'collecting'
  const filings = await readFilingState(db.pool('settings'), secFormD.name)
  const { watched, looks, failing, oldestDueSeconds, closedHosts, nodes, waitingMatches } = state
  const { unreadable, changedFormats } = state
  const { LIST_MONITORING: mode } = config
  const requests = mode === 'approval' ? (await readMonitoringRequests(db.pool('settings'))).length : 0
  const details = { ...state, requests, contact: config.COLLECT_CONTACT ?? null, filings: filings ?? null }
  const asked =
    requests > 0
      ? `, ${requests === 1 ? '1 list of a team waits' : `${count(requests)} lists of teams wait`} for your approval (bin/pro-signal lists requests)`
      : ''
  if (watched === 0) {
    return { check, verdict: 'ok', message: `no company is watched (bin/pro-signal watch add DOMAIN)${asked}`, details }
  }
  const troubles = [
    config.COLLECT_CONTACT === undefined && nodes === 0 ? 'nothing is collected: set COLLECT_CONTACT and restart' : '',
    config.COLLECT_CONTACT !== undefined && nodes === 0
      ? 'no process collects: start serve (or restart it, if it was started before COLLECT_CONTACT was set), or run collect --once'
      : '',
    nodes > 0 && oldestDueSeconds > LATE_SECONDS ? `the oldest visit is ${duration(oldestDueSeconds)} late` : '',
    failing * 10 > looks
      ? `${count(failing)} of ${count(looks)} sources keep failing (see bin/pro-signal watch list)`
      : '',
    ...unknownSystems(config.COLLECT_UNDOCUMENTED, COLLECTORS).map(
      (name) => `COLLECT_UNDOCUMENTED names ${name}, which is no job board system without a documented feed`,
    ),
    ...changedFormats.map(
      ({ since, ...change }) =>
        `${change.source} seems to have changed its format since ${time(since)}: ${changeText(change)}; none of its jobs are closed (upgrade Pro Signal, or report it; bin/pro-signal watch show DOMAIN has the reason)`,
    ),
    ...unreadable.map(({ company, source, failure }) => {
      const what = failure.replace(/^unreadable: /, '')
      return `${source} of ${company} can't be read: ${what.replace(/\.$/, '')}`
    }),
    filings && filings.failures >= MIN_INDEX_FAILURES
      ? `the index of SEC filings can't be read after ${filings.readThrough}: ${filings.failure?.replace(/\.$/, '')}`
      : '',
    state.withKey > 0 && config.COMPANIES_HOUSE_KEY === undefined
      ? `${counted(state.withKey, 'source')} at Companies House can't be asked: set COMPANIES_HOUSE_KEY`
      : '',
    closedHosts > 0
      ? `${closedHosts === 1 ? '1 host is' : `${count(closedHosts)} hosts are`} not asked for a while: ${namedHosts(state)}`
      : '',
  ].filter(Boolean)
  const { COLLECT_REROUTE: reroute } = config
  const forTeams = state.watchedForTeams > 0 ? `, ${count(state.watchedForTeams)} of them for lists of teams` : ''
  const through = reroute === undefined ? '' : `, asked through ${reroute} (COLLECT_REROUTE)`
  const watching = `${watched === 1 ? '1 company is' : `${count(watched)} companies are`} watched${forTeams}, ${counted(looks, 'source')}${through}`
  const read = filings?.readAt ? `, SEC filings are read up to ${filings.readThrough}` : ''
  const waiting =
    waitingMatches > 0
      ? `, ${waitingMatches === 1 ? '1 board, filer or domain waits' : `${count(waitingMatches)} boards, filers or domains wait`} for you (bin/pro-signal matches list)${namedOff(state, config.COLLECT_UNDOCUMENTED)}`
      : ''
  if (troubles.length === 0) return { check, verdict: 'ok', message: `${watching}${read}${waiting}${asked}`, details }
  return { check, verdict: 'warning', message: `${watching}${read}${waiting}${asked}; ${troubles.join('; ')}`, details }
}

/** Boards that were found but can't be accepted until the operator allows their systems. */
function namedOff({ waitingBoards }: CollectingState, allowed: readonly string[]): string {
  const off = COLLECTORS.filter(({ name }) => waitingBoards[name]).filter((collector) => !isAllowed(collector, allowed))
  if (off.length === 0) return ''
  const boards = off.map(({ name }) => `${count(waitingBoards[name] ?? 0)} of ${name}`).join(', ')
  return `, of which are off: ${boards} (COLLECT_UNDOCUMENTED)`
}

function namedHosts({ closed, closedHosts }: CollectingState): string {
  const named = closed.map(({ host, until }) => `${host} until ${time(new Date(until))}`).join(', ')
  const more = closedHosts - closed.length
  return more > 0 ? `${named} and ${count(more)} more` : named
}
