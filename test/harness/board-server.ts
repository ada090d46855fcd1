// A server on loopback that stands in for every public source, by the Host header: job boards, websites, registries.
// Collectors reach it through COLLECT_REROUTE. It does what real ones do, including what they should not.

import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { type Board, type BoardSystem, boardAsked, type PostedJob, unknownBoard } from './board-formats.ts'
import { cleanup } from './cleanup.ts'

export { BOARD_SYSTEMS, type BoardSystem, jobPosting, PAYLOCITY_UUID, type PostedJob } from './board-formats.ts'

export interface Reply {
  readonly status?: number
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly text?: string
}

export type Fault =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: number | string }
  /** The connection stays open, and nothing comes. */
  | { readonly kind: 'silent' }
  /** The connection breaks before an answer. */
  | { readonly kind: 'reset' }
  /** 200 with a page for people. */
  | { readonly kind: 'html' }
  | { readonly kind: 'redirect'; readonly to: string; readonly permanent?: boolean }
  /** The connection breaks in the middle of the body. */
  | { readonly kind: 'half' }
  /** A well-formed response whose text ends in the middle. */
  | { readonly kind: 'cut' }
  /** A few kilobytes that unpack to `megabytes`. */
  | { readonly kind: 'bomb'; readonly megabytes: number }
  /** A body of `megabytes`, not packed. */
  | { readonly kind: 'flood'; readonly megabytes: number }
  /** One byte a second. */
  | { readonly kind: 'drip' }
  /** The board answers as if it had no jobs. */
  | { readonly kind: 'empty' }

export interface AskedRequest {
  readonly host: string
  /** With the query. */
  readonly path: string
  readonly headers: IncomingMessage['headers']
  /** Milliseconds. */
  readonly startedAt: number
  endedAt: number | undefined
  /** The body. */
  sent: string
  /** How many other requests to this host were under way when it arrived. */
  readonly others: number
}

export interface BoardServer {
  /** For COLLECT_REROUTE. */
  readonly origin: string
  readonly port: number
  readonly requests: readonly AskedRequest[]
  /** Sets or replaces the jobs of a board. A Lever board of the EU is `eu:NAME`. */
  board(system: BoardSystem, name: string, jobs: readonly PostedJob[], company?: string): void
  /** From now on this name is unknown. */
  removeBoard(system: BoardSystem, name: string): void
  /** Sets or replaces a page: its HTML, a whole reply, or a function of the request. */
  page(url: string, reply: string | Reply | ((request: IncomingMessage, url: URL) => Reply)): void
  removePage(url: string): void
  /** Every request whose host is `target`, or whose URL begins with it, gets the fault, `times` times. */
  fault(target: string, fault: Fault, times?: number): void
  /** Without faults from now on. */
  mend(target?: string): void
  /** Answers only after `milliseconds`. */
  delay(milliseconds: number): void
  asked(host: string): readonly AskedRequest[]
  close(): Promise<void>
}

const MARKETING = '<!doctype html><html><head><title>Welcome</title></head><body><h1>Hire better</h1></body></html>'

interface SetFault {
  readonly target: string
  readonly fault: Fault
  left: number
}

