// Signed-in requests to Salesforce's REST API. A session is cached until Salesforce reports that it has ended, and then
// renewed once. Every address is Salesforce's own: the one that an owner enters, and the one in the answer to a
// sign-in.

import { createHash, createSign } from 'node:crypto'
import { checkEndpointUrl } from '../../../outbound/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import { LruMap } from '../../../platform/lru-map.ts'
import { CrmError } from './crm.ts'
import type { JsonClient, JsonReply, JsonRequest } from './json-client.ts'
import { failureOf, signInFailureOf } from './salesforce-errors.ts'

const API = '/services/data/v60.0'
const TOKEN_PATH = '/services/oauth2/token'
const JWT_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const JWT_SECONDS = 180
const MAX_SESSIONS = 256
/** Of the requests of a day, which all integrations of the customer share. */
const MAX_USED_SHARE = 0.95
const DAILY_HOLD_SECONDS = 3_600

/** Of a connected app: the flow with a secret, or the one with a key for a user. */
export type SalesforceCredentials =
  | { readonly clientId: string; readonly clientSecret: string }
  | { readonly clientId: string; readonly username: string; readonly privateKey: string }

interface Session {
  readonly origin: string
  readonly token: string
  /** Of the organization. */
  readonly orgId: string
}

export type Sessions = LruMap<string, Session>

export const newSessions = (): Sessions => new LruMap(MAX_SESSIONS)

export interface SalesforceOptions {
  readonly client: Pick<JsonClient, 'send'>
  readonly origin: string
  readonly credentials: SalesforceCredentials
  readonly allowLoopback: boolean
  readonly sessions?: Sessions
  /** Called before each request: throws once the worker's claim has expired. Waits if it is too early. */
  readonly beforeRequest?: () => Promise<void>
}

export interface ApiRequest {
  readonly method: JsonRequest['method']
  /** Below the version of the API. */
  readonly path: string
  readonly query?: string
  readonly body?: object
}

export class SalesforceClient {
  readonly #options: SalesforceOptions
  readonly #sessions: Sessions
  readonly #key: string
  #usage = { used: 0, max: 0 }

  constructor(options: SalesforceOptions) {
    this.#options = options
    this.#sessions = options.sessions ?? newSessions()
    const identity = JSON.stringify([options.origin, options.credentials])
    this.#key = createHash('sha256').update(identity).digest('base64')
  }

  /** Must never appear in a message. */
  get secrets(): readonly string[] {
    const { credentials } = this.#options
    const token = this.#sessions.get(this.#key)?.token ?? ''
    return [token, 'clientSecret' in credentials ? credentials.clientSecret : credentials.privateKey]
  }

