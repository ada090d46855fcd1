// The declaration of a settings route, as data. The server mounts the route with it, and the screen calls it.

import type { Static, TObject, TSchema } from 'typebox'

export interface RouteDeclaration {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to SETTINGS_PREFIX. */
  readonly path: string
  /** The parameters in the path. Each is a UUID. */
  readonly params?: TObject
  /** Every value in a query string is a string. */
  readonly query?: TObject
  /** Required for POST and PUT, even if it is only {}: the server rejects a write that isn't JSON. */
  readonly body?: TObject
  /** Absent: the limit of every request. */
  readonly maxBodyBytes?: number
  readonly reply: TSchema
}

/**
 * anyone: needs no session. member: signed in, as a member or an owner of the session's team. owner: signed in as an
 * owner of that team. author: an owner, or the member whose own object it is; the route checks whose it is, under the team's
 * lock. …_with_api_access: the same, and the team's plan has API access.
 */
export type Access =
  | 'anyone'
  | 'member'
  | 'member_with_api_access'
  | 'owner'
  | 'owner_with_api_access'
  | 'author'
  | 'author_with_api_access'

export interface SettingsRoute extends RouteDeclaration {
  readonly name: string
  readonly access: Access
}

export function route<const Declaration extends RouteDeclaration>(declaration: Declaration): Declaration {
  return declaration
}

type InputPart<Route, Name extends string> = Route extends { readonly [N in Name]: infer Schema extends TSchema }
  ? { readonly [N in Name]: Static<Schema> }
  : unknown

/** The input of a call: the parts of `{ params, query, body }` that the route declares. */
export type InputOf<Route> = InputPart<Route, 'params'> & InputPart<Route, 'query'> & InputPart<Route, 'body'>
export type ReplyOf<Route extends RouteDeclaration> = Static<Route['reply']>

export const SETTINGS_PREFIX = '/settings-api'

/** Names the team that a page shows, by its id. */
export const TEAM_HEADER = 'x-team'

/** The path and query string of a call, from the root of the service. Undefined query values are left out. */
export function urlOf(
  { path }: RouteDeclaration,
  {
    params = {},
    query = {},
  }: { params?: Readonly<Record<string, string>>; query?: Readonly<Record<string, string | undefined>> } = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `${SETTINGS_PREFIX}${filled}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`
}
