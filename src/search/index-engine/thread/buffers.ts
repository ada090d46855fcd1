/**
 * Long columns are transferred, because a copy would block the thread that gets them. Undefined if there are none: an
 * empty list costs time too.
 */
export function buffersOf(answer: object): ArrayBuffer[] | undefined {
  let buffers: ArrayBuffer[] | undefined
  for (const part of Object.values(answer)) {
    if (ArrayBuffer.isView(part)) buffers = [...(buffers ?? []), part.buffer as ArrayBuffer]
  }
  return buffers
}
