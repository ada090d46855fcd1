// The status as text: a table of nodes, then a line for each reader of the log and for everything that may wait.

import { BUDGET_NAMES } from '../../../account/budgets/index.ts'
import { count, counted } from '../../counted.ts'
import { columns, table, time } from '../../table.ts'
import { duration, megabytes } from '../doctor/finding.ts'
import type { Status } from './read-status.ts'

const HOLDS = {
  restored: 'This is a restored copy: webhooks, alerts, mail and collecting are on hold (bin/pro-signal resume).',
  operator: 'All webhooks are paused (bin/pro-signal webhooks resume --all).',
}

export function showStatus(status: Status): string {
  const { at, database, hold, nodes, log, budgets } = status
  const head = `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC, ${database.kind} PostgreSQL ${database.postgres}, ${megabytes(database.bytes)}`
  const lines = [
    ['log', logLine(log)],
    ...nodes.flatMap(({ name, index }) => (index ? [['search index', `${behindText(index)} on ${name}`]] : [])),
    ['alerts', alertsLine(status)],
    ['webhooks', webhooksLine(status)],
    ['mail', mailLine(status)],
    ['collecting', collectingLine(status)],
    ['backup', backupLine(status)],
    [
      'budgets',
      budgets.length === 0 ? 'no team has used 80 % of one' : `${counted(budgets.length, 'budget')} above 80 %`,
    ],
  ]
  return [
    head,
    ...(hold ? [HOLDS[hold]] : []),
    '',
    nodes.length === 0 ? 'No node serves.' : nodesTable(nodes),
    '',
    columns(lines, ''),
    ...(status.webhooks.heldWebhooks.length > 0 ? ['', heldTable(status)] : []),
    ...(budgets.length > 0 ? ['', budgetsTable(budgets)] : []),
  ].join('\n')
}

function nodesTable(nodes: Status['nodes']): string {
  const rows = nodes.map(({ name, url, version, roles, startedAt, search, seenSeconds, isGone }) => [
    name,
    url,
    version,
    roles.join(' '),
    time(startedAt),
    isGone ? `not seen for ${duration(seenSeconds)}` : search === null ? '' : `search by ${search}`,
  ])
  return table(['node', 'url', 'version', 'roles', 'since', ''], rows)
}

interface Behind {
  readonly events: number
  readonly seconds: number
}

function behindText({ events, seconds }: Behind): string {
  return events === 0 ? 'up to date' : `${counted(events, 'event')} behind, by ${duration(seconds)}`
}

function logLine({ position, unstamped, lastSignalAt }: Status['log']): string {
  const waiting =
    unstamped.events === 0
      ? ''
      : `, ${counted(unstamped.events, 'event')} without a position for ${duration(unstamped.seconds)}`
  return `at ${count(position)}${waiting}, last signal ${time(lastSignalAt)}`
}

function alertsLine({ alerts }: Status): string {
  if (alerts.searches === 0) return 'no saved searches'
  const waiting = alerts.waiting.map(
    ({ destination, messages, oldestSeconds }) =>
      `, ${count(messages)} to ${destination} wait, the oldest ${duration(oldestSeconds)}`,
  )
  const watched = alerts.watchedBy === null ? 'watched by no process' : `watched by ${alerts.watchedBy}`
  return `${behindText(alerts.behind)}, ${counted(alerts.searches, 'saved search', 'saved searches')}, ${watched}${waiting.join('')}`
}

function webhooksLine({ webhooks }: Status): string {
  const { total, enabled, held, pausedForFailing, behind } = webhooks
  if (total === 0) return 'none'
  const slowest = behind[0]
  return [
    slowest === undefined
      ? 'up to date'
      : `${count(behind.length)} behind, the slowest by ${duration(slowest.seconds)}`,
    `${count(enabled)} of ${count(total)} enabled`,
    held > 0 ? `${count(held)} on hold` : 'none on hold',
    ...(pausedForFailing > 0 ? [`${count(pausedForFailing)} paused because they failed`] : []),
  ].join(', ')
}

function mailLine({ mails: { waiting, oldestSeconds, failedToday } }: Status): string {
  const failed = failedToday > 0 ? `, ${count(failedToday)} given up within a day` : ''
  if (waiting === 0) return `none waits${failed}`
  return `${counted(waiting, 'mail')} ${waiting === 1 ? 'waits' : 'wait'}, the oldest for ${duration(oldestSeconds)}${failed}`
}

function collectingLine({ collecting }: Status): string {
  const { watched, sources, processes, failing, oldestDueSeconds, closedHosts, changedFormats } = collecting
  if (watched === 0) return 'no company is watched'
  return [
    `${counted(watched, 'company', 'companies')}, ${counted(sources, 'source')}`,
    processes === 0 ? 'no process collects' : counted(processes, 'process', 'processes'),
    oldestDueSeconds === 0 ? 'no visit is due' : `the oldest visit is due for ${duration(oldestDueSeconds)}`,
    ...(failing > 0 ? [`${counted(failing, 'source')} failing`] : []),
    ...(closedHosts > 0 ? [`${counted(closedHosts, 'host')} not asked for a while`] : []),
    ...(changedFormats.length > 0 ? [`changed formats: ${changedFormats.join(', ')}`] : []),
  ].join(', ')
}

function backupLine({ backup }: Status): string {
  if (backup === null) return 'none is scheduled on this machine (BACKUP_DIR)'
  if (backup.ageSeconds === null) return `none in ${backup.folder} yet`
  return `${duration(backup.ageSeconds)} old, ${megabytes(backup.bytes)}, in ${backup.folder}`
}

function heldTable({ webhooks }: Status): string {
  const rows = webhooks.heldWebhooks.map(({ id, team, seconds }) => [
    id,
    team,
    seconds === null ? 'its first retries' : duration(seconds),
  ])
  return table(['webhook on hold', 'team', 'for'], rows)
}

function budgetsTable(budgets: Status['budgets']): string {
  const rows = budgets.map(({ team, bucket, used, limit, periodEnd }) => [
    `${Math.floor((100 * used) / limit)} %`,
    team,
    `${count(used)} of ${count(limit)} ${BUDGET_NAMES[bucket]}`,
    time(periodEnd),
  ])
  return table(['used', 'team', 'budget', 'resets'], rows)
}
