// The service that runs on the configured port, asked over HTTP: whose it is, its search index, its periodic tasks.

import * as http from 'node:http'
import * as https from 'node:https'
import { findListenError, ownUrl } from '../../../http/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Finding } from './finding.ts'

const TIMEOUT_MS = 3_000
const MAX_REPLY_BYTES = 8 * 2 ** 20

export interface RunningService {
  readonly url: string
  /** The id of its database; undefined if /metrics can't be read. */
  readonly databaseId: string | undefined
  readonly version: string | undefined
  /** The engine that answers searches; undefined without the API. */
  readonly search: string | undefined
  /** Why the index doesn't answer, if it should and the service reports it. */
  readonly searchReason: string | undefined
  /** The log position of its search index; undefined without an index. */
  readonly indexPosition: number | undefined
  /** The periodic tasks whose last run failed. */
  readonly failedTasks: readonly string[]
}

/** Undefined if no Pro Signal service answers there. */
export async function findRunningService(config: Config): Promise<RunningService | undefined> {
  if (config.PORT === 0) return undefined
  const url = ownUrl(config)
  const ready = parseReadiness(await get(`${url}/readyz`))
  if (ready === undefined) return undefined
  const { METRICS_HOST, METRICS_PORT } = config
  const host = METRICS_HOST === '0.0.0.0' ? '127.0.0.1' : METRICS_HOST === '::' ? '::1' : METRICS_HOST
  const own = `http://${host.includes(':') ? `[${host}]` : host}:${METRICS_PORT}`
  const metrics = parseMetrics((await get(`${METRICS_PORT === undefined ? url : own}/metrics`))?.body ?? '')
  const info = metrics.find(({ name }) => name === 'pro_signal_info')?.labels
  return {
    url,
    databaseId: info?.database,
    version: info?.version,
    ...ready,
    indexPosition:
      ready.search === 'index'
        ? metrics.find(({ name }) => name === 'pro_signal_search_index_position')?.value
        : undefined,
    failedTasks: metrics.flatMap(({ name, labels, value }) =>
      name === 'pro_signal_task_last_failed' && value === 1 && labels.task ? [labels.task] : [],
    ),
  }
}

/** The port is free, or our own service uses it. `databaseId` is that of the configured database, if it is known. */
export async function checkPort(
  config: Config,
  service: RunningService | undefined,
  databaseId: string | undefined,
): Promise<Finding> {
  const check = 'port'
  const where = `port ${config.PORT} of ${config.HOST}`
  if (config.PORT === 0) return { check, verdict: 'ok', message: 'serve picks a free port' }
  if (service !== undefined) {
    const foreign = service.databaseId !== undefined && databaseId !== undefined && service.databaseId !== databaseId
    return foreign
      ? { check, verdict: 'warning', message: `${where} is used by a Pro Signal service with another database` }
      : { check, verdict: 'ok', message: `${where} is used by this service` }
  }
  const error = await findListenError({ host: config.HOST, port: config.PORT }, 'PORT')
  if (error === undefined) return { check, verdict: 'ok', message: `${where} is free` }
  const inUse = error instanceof AppError && error.code === 'port_in_use'
  return { check, verdict: inUse ? 'warning' : 'problem', message: error.message }
}

function parseReadiness(reply: Reply | undefined): Pick<RunningService, 'search' | 'searchReason'> | undefined {
  try {
    const body = JSON.parse(reply?.body ?? '') as {
      checks?: { accepting?: unknown; database?: unknown }
      search?: string
      searchReason?: string
    }
    const isOurs = typeof body.checks?.accepting === 'boolean' && typeof body.checks.database === 'boolean'
    return isOurs ? { search: body.search, searchReason: body.searchReason } : undefined
  } catch {
    return undefined
  }
}

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

function parseMetrics(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value = ''] = /^(\w+)(?:\{([^}]*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined) return []
    const pairs = [...labels.matchAll(/\b(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text])
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }]
  })
}

interface Reply {
  readonly body: string
}

/** Undefined if there is no answer. The certificate isn't verified: it is rarely made for this machine's own address. */
function get(url: string): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const request = (url.startsWith('https:') ? https : http).get(
      url,
      { rejectUnauthorized: false, timeout: TIMEOUT_MS, agent: false },
      (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          body += chunk
          if (body.length > MAX_REPLY_BYTES) request.destroy()
        })
        response.on('end', () => resolve({ body }))
        response.on('close', () => resolve(undefined))
      },
    )
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(undefined))
  })
}
