import type { Hold, ReplayRecord, WebhookView } from '../../deliver/firehose/index.ts'
import { columns, time } from '../table.ts'

export function describeWebhook(webhook: WebhookView): string {
  const rows = [
    ['id', webhook.id],
    ['team', webhook.teamId],
    ...(webhook.name === null ? [] : [['name', webhook.name]]),
    ['url', webhook.url],
    ['types', webhook.types.join(', ')],
    ...filterRows(webhook),
    ['state', `${webhook.condition}: ${webhook.reason}`],
    ['lag', lagOf(webhook)],
    ['open retries', `${webhook.openRetries}`],
    ['exhausted', `${webhook.exhausted}`],
    [
      'limits',
      `${webhook.mostInFlight} in flight${webhook.mostPerSecond ? `, ${webhook.mostPerSecond} per second` : ''}`,
    ],
    ['last success', time(webhook.lastSuccessAt)],
    ['created', time(webhook.createdAt)],
  ]
  if (webhook.keyOverlapUntil) rows.push(['old key until', time(webhook.keyOverlapUntil)])
  if (webhook.secretOverlapUntil) rows.push(['old secret until', time(webhook.secretOverlapUntil)])
  if (webhook.gapEvents > 0) rows.push(['lost to retention', `${webhook.gapEvents} events`])
  return columns(rows, '')
}

function filterRows({ filter }: WebhookView): string[][] {
  const { signals, company, list, onceDays } = filter ?? {}
  return [
    ...(signals === undefined ? [] : [['only signals', signals]]),
    ...(company === undefined ? [] : [['only companies', JSON.stringify(company)]]),
    ...(list === undefined ? [] : [['only the list', list]]),
    ...(onceDays === undefined ? [] : [['per company', `one event in ${onceDays} ${onceDays === 1 ? 'day' : 'days'}`]]),
  ]
}

/** With a filter, events that are not read yet may be skipped. */
export function lagOf({ lag, filter }: WebhookView): string {
  if (lag.events === 0) return 'none'
  const bound = filter ? (lag.exact ? 'up to ' : 'about ') : lag.exact ? '' : 'at least '
  return `${bound}${lag.events} events, ${lag.seconds} s`
}

export function progressOf({ fromPosition, toPosition, position, sent, failed, finishedAt }: ReplayRecord): string {
  const percent = Math.floor((100 * (position - fromPosition)) / (toPosition - fromPosition))
  return `${finishedAt ? 'done' : `${percent} %`}, ${sent} sent, ${failed} failed`
}

/** A paragraph above the output while all delivery is held; otherwise empty. */
export function holdNotice(hold: Hold): string {
  if (hold === 'restored') return 'All delivery is held: this database is a restored copy (bin/pro-signal resume).\n\n'
  return hold ? 'All delivery is held by an operator (bin/pro-signal webhooks resume --all).\n\n' : ''
}
