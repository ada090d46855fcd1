// Mounts the routes of the settings API, which are declared in the contract. Under /settings-api every request is
// checked in this order, before its body is read: the origin must be our own page, the session valid and in the team
// that the page shows, and the role allowed. A route that isn't declared in the contract can't be mounted, so no route
// is without a permission.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { isUuid } from '../platform/ids.ts'
import {
  contract,
  type InputOf,
  may,
  type PlanName,
  type ReplyOf,
  type Role,
  SETTINGS_PREFIX,
  type SettingsRoute,
  type SignInMethod,
  TEAM_HEADER,
} from '../settings-contract/index.ts'
import { compressReplies } from './compression.ts'
import { isLoopbackName } from './cookies.ts'
import { apiAccessRequired, HttpError, notFound } from './errors.ts'
import { answerUnknown, pathOf } from './known-paths.ts'
import { hostNameOf } from './own-host.ts'

/** The signed-in person, read again with every request. */
export interface SettingsSession {
  readonly sessionId: string
  readonly accountId: string
  readonly email: string
  readonly teamId: string
  readonly role: Role
  readonly plan: PlanName
  readonly apiAccess: boolean
  readonly signedInBy: SignInMethod
  /** The client's IP address. */
  readonly address: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    settings?: SettingsRoute
  }
  interface FastifyRequest {
    settingsSession: SettingsSession | undefined
  }
}

export const notSignedIn = () =>
  new HttpError(401, 'not_signed_in', 'You are not signed in, or your session has ended: sign in again.', {
    headers: { 'www-authenticate': 'Session realm="pro-signal settings"' },
  })

export const ownersOnly = () =>
  new HttpError(403, 'owners_only', 'Only owners of the team can do this: ask one of them.')

const teamChanged = () =>
  new HttpError(
    409,
    'team_changed',
    'Another tab has switched to another team, so nothing was done here. Reload the page.',
  )

const foreignOrigin = () =>
  new HttpError(
    403,
    'foreign_origin',
    'The settings API only accepts requests from its own page, and this one came from elsewhere.',
  )

const insecureOrigin = () =>
  new HttpError(403, 'insecure_origin', 'Use HTTPS: over plain HTTP, others on the network could read your session.')

export async function settingsScope(
  app: FastifyInstance,
  sessionOf: (request: FastifyRequest) => Promise<SettingsSession | undefined>,
): Promise<void> {
  // Loaded here, so that a process that doesn't serve starts without it.
  const { validatorCompiler } = await import('./validate/validate.ts')
  app.decorateRequest('settingsSession', undefined)
  app.setValidatorCompiler(validatorCompiler)
  // Forms of other sites can send text/plain without a preflight.
  app.removeContentTypeParser('text/plain')
  app.addHook('onRoute', (route) => {
    const settings = route.config?.settings ?? declaredAt(String(route.method), route.url)
    if (!settings) throw new Error(`${route.method} ${route.url} is not declared in the settings contract`)
    route.config = { ...route.config, settings }
  })
  app.addHook('onRequest', async (request) => {
    assertOwnPage(request)
    const { settings } = request.routeOptions.config
    if (!settings) return
    const session = await sessionOf(request)
    request.settingsSession = session
    if (session) {
      request.logged = { team: session.teamId, account: session.accountId }
      assertShownTeam(request, session, settings)
    }
    if (may(session, settings)) return
    if (!session) throw notSignedIn()
    throw session.role === 'owner' || !settings.access.startsWith('owner') ? apiAccessRequired() : ownersOnly()
  })
  app.setNotFoundHandler(answerUnknown)
  // Guessing a secret by the size of its compressed reply needs requests from another site with the session's cookie.
  // SameSite and the check of the origin rule them out.
  await compressReplies(app)
}

/** A page of one team must not read or change another team that another tab has switched the session to. */
function assertShownTeam(
  { headers }: FastifyRequest,
  { teamId }: SettingsSession,
  { name, access }: SettingsRoute,
): void {
  const shown = headers[TEAM_HEADER]
  if (access === 'anyone' || name === contract.switchTeam.name) return
  if (shown !== undefined && shown !== teamId) throw teamChanged()
}

/** The contract's entry for a route that is mounted by its own declaration, as the API's routes are. */
function declaredAt(method: string, url: string): SettingsRoute | undefined {
  return Object.values(contract).find((route) => route.method === method && SETTINGS_PREFIX + route.path === url)
}

/**
 * CSRF protection. Browsers send Sec-Fetch-Site, which pages can't change; those that don't send it send Origin with every
 * write. A client that sends neither is not a current browser and may only read. There are two more layers: cookies are
 * SameSite=Lax, and writes must be JSON.
 */
function assertOwnPage({ method, headers, host, protocol }: FastifyRequest): void {
  const writes = method !== 'GET' && method !== 'HEAD'
  const site = headers['sec-fetch-site']
  const origin = headers.origin === undefined ? undefined : URL.parse(headers.origin)
  if (origin?.protocol === 'http:' && !isLoopbackName(origin.hostname)) throw insecureOrigin()
  // Without an Origin the connection decides: writes over plain HTTP must come from this machine.
  if (writes && !origin && protocol === 'http' && !isLoopbackName(hostNameOf(host))) throw insecureOrigin()
  if (site !== undefined) {
    if (site === 'same-origin' || (site === 'none' && !writes)) return
    throw foreignOrigin()
  }
  if (headers.origin === undefined && !writes) return
  const sameScheme = protocol === 'http' || origin?.protocol === 'https:'
  if (!origin || origin.host !== host || !sameScheme) throw foreignOrigin()
}

type Signed<Route extends SettingsRoute> = Route['access'] extends 'anyone'
  ? SettingsSession | undefined
  : SettingsSession

type SettingsCall<Route extends SettingsRoute> = InputOf<Route> & {
  readonly session: Signed<Route>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Mounts the handler of a route of the contract. The reply is serialised by its schema; other fields are dropped. */
export function settingsRoute<const Route extends SettingsRoute>(
  app: FastifyInstance,
  route: Route,
  handle: (call: SettingsCall<Route>) => Promise<ReplyOf<Route>>,
): void {
  const { method, path, query, body, maxBodyBytes, reply: answer } = route as SettingsRoute
  app.route({
    method,
    url: path,
    config: { settings: route },
    ...(maxBodyBytes !== undefined && { bodyLimit: maxBodyBytes }),
    schema: {
      querystring: query ?? NOTHING,
      ...(body && { body }),
      response: { 200: answer as TSchema },
    },
    handler: async (request, reply) => {
      const params = request.params as Record<string, string>
      // A malformed id is not found, like an unknown one.
      if (!Object.values(params).every(isUuid)) throw notFound(pathOf(request.url))
      const call = {
        params,
        query: request.query,
        body: request.body,
        session: request.settingsSession,
        request,
        reply,
      }
      return handle(call as unknown as SettingsCall<Route>)
    },
  })
}

const NOTHING = Type.Object({}, { additionalProperties: false })
