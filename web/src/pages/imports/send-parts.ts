import { callApi, isUnanswered } from '../../api/client.ts'
import { contract, MAX_PART_BYTES } from '../../contract.ts'
import { base64Of } from './chosen-file.ts'

const MAX_TRIES = 6

/** Sends what is missing of the file. A part whose reply was lost is sent again, which changes nothing. */
export async function sendParts(
  importId: string,
  blob: Blob,
  from: number,
  onSent: (bytes: number) => void,
): Promise<void> {
  for (let at = from; at < blob.size; ) {
    const data = await base64Of(blob.slice(at, at + MAX_PART_BYTES))
    const sent = await withRetries(() => callApi(contract.addImportPart, { params: { importId }, body: { at, data } }))
    at = sent.import.received
    onSent(at)
  }
}

async function withRetries<Reply>(call: () => Promise<Reply>): Promise<Reply> {
  for (let tries = 1; ; tries++) {
    try {
      return await call()
    } catch (error) {
      if (!isUnanswered(error) || tries === MAX_TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** tries))
    }
  }
}
