// A client for the settings API, typed by its contract.

import {
  type ErrorDetail,
  type ErrorReply,
  type InputOf,
  type ReplyOf,
  type SettingsRoute,
  urlOf,
} from '../contract.ts'
import { sharedTexts } from '../parts/texts.ts'

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

/** A failed call. The message is for the user. */
export class ApiError extends Error {
  /** 0: no reply was received. */
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  readonly details: readonly ErrorDetail[]

  constructor(status: number, error: Partial<ErrorReply['error']> & { code: string; message: string }) {
    super(error.message)
    this.status = status
    this.code = error.code
    this.requestId = error.requestId
    this.details = error.details ?? []
  }
}

export async function callApi<Route extends SettingsRoute>(
  route: Route,
  input: InputOf<Route>,
  signal?: AbortSignal,
): Promise<ReplyOf<Route>> {
  const { body } = input as AnyInput
  const response = await fetch(urlOf(route, input as AnyInput), {
    method: route.method,
    credentials: 'same-origin',
    ...(route.body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiError(0, { code: 'unreachable', message: sharedTexts.unreachable })
  })
  const reply: unknown = await response.json().catch(() => undefined)
  if (response.ok && reply !== undefined) return reply as ReplyOf<Route>
  // Without an error body, something between the browser and the service sent the reply, such as a proxy.
  const { status } = response
  throw new ApiError(
    status,
    errorOf(reply) ?? { code: 'unexpected_reply', message: sharedTexts.unexpectedReply(status) },
  )
}

function errorOf(reply: unknown): ErrorReply['error'] | undefined {
  const { error } = (reply ?? {}) as Partial<ErrorReply>
  return error && typeof error.message === 'string' ? error : undefined
}
