const UUID_OID = 2_950
const HEADER_BYTES = 20
const ITEM_BYTES = 20
const [HYPHEN, ZERO, NINE, A, LOWER_CASE] = [0x2d, 0x30, 0x39, 0x61, 0x20]

/** A parameter of the type uuid[] in PostgreSQL's binary format: a few times faster than text, on both sides. */
export class UuidArray {
  readonly #bytes: Buffer
  #length = 0

  constructor(maxLength: number) {
    this.#bytes = Buffer.allocUnsafe(HEADER_BYTES + maxLength * ITEM_BYTES)
  }

  /** In hexadecimal, with hyphens or without. */
  push(uuid: string): void {
    const at = HEADER_BYTES + this.#length * ITEM_BYTES
    this.#bytes.writeInt32BE(16, at)
    let digits = 0
    for (let i = 0; i < uuid.length; i++) {
      const code = uuid.charCodeAt(i)
      if (code === HYPHEN) continue
      const digit = code <= NINE ? code - ZERO : (code | LOWER_CASE) - A + 10
      const byte = at + 4 + (digits >> 1)
      this.#bytes[byte] = (digits & 1) === 0 ? digit << 4 : (this.#bytes[byte] as number) | digit
      digits++
    }
    if (digits !== 32) throw new RangeError(`${JSON.stringify(uuid)} is no UUID`)
    this.#length++
  }

  value(): Buffer {
    // One dimension without nulls, whose first item has the number 1.
    for (const [i, field] of [1, 0, UUID_OID, this.#length, 1].entries()) this.#bytes.writeInt32BE(field, 4 * i)
    return this.#bytes.subarray(0, HEADER_BYTES + this.#length * ITEM_BYTES)
  }
}

export function uuidArray(uuids: readonly string[]): Buffer {
  const array = new UuidArray(uuids.length)
  for (const uuid of uuids) array.push(uuid)
  return array.value()
}
