const HYPHEN = 0x2d
/** The value of a digit by its code; 255 for every other character. */
const DIGITS = new Uint8Array(128).fill(255)
for (let digit = 0; digit < 16; digit++) {
  const text = digit.toString(16)
  for (const each of [text, text.toUpperCase()]) DIGITS[each.charCodeAt(0)] = digit
}

/** The 16 bytes of a UUID in hexadecimal, with hyphens or without. */
export function writeUuid(bytes: Buffer, start: number, uuid: string): void {
  const end = start + 16
  let at = start
  for (let i = 0; i < uuid.length; i += 2) {
    if (uuid.charCodeAt(i) === HYPHEN) i++
    const high = DIGITS[uuid.charCodeAt(i)] ?? 255
    const low = DIGITS[uuid.charCodeAt(i + 1)] ?? 255
    if (high + low > 30 || at === end) throw new RangeError(`${JSON.stringify(uuid)} is not a UUID`)
    bytes[at++] = (high << 4) | low
  }
  if (at !== end) throw new RangeError(`${JSON.stringify(uuid)} is not a UUID`)
}
