// A client for the settings API, typed by its contract.

import {
  type ErrorDetail,
  type ErrorReply,
  type InputOf,
  type ReplyOf,
  type SettingsRoute,
  TEAM_HEADER,
  urlOf,
} from '../contract.ts'
import { sharedTexts } from '../parts/texts.ts'
import { noteData, noteNoReply, noteReply, noteWaiting } from './contact.ts'
import { limitMessage } from './limit-message.ts'
import { startSilenceTimeout } from './silence-timeout.ts'

/** The longest silence allowed; the timeout message names it. A search or a test event takes at most half of it. */
const TIMEOUT_MS = 30_000
/** Statuses of a service, or of a proxy in front of it, that is temporarily unavailable. */
const UNAVAILABLE = [502, 503, 504]

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

let shownTeamId: string | undefined

/** Calls are for this team from now on. If the session is in another team, the service rejects them. */
export function setShownTeam(teamId: string | undefined): void {
  shownTeamId = teamId
}

/** A failed call. The message is for the user. */
export class ApiError extends Error {
  /** 0: no reply. The code says whether the connection failed (`unreachable`) or nothing arrived (`timeout`). */
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  readonly details: readonly ErrorDetail[]
  /** Which limit is reached. */
  readonly limitType: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    error: Partial<ErrorReply['error']> & { code: string; message: string },
    retryAfter: string | null = null,
  ) {
    const retryAfterSeconds = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined
    super(limitMessage(error, retryAfterSeconds) ?? withoutPath(error.message))
    this.status = status
    this.code = error.code
    this.requestId = error.requestId
    this.details = (error.details ?? []).map((detail) => ({ ...detail, message: withoutPath(detail.message) }))
    this.limitType = error.limitType
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * Messages of the API begin with the place in the request, such as `domains[3]: `. On the screen the field shows the
 * message itself, so only the number of the entry is left of it.
 */
const withoutPath = (message: string) =>
  message.replace(/^[a-zA-Z]{1,40}\[(\d{1,6})\](: )?/, (_, index: string, colon: string | undefined) =>
    colon ? '' : `Entry ${Number(index) + 1}`,
  )

/** A write that may or may not have happened: its reply was lost, truncated, or replaced by a proxy's error. */
export const isUnanswered = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.code === 'unexpected_reply')

/** Nothing arrived for too long. A failed connection is a different error. */
export const isTimeout = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'timeout'

/** The address or the link names something that doesn't exist, or no longer does. */
export const isNotFound = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 404

export async function callApi<Route extends SettingsRoute>(
  route: Route,
  input: InputOf<Route>,
  signal?: AbortSignal,
): Promise<ReplyOf<Route>> {
  const silence = startSilenceTimeout(TIMEOUT_MS)
  const stopWaiting = noteWaiting()
  try {
    return await receive(
      route,
      input,
      silence.heard,
      signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    )
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error
    noteNoReply()
    const code = silence.signal.aborted ? 'timeout' : 'unreachable'
    throw new ApiError(0, { code, message: sharedTexts[code] })
  } finally {
    silence.stop()
    stopWaiting()
  }
}

async function receive<Route extends SettingsRoute>(
  route: Route,
  input: InputOf<Route>,
  heard: () => void,
  signal: AbortSignal,
): Promise<ReplyOf<Route>> {
  const { body } = input as AnyInput
  const response = await fetch(urlOf(route, input as AnyInput), {
    method: route.method,
    credentials: 'same-origin',
    headers: {
      ...(shownTeamId !== undefined && { [TEAM_HEADER]: shownTeamId }),
      ...(route.body && { 'content-type': 'application/json' }),
    },
    ...(route.body && { body: JSON.stringify(body) }),
    signal,
  })
  heard()
  const isUnavailable = UNAVAILABLE.includes(response.status)
  if (isUnavailable) noteNoReply()
  else noteReply()
  const heardPart = () => {
    heard()
    if (!isUnavailable) noteData()
  }
  const reply = await readJson(response, heardPart, signal)
  if (response.ok && reply !== undefined) return reply as ReplyOf<Route>
  // Without an error body, the reply came from something between the browser and the service, such as a proxy.
  const { status } = response
  throw new ApiError(
    status,
    errorOf(reply) ?? { code: 'unexpected_reply', message: sharedTexts.unexpectedReply(status) },
    response.headers.get('retry-after'),
  )
}

/** Undefined: the reply was truncated or isn't JSON. */
async function readJson({ body }: Response, heard: () => void, signal: AbortSignal): Promise<unknown> {
  const listen = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (part, controller) => {
      heard()
      controller.enqueue(part)
    },
  })
  try {
    return await new Response(body?.pipeThrough(listen)).json()
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}

function errorOf(reply: unknown): ErrorReply['error'] | undefined {
  const { error } = (reply ?? {}) as Partial<ErrorReply>
  return error && typeof error.message === 'string' ? error : undefined
}