/** `now` in Unix seconds: boards show it where real ones show a time that moves. */
export async function startBoardServer(now: () => number = () => Math.floor(Date.now() / 1_000)): Promise<BoardServer> {
  const boards = new Map<string, Board>()
  const pages = new Map<string, Parameters<BoardServer['page']>[1]>()
  const faults: SetFault[] = []
  const requests: AskedRequest[] = []
  const underWay = new Map<string, number>()
  let delayMs = 0

  function faultFor(url: URL): Fault | undefined {
    const set = faults.find(
      ({ target, left }) => left > 0 && (target === url.hostname || url.href.startsWith(withScheme(target))),
    )
    if (set) set.left--
    return set?.fault
  }

  function replyTo(request: IncomingMessage, url: URL, empty: boolean, sent: string): Reply {
    const page = pages.get(pageKey(url.href)) ?? pages.get(pageKey(url.origin + url.pathname))
    if (page !== undefined) return replyOf(typeof page === 'function' ? page(request, url) : page)
    const asked = boardAsked(url)
    if (!asked) return { status: 404, text: 'Not found' }
    const board = boards.get(`${asked.system} ${asked.board}`)
    const body = board
      ? asked.write(empty ? { ...board, jobs: [] } : board, url, now(), sent)
      : unknownBoard(asked, url, now())
    if (!('status' in body)) return body
    return { status: body.status, ...(body.to !== undefined && { headers: { location: body.to } }) }
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `https://${request.headers.host}`)
    const others = underWay.get(url.hostname) ?? 0
    underWay.set(url.hostname, others + 1)
    const entry: AskedRequest = {
      host: url.hostname,
      path: request.url ?? '/',
      headers: request.headers,
      startedAt: Date.now(),
      endedAt: undefined,
      sent: '',
      others,
    }
    requests.push(entry)
    response.on('close', () => {
      entry.endedAt = Date.now()
      underWay.set(url.hostname, (underWay.get(url.hostname) ?? 1) - 1)
    })
    const answer = async () => {
      entry.sent = await text(request)
      const fault = faultFor(url)
      const reply = replyTo(request, url, fault?.kind === 'empty', entry.sent)
      if (fault && fault.kind !== 'empty') misbehave(fault, reply, response)
      else send(request, response, reply)
    }
    if (delayMs > 0) setTimeout(answer, delayMs)
    else void answer()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  cleanup(close)
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    board: (system, name, jobs, company = name) => {
      boards.set(`${system} ${name}`, { name: name.replace(/^eu:/, ''), company, jobs })
    },
    removeBoard: (system, name) => {
      boards.delete(`${system} ${name}`)
    },
    page: (url, reply) => {
      pages.set(pageKey(url), reply)
    },
    removePage: (url) => {
      pages.delete(pageKey(url))
    },
    fault: (target, fault, times = Number.POSITIVE_INFINITY) => {
      faults.push({ target, fault, left: times })
    },
    mend: (target) => {
      for (const set of faults) if (target === undefined || set.target === target) set.left = 0
    },
    delay: (milliseconds) => {
      delayMs = milliseconds
    },
    asked: (host) => requests.filter((each) => each.host === host),
    close,
  }
}

function withScheme(target: string): string {
  return target.includes('://') ? target : `https://${target}/`
}

/** Schemes are alike: the request that arrives here has none. */
function pageKey(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/^[^/?]*$/, '$&/')
}

function replyOf(page: string | Reply): Reply {
  return typeof page === 'string' ? { text: page } : page
}

function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const { status = 200, type = 'text/html; charset=utf-8', headers = {}, text = '' } = reply
  const etag = `"${createHash('sha1').update(text).digest('base64url')}"`
  if (status === 200 && request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end()
    return
  }
  const packs = text.length > 1_000 && /\bgzip\b/.test(String(request.headers['accept-encoding']))
  const body = packs ? gzipSync(text) : Buffer.from(text)
  response
    .writeHead(status, {
      'content-type': type,
      'content-length': body.length,
      ...(status === 200 && { etag }),
      ...(packs && { 'content-encoding': 'gzip' }),
      ...headers,
    })
    .end(request.method === 'HEAD' ? undefined : body)
}

function misbehave(fault: Exclude<Fault, { kind: 'empty' }>, reply: Reply, response: ServerResponse): void {
  const { type = 'text/html; charset=utf-8', text = '' } = reply
  switch (fault.kind) {
    case 'status': {
      const { status, retryAfter } = fault
      response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }).end('{}')
      return
    }
    case 'silent':
      return
    case 'reset':
      response.destroy()
      return
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(MARKETING)
      return
    case 'redirect':
      response.writeHead(fault.permanent ? 301 : 302, { location: fault.to }).end()
      return
    case 'half': {
      const body = Buffer.from(text)
      response.writeHead(200, { 'content-type': type, 'content-length': body.length })
      response.write(body.subarray(0, body.length >> 1), () => response.destroy())
      return
    }
    case 'cut':
      response.writeHead(200, { 'content-type': type }).end(text.slice(0, text.length >> 1))
      return
    case 'bomb':
      response
        .writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(fault.megabytes * 1_048_576, ' ')))
      return
    case 'flood':
      response.writeHead(200, { 'content-type': type }).end(Buffer.alloc(fault.megabytes * 1_048_576, ' '))
      return
    case 'drip': {
      response.writeHead(200, { 'content-type': type }).flushHeaders()
      let at = 0
      const timer = setInterval(() => response.write(text[at++] ?? ' '), 1_000)
      response.on('close', () => clearInterval(timer))
    }
  }
}
