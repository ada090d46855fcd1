// A file as it is uploaded, and its beginning for the preview.

import { MAX_IMPORT_BYTES, MAX_SAMPLE_BYTES } from '../../contract.ts'
import { texts } from './texts.ts'

export interface ChosenFile {
  readonly name: string
  readonly blob: Blob
  /** Base64. */
  readonly sample: string
  readonly isWhole: boolean
  /** It was not UTF-8. */
  readonly isConverted: boolean
}

/** Undefined with a text: why it can't be imported. */
export async function readChosen(file: File): Promise<ChosenFile | string> {
  const { choose } = texts
  if (file.size > MAX_IMPORT_BYTES) return choose.tooLarge(MAX_IMPORT_BYTES / 1024 / 1024)
  if (file.size === 0) return choose.empty
  try {
    const converted = asUtf8(new Uint8Array(await file.arrayBuffer()))
    const blob = converted ?? file
    return {
      name: file.name.slice(0, 200),
      blob,
      sample: await base64Of(blob.slice(0, MAX_SAMPLE_BYTES)),
      isWhole: blob.size <= MAX_SAMPLE_BYTES,
      isConverted: converted !== undefined,
    }
  } catch {
    return choose.unreadable
  }
}

/** Undefined for what the service reads by itself, or says what it is: UTF-8, UTF-16, packed files and workbooks have zero bytes or valid text. */
function asUtf8(bytes: Uint8Array<ArrayBuffer>): Blob | undefined {
  const isText = !bytes.subarray(0, 4_096).includes(0) && !(bytes[0] === 0x1f && bytes[1] === 0x8b)
  if (!isText || bytes[0] === 0xff || bytes[0] === 0xfe) return undefined
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return undefined
  } catch {
    return new Blob([new TextDecoder('windows-1252').decode(bytes)])
  }
}

export function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
