import { writeUuid } from '../../db/index.ts'
import { writeIdOf } from './identity.ts'

const UUID_OID = 2_950
const HEADER_BYTES = 20
const ITEM_BYTES = 20

/** A parameter of the type uuid[] in PostgreSQL's binary format: a few times faster than text, on both sides. */
export class UuidArray {
  readonly #bytes: Buffer
  #length = 0

  constructor(maxLength: number) {
    this.#bytes = Buffer.allocUnsafe(HEADER_BYTES + maxLength * ITEM_BYTES)
  }

  /** In hexadecimal, with hyphens or without. */
  push(uuid: string): void {
    writeUuid(this.#bytes, this.#next(), uuid)
  }

  /** The id that is made from the hash of an identity. */
  pushIdOf(hash: string): void {
    writeIdOf(hash, this.#bytes, this.#next())
  }

  /** The first half of a hash with 256 bits. */
  pushHash(hash: string): void {
    this.#bytes.write(hash, this.#next(), 16, 'hex')
  }

  #next(): number {
    const at = HEADER_BYTES + this.#length * ITEM_BYTES
    this.#length++
    return this.#bytes.writeInt32BE(16, at)
  }

  get length(): number {
    return this.#length
  }

  value(): Buffer {
    // One dimension without nulls, whose first item has the number 1.
    for (const [i, field] of [1, 0, UUID_OID, this.#length, 1].entries()) this.#bytes.writeInt32BE(field, 4 * i)
    return this.#bytes.subarray(0, HEADER_BYTES + this.#length * ITEM_BYTES)
  }

  /** The first item, and then one of so many. */
  sample(step: number): UuidArray {
    const sample = new UuidArray(Math.ceil(this.#length / step))
    for (let i = 0; i < this.#length; i += step) {
      const from = HEADER_BYTES + i * ITEM_BYTES
      this.#bytes.copy(sample.#bytes, HEADER_BYTES + sample.#length * ITEM_BYTES, from, from + ITEM_BYTES)
      sample.#length++
    }
    return sample
  }
}

export function uuidArray(uuids: readonly string[]): Buffer {
  const array = new UuidArray(uuids.length)
  for (const uuid of uuids) array.push(uuid)
  return array.value()
}