  async orgId(): Promise<string> {
    return (await this.#session()).orgId
  }

  /** The body of a success. */
  async ask({ method, path, query, body }: ApiRequest): Promise<unknown> {
    const send = async ({ origin, token }: Session) =>
      this.#send({
        method,
        url: `${origin}${API}${path}`,
        ...(query !== undefined && { query }),
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    this.#requireRoom()
    let reply = await send(await this.#session())
    if (reply.status === 401) {
      this.#sessions.delete(this.#key)
      reply = await send(await this.#session())
    }
    this.#readUsage(reply)
    const failure = failureOf(reply, this.secrets)
    if (!failure) return reply.body
    if (reply.status === 401) this.#sessions.delete(this.#key)
    throw failure
  }

  /** The next page of a query. Its address is a path on the same server. */
  askNext(path: string): Promise<unknown> {
    const [, rest] = /^\/services\/data\/v\d{2,3}\.0(\/query\/[A-Za-z0-9-]{1,80})$/.exec(path) ?? []
    if (rest === undefined) throw new CrmError('unavailable', 'Salesforce’s answer names a next page that is none.')
    return this.ask({ method: 'GET', path: rest })
  }

  async #send(request: JsonRequest): Promise<JsonReply> {
    await this.#options.beforeRequest?.()
    return this.#options.client.send(request)
  }

  async #session(): Promise<Session> {
    const cached = this.#sessions.get(this.#key)
    if (cached) return cached
    const { origin, credentials, allowLoopback } = this.#options
    const reply = await this.#send({
      method: 'POST',
      url: `${origin}${TOKEN_PATH}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(grantOf(credentials, origin)).toString(),
    })
    const failure = signInFailureOf(reply, this.secrets)
    if (failure) throw failure
    const { access_token, instance_url, id } = reply.body as Record<string, unknown>
    if (typeof access_token !== 'string' || !/^[\x21-\x7e]{1,4000}$/.test(access_token))
      throw new CrmError('unavailable', 'Salesforce’s answer has no access token.')
    const session = {
      origin: originOfAnswer(instance_url, allowLoopback),
      token: access_token,
      orgId: /\/id\/([A-Za-z0-9]{15,18})\//.exec(String(id))?.[1] ?? '',
    }
    this.#sessions.set(this.#key, session)
    return session
  }

  #readUsage({ headers }: JsonReply): void {
    const [, used, max] = /\bapi-usage=(\d{1,9})\/(\d{1,9})/.exec(String(headers['sforce-limit-info'] ?? '')) ?? []
    if (used !== undefined) this.#usage = { used: Number(used), max: Number(max) }
  }

  /** The last requests of a day are left to other integrations. */
  #requireRoom(): void {
    const { used, max } = this.#usage
    if (max === 0 || used < max * MAX_USED_SHARE) return
    const shown = `${used.toLocaleString('en')} of ${max.toLocaleString('en')}`
    throw new CrmError(
      'limit',
      `Salesforce’s requests of a day are nearly used up (${shown}). Writing continues by itself.`,
      DAILY_HOLD_SECONDS,
    )
  }
}

function grantOf(credentials: SalesforceCredentials, origin: string): Record<string, string> {
  const { clientId } = credentials
  if ('clientSecret' in credentials)
    return { grant_type: 'client_credentials', client_id: clientId, client_secret: credentials.clientSecret }
  const audience = origin.includes('.sandbox.') ? 'https://test.salesforce.com' : 'https://login.salesforce.com'
  const claims = {
    iss: clientId,
    sub: credentials.username,
    aud: audience,
    exp: Math.floor(Date.now() / 1_000) + JWT_SECONDS,
  }
  const text = [{ alg: 'RS256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = createSign('RSA-SHA256').update(text).sign(credentials.privateKey, 'base64url')
  return { grant_type: JWT_GRANT, assertion: `${text}.${signature}` }
}

const HOSTS = ['.my.salesforce.com', '.force.com', '.salesforce.com']
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * The address of an organization, from what a person pastes: with or without https://, of a page of its screen or its setup. Throws
 * for one that isn't Salesforce's.
 */
export function salesforceOrigin(text: string, allowLoopback: boolean): string {
  const pasted = text.trim()
  const { origin, hostname } = new URL(
    checkEndpointUrl(/^[a-z]+:\/\//i.test(pasted) ? pasted : `https://${pasted}`, { allowLoopback }),
  )
  if (allowLoopback && LOOPBACK.test(hostname)) return origin
  const host = hostname
    .replace(/\.lightning\.force\.com$/, '.my.salesforce.com')
    .replace(/\.my\.salesforce-setup\.com$/, '.my.salesforce.com')
  if (host === 'login.salesforce.com' || host === 'test.salesforce.com')
    throw new AppError('invalid', `${host} is for people: enter your My Domain URL (Setup, My Domain).`, {
      field: 'instance',
    })
  if (origin !== `https://${hostname}` || !HOSTS.some((suffix) => host.endsWith(suffix)))
    throw new AppError(
      'invalid',
      'This is no address of Salesforce: enter your My Domain URL, such as https://acme.my.salesforce.com.',
      { field: 'instance' },
    )
  return `https://${host}`
}

/** The answer decides where all requests go, with the token: addresses that aren't Salesforce's are rejected. */
function originOfAnswer(url: unknown, allowLoopback: boolean): string {
  try {
    return salesforceOrigin(String(url), allowLoopback)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new CrmError('access', 'Salesforce’s answer names a server that isn’t Salesforce’s: nothing was sent there.')
  }
}
