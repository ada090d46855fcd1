// The saved searches of all teams: whether they are watched, and whether their alerts arrive.

import type { Database } from '../../../db/index.ts'
import { surveyAlerts } from '../../../deliver/alerts/index.ts'
import { count, counted } from '../../counted.ts'
import { duration, type Finding } from './finding.ts'

const LAG_SECONDS = 60
const LATE_SECONDS = 15 * 60
const MAX_SHOWN = 3

export async function checkAlerts(db: Database): Promise<Finding> {
  const check = 'alerts'
  const survey = await surveyAlerts(db.pool('settings'))
  const { searches, problems, holder, lagEvents, lagSeconds, waiting, givenUp } = survey
  const details = { ...survey }
  if (searches === 0) return { check, verdict: 'ok', message: 'no saved searches yet', details }
  const late = waiting.filter(({ oldestSeconds }) => oldestSeconds > LATE_SECONDS)
  const troubles = [
    holder === null ? 'no process watches them: is one with the role firehose running?' : '',
    holder !== null && lagSeconds > LAG_SECONDS
      ? `the watcher is ${counted(lagEvents, 'event')} behind, by ${duration(lagSeconds)}`
      : '',
    ...late.map(
      ({ destination, oldestSeconds }) => `the oldest ${destination} message waits for ${duration(oldestSeconds)}`,
    ),
    givenUp.length > 0
      ? `${counted(givenUp.length, 'destination')} given up, ${examplesOf(givenUp)} (see bin/pro-signal searches show)`
      : '',
    problems > 0 ? `${count(problems)} need attention (see bin/pro-signal searches list)` : '',
  ].filter(Boolean)
  const counts = searches === 1 ? '1 saved search' : `${count(searches)} saved searches`
  if (troubles.length === 0) {
    return { check, verdict: 'ok', message: `${counts}, watched up to the end of the log`, details }
  }
  return { check, verdict: 'warning', message: `${counts}; ${troubles.join('; ')}`, details }
}

function examplesOf(searches: readonly string[]): string {
  return `${searches.slice(0, MAX_SHOWN).join(', ')}${searches.length > MAX_SHOWN ? ', …' : ''}`
}
