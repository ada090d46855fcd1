import { ApiError } from '../../api/client.ts'
import { sharedTexts } from '../../parts/texts.ts'

/** The text of a document that the service gives to everyone. */
export async function readDocument(path: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(path, { signal, credentials: 'omit' }).catch((error: unknown) => {
    if (signal.aborted) throw error
    throw new ApiError(0, { code: 'unreachable', message: sharedTexts.unreachable })
  })
  if (response.ok) return response.text()
  const { status } = response
  throw new ApiError(status, { code: 'unexpected_reply', message: sharedTexts.unexpectedReply(status) })
}
