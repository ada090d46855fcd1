// A real OpenID Connect provider on loopback: oidc-provider. People sign in there without a form. Tests can change what its
// token endpoint returns on the wire, and stop it.

import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type JWTPayload, SignJWT } from 'jose'
import { cleanup } from './cleanup.ts'

export const CLIENT_ID = 'pro-signal'
export const CLIENT_SECRET = 'a-secret-of-the-tests'
/** Another program that people sign in to with the same provider. */
const OTHER_CLIENT = { client_id: 'another-program', client_secret: 'another-secret' }

/** Nobody is there: the token is caught before it is sent. */
const LOGOUT_URI = 'https://signals.example/sign-on/backchannel-logout'

const KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

/** A person of the provider, as its directory has them. */
export interface ProviderPerson {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
}

/** The part of oidc-provider that is used here. It has no types of its own. */
interface OidcProvider {
  callback(): (request: IncomingMessage, response: ServerResponse) => void
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  readonly Client: { find(id: string): Promise<{ backchannelLogout(sub: string, sid: string): Promise<unknown> }> }
  readonly Grant: new (given: object) => { addOIDCScope(scope: string): void; save(): Promise<string> }
}

/** Follows redirects like a browser, up to the first one to `until`, whose URL is returned. */
async function follow(start: string, until: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(start)
  for (let hops = 0; hops < 10; hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${url.href}: ${response.status} ${await response.text()}`)
    url = new URL(location, url)
    if (url.href.startsWith(until)) return url
  }
  throw new Error('too many redirects')
}

export class SignOnProvider {
  issuer = ''
  readonly people = new Map<string, ProviderPerson>()
  /** Changes the reply of the token endpoint, once. */
  onTokenReply: ((reply: Record<string, unknown>) => Record<string, unknown>) | undefined
  #logoutToken = ''
  #who = ''
  #redirectUri = ''
  #provider: OidcProvider | undefined
  #server: Server | undefined

  /** `publicUrl` is that of the service. */
  async start(publicUrl: string): Promise<this> {
    const server = createServer((request, response) => this.#answer(request, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    this.#server = server
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    this.#redirectUri = `${publicUrl}/sign-on/callback`
    const { Provider } = (await import('oidc-provider' as string)) as {
      Provider: new (issuer: string, settings: object) => OidcProvider
    }
    this.#provider = new Provider(this.issuer, this.#settings(publicUrl))
    cleanup(() => this.stop())
    return this
  }

  stop(): void {
    this.#server?.close()
    this.#server?.closeAllConnections()
  }

  get env(): Record<string, string> {
    return {
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_LABEL: 'Acme Login',
    }
  }

  /** The person signs in at the provider. Returns the query with which the browser is sent back. */
  async signIn(url: string, person: ProviderPerson): Promise<string> {
    this.signsIn(person)
    return (await follow(url, this.#redirectUri)).search
  }

  /** Who signs in next. */
  signsIn(person: ProviderPerson): void {
    this.people.set(person.sub, person)
    this.#who = person.sub
  }

  /** A token for another program, with the nonce of a sign-in to ours: it is signed by the provider. */
  async tokenForAnother(url: string, person: ProviderPerson): Promise<string> {
    const asked = new URL(url)
    asked.searchParams.set('client_id', OTHER_CLIENT.client_id)
    asked.searchParams.set('code_challenge_method', 'plain')
    for (const name of ['code_challenge', 'code_challenge_method']) asked.searchParams.delete(name)
    const query = new URLSearchParams(await this.signIn(asked.href, person))
    const secret = btoa(`${OTHER_CLIENT.client_id}:${OTHER_CLIENT.client_secret}`)
    const body = { grant_type: 'authorization_code', code: query.get('code') ?? '', redirect_uri: this.#redirectUri }
    const response = await fetch(`${this.issuer}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${secret}` },
      body: new URLSearchParams(body),
    })
    const reply = (await response.json()) as { id_token?: string }
    if (reply.id_token === undefined) throw new Error(JSON.stringify(reply))
    return reply.id_token
  }

  /** The token that the provider sends to end sessions. */
  async logoutToken({ sub }: ProviderPerson, sid: string): Promise<string> {
    await (await this.#provider?.Client.find(CLIENT_ID))?.backchannelLogout(sub, sid)
    return this.#logoutToken
  }

  /** A token with other claims than the provider would make it with, and its signature. */
  async forge(
    claims: Readonly<Record<string, unknown>>,
    header: { alg?: string; typ?: string } = {},
    key = KEY,
  ): Promise<string> {
    const payload: JWTPayload = { iss: this.issuer, aud: CLIENT_ID, iat: Math.floor(Date.now() / 1_000), ...claims }
    return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', typ: 'logout+jwt', ...header }).sign(key)
  }

  #settings(publicUrl: string): object {
    const common = {
      id_token_signed_response_alg: 'ES256',
      redirect_uris: [this.#redirectUri],
      response_types: ['code'],
      grant_types: ['authorization_code'],
    }
    const own = {
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      post_logout_redirect_uris: [`${publicUrl}/sign-in`],
      backchannel_logout_uri: LOGOUT_URI,
      backchannel_logout_session_required: true,
    }
    return {
      clients: [
        { ...own, ...common },
        { ...OTHER_CLIENT, ...common },
      ],
      jwks: { keys: [KEY.export({ format: 'jwk' })] },
      ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
      cookies: { keys: ['a key of the tests'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      pkce: { required: (_context: unknown, client: { clientId: string }) => client.clientId === CLIENT_ID },
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      fetch: async (_url: URL, { body }: { body: URLSearchParams }) => {
        this.#logoutToken = body.get('logout_token') ?? ''
        return new Response()
      },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: async () => this.people.get(sub) }),
      loadExistingGrant: async (context: {
        oidc: { client: { clientId: string }; session: { accountId: string }; provider: OidcProvider }
      }) => {
        const { client, session, provider } = context.oidc
        const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
        grant.addOIDCScope('openid email')
        await grant.save()
        return grant
      },
    }
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const provider = this.#provider as OidcProvider
    if (request.url?.startsWith('/interaction/')) {
      const login = { login: { accountId: this.#who } }
      provider.interactionFinished(request, response, login).catch((error: unknown) => response.destroy(error as Error))
      return
    }
    if (request.url === '/token' && this.onTokenReply) changeReply(response, this.onTokenReply)
    this.onTokenReply = request.url === '/token' ? undefined : this.onTokenReply
    provider.callback()(request, response)
  }
}

function changeReply(
  response: ServerResponse,
  change: (reply: Record<string, unknown>) => Record<string, unknown>,
): void {
  const end = response.end.bind(response) as (body: string) => ServerResponse
  response.end = ((body: string | Buffer) => {
    const changed = JSON.stringify(change(JSON.parse(String(body)) as Record<string, unknown>))
    response.setHeader('content-length', Buffer.byteLength(changed))
    return end(changed)
  }) as typeof response.end
}
