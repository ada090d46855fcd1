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
  /** The cookie of a sign-in with a provider that has started. */
  signOnCookie: string | undefined
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
    const cookies = [this.cookie, this.signOnCookie].filter((cookie) => cookie !== undefined)
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
    const response = await fetch(this.url + path, { redirect: 'manual', ...init, headers })
    for (const setCookie of response.headers.getSetCookie()) {
      const [pair = ''] = setCookie.split(';')
      const cookie = /Max-Age=0/.test(setCookie) ? undefined : pair
      if (pair.includes('-sign-on=')) this.signOnCookie = cookie
      else {
        this.setCookie = setCookie
        this.cookie = cookie
      }
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
