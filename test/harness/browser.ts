import assert from 'node:assert/strict'
import {
  type ErrorReply,
  type InputOf,
  type ReplyOf,
  type SettingsRoute,
  urlOf,
} from '../../src/settings-contract/index.ts'

interface AnyInput {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string | undefined>
  readonly body?: unknown
}

/** Acts like a browser on the settings screen: it stores the cookie and sends its origin with each write. */
export class Browser {
  readonly url: string
  cookie: string | undefined
  /** The last Set-Cookie header received. */
  setCookie = ''

  constructor(url: string, token?: string) {
    this.url = url
    this.cookie = token === undefined ? undefined : `pro-signal-session=${token}`
  }

  async send<Route extends SettingsRoute>(
    route: Route,
    input: InputOf<Route>,
    init: RequestInit = {},
  ): Promise<Response> {
    return this.fetch(urlOf(route, input as AnyInput), {
      method: route.method,
      ...init,
      ...(route.body && { body: JSON.stringify((input as AnyInput).body) }),
      headers: {
        origin: this.url,
        'sec-fetch-site': 'same-origin',
        ...(route.body && { 'content-type': 'application/json' }),
        ...init.headers,
      },
    })
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.cookie !== undefined) headers.set('cookie', this.cookie)
    const response = await fetch(this.url + path, { redirect: 'manual', ...init, headers })
    const [setCookie] = response.headers.getSetCookie()
    if (setCookie !== undefined) {
      this.setCookie = setCookie
      const [pair = ''] = setCookie.split(';')
      this.cookie = /Max-Age=0/.test(setCookie) ? undefined : pair
    }
    return response
  }

  /** The reply to a call that must succeed. */
  async call<Route extends SettingsRoute>(route: Route, input: InputOf<Route>): Promise<ReplyOf<Route>> {
    const response = await this.send(route, input)
    const body = await response.json()
    assert.equal(response.status, 200, `${route.name}: ${JSON.stringify(body)}`)
    return body as ReplyOf<Route>
  }

  /** The error of a call that must be rejected with this status and code. */
  async refused<Route extends SettingsRoute>(
    route: Route,
    input: InputOf<Route>,
    status: number,
    code: string,
    init: RequestInit = {},
  ): Promise<ErrorReply['error']> {
    return errorOf(await this.send(route, input, init), status, code)
  }
}

export async function errorOf(response: Response, status: number, code: string): Promise<ErrorReply['error']> {
  const { error } = (await response.json()) as ErrorReply
  assert.deepEqual({ status: response.status, code: error?.code }, { status, code }, JSON.stringify(error))
  assert.equal(error.status, status)
  assert.equal(error.requestId, response.headers.get('x-request-id'))
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.ok(error.message.length > 10)
  return error
}
