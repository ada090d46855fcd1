// Statements to one ClickHouse server over HTTP. A server that doesn't answer, or answers with anything but a result,
// is unavailable: PostgreSQL answers instead. A statement that exceeds its limits is an error of the search.

import { randomUUID } from 'node:crypto'
import type { Agent } from 'undici'
import { searchTimedOut } from '../../http/index.ts'
import { undici } from '../../outbound/index.ts'
import { reasonOf } from '../../platform/app-error.ts'
import { textLiteral } from './literals.ts'

/** The server or its table can't answer. The caller uses the other engine. */
export class ClickHouseUnavailable extends Error {
  /** ClickHouse's number of the error, if it answered. */
  readonly code: number | undefined

  constructor(message: string, code?: number) {
    super(message)
    this.code = code
  }
}

export interface Server {
  /** Without user and password. */
  readonly url: string
  readonly user: string
  readonly password: string
}

/** Reads `http://user:password@host:8123`. */
export function serverOf(address: string): Server {
  const url = new URL(address)
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  return { url: url.origin, user, password }
}

const TIMEOUT_EXCEEDED = 159
const MEMORY_LIMIT_EXCEEDED = 241
export const UNKNOWN_TABLE = 60

/** A search may take as long as with PostgreSQL. */
export const SEARCH_SECONDS = 5
const SEARCH_MEMORY_BYTES = 2 * 2 ** 30
/** Beyond this, groups and sorts are written to disk. */
const SPILL_BYTES = 2 ** 30
const CONNECT_MS = 2_000
const CONNECTIONS = 32

type Settings = Readonly<Record<string, string | number>>

/** A deep query has many levels, and a list of 20,000 companies is one long literal. */
const SIZES: Settings = {
  max_query_size: 2 ** 24,
  max_ast_depth: 10_000,
  max_ast_elements: 1_000_000,
  max_expanded_ast_elements: 10_000_000,
  max_subquery_depth: 1_000,
}

const ANSWERS: Settings = {
  output_format_json_quote_64bit_integers: 0,
  // Otherwise an error halfway would follow the rows of a successful reply.
  wait_end_of_query: 1,
}

const SEARCHES: Settings = {
  ...SIZES,
  ...ANSWERS,
  max_memory_usage: SEARCH_MEMORY_BYTES,
  max_bytes_before_external_group_by: SPILL_BYTES,
  max_bytes_before_external_sort: SPILL_BYTES,
  max_result_rows: 0,
  max_result_bytes: 0,
}

interface Statement {
  readonly sql: string
  readonly body?: Buffer
  readonly settings?: Settings
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

interface JsonAnswer<Row> {
  readonly data: readonly Row[]
  readonly totals?: readonly unknown[]
}

export class Connection {
  readonly server: Server
  readonly #agent: Agent
  readonly #searchSeconds: number

  constructor(server: Server, searchSeconds = SEARCH_SECONDS) {
    this.server = server
    this.#searchSeconds = searchSeconds
    this.#agent = new (undici().Agent)({
      connections: CONNECTIONS,
      connect: { timeout: CONNECT_MS },
      keepAliveTimeout: 2_000,
    })
  }

  /** A search: the statement ends with FORMAT JSONCompact. */
  async search<Row>(sql: string, signal?: AbortSignal): Promise<JsonAnswer<Row>> {
    const timeoutMs = (this.#searchSeconds + 2) * 1_000
    const id = randomUUID()
    // Closing the connection ends a statement only in newer versions, with a setting that older ones reject.
    const cancel = () => void this.run(`kill query where query_id = ${textLiteral(id)}`, 2_000).catch(() => {})
    signal?.addEventListener('abort', cancel)
    try {
      return await this.#json<Row>({
        sql,
        settings: { ...SEARCHES, max_execution_time: this.#searchSeconds, query_id: id },
        timeoutMs,
        signal,
      })
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

  /** Rows as arrays. */
  async rows<Row>(sql: string, timeoutMs = 5_000): Promise<readonly Row[]> {
    const { data } = await this.#json<Row>({
      sql: `${sql} format JSONCompact`,
      settings: { ...SIZES, ...ANSWERS },
      timeoutMs,
    })
    return data
  }

  /** A statement without a result. */
  async run(sql: string, timeoutMs = 30_000): Promise<void> {
    await this.#send({ sql, timeoutMs })
  }

  /** Inserts rows in the format RowBinary. All rows of one call become visible atomically. */
  async insert(table: string, columns: readonly string[], rows: Buffer, timeoutMs = 60_000): Promise<void> {
    const sql = `insert into ${table} (${columns.join(', ')}) format RowBinary`
    const settings = {
      // A frozen process's unfinished insert must end before another process feeds (lease.ts).
      http_receive_timeout: 5,
      // One block, whatever the settings of the user's profile are.
      max_insert_block_size: 1_048_576,
      min_insert_block_size_rows: 1_048_576,
      min_insert_block_size_bytes: 2 ** 30,
    }
    await this.#send({ sql, body: rows, settings, timeoutMs })
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  async #json<Row>(statement: Statement): Promise<JsonAnswer<Row>> {
    const text = await this.#send(statement)
    try {
      return JSON.parse(text) as JsonAnswer<Row>
    } catch {
      throw new ClickHouseUnavailable(`an answer of ${this.server.url} can't be read`)
    }
  }

  async #send({ sql, body, settings = {}, timeoutMs, signal }: Statement): Promise<string> {
    signal?.throwIfAborted()
    const parameters = new URLSearchParams()
    for (const [name, value] of Object.entries(settings)) parameters.set(name, String(value))
    if (body) parameters.set('query', sql)
    const { url, user, password } = this.server
    const timeout = AbortSignal.timeout(timeoutMs)
    let reply: { status: number; text: string }
    try {
      const { statusCode, body: answer } = await undici().request(`${url}/?${parameters}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/octet-stream',
          ...(user && { 'x-clickhouse-user': user, 'x-clickhouse-key': password }),
        },
        body: body ?? sql,
        dispatcher: this.#agent,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      reply = { status: statusCode, text: await answer.text() }
    } catch (error) {
      signal?.throwIfAborted()
      throw new ClickHouseUnavailable(`${url} doesn't answer: ${reasonOf(error)}`)
    }
    if (reply.status === 200) return reply.text
    const code = Number(/^Code: (\d+)/.exec(reply.text)?.[1])
    if (code === TIMEOUT_EXCEEDED || code === MEMORY_LIMIT_EXCEEDED) throw searchTimedOut()
    throw new ClickHouseUnavailable(`${url} answers ${reply.status}: ${reply.text.slice(0, 300).trim()}`, code)
  }
}
