// What a route of the settings API is: data from which the server mounts and the screen calls it. Both are typed by it.

import type { Static, TObject, TSchema } from 'typebox'

export interface RouteDeclaration {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /settings-api. */
  readonly path: string
  /** Names in the path, each a UUID. */
  readonly params?: TObject
  /** Every value of a query string is text. */
  readonly query?: TObject
  /** A POST or a PUT always has one, if only {}: a write that is not JSON is refused. */
  readonly body?: TObject
  readonly reply: TSchema
}

/**
 * anyone: also without a session. member: whoever is signed in, as a member or an owner of the session's team. owner:
 * its owners. …_with_api_access: those, while the plan has API access.
 */
export type Access = 'anyone' | 'member' | 'member_with_api_access' | 'owner' | 'owner_with_api_access'

export interface SettingsRoute extends RouteDeclaration {
  readonly name: string
  readonly access: Access
}

export function route<const Declaration extends RouteDeclaration>(declaration: Declaration): Declaration {
  return declaration
}

type Part<Route, Name extends string> = Route extends { readonly [N in Name]: infer Schema extends TSchema }
  ? { readonly [N in Name]: Static<Schema> }
  : unknown

/** What a call of the route gives: `{ params, query, body }`, those that the route declares. */
export type InputOf<Route> = Part<Route, 'params'> & Part<Route, 'query'> & Part<Route, 'body'>
export type ReplyOf<Route extends RouteDeclaration> = Static<Route['reply']>

export const SETTINGS_PREFIX = '/settings-api'

/** The URL of a call, from the root of the service. */
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
