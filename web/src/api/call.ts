// Calls of the settings API, typed by its contract.

import {
  type ErrorDetail,
  type ErrorReply,
  type InputOf,
  type ReplyOf,
  type SettingsRoute,
  urlOf,
} from '../contract.ts'

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

/** Why a call did not go well, in words for the reader. */
export class CallError extends Error {
  /** 0: there was no reply. */
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

export async function call<Route extends SettingsRoute>(
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
    throw new CallError(0, {
      code: 'unreachable',
      message: 'The service cannot be reached: check your connection and try again.',
    })
  })
  const reply: unknown = await response.json().catch(() => undefined)
  if (response.ok && reply !== undefined) return reply as ReplyOf<Route>
  throw new CallError(response.status, errorOf(reply) ?? unexpected(response.status))
}

function errorOf(reply: unknown): ErrorReply['error'] | undefined {
  const { error } = (reply ?? {}) as Partial<ErrorReply>
  return error && typeof error.message === 'string' ? error : undefined
}

function unexpected(status: number) {
  return {
    code: 'unexpected_reply',
    message: `Something between you and the service answered in its place (status ${status}): try again in a moment.`,
  }
}
