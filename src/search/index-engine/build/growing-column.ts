/** A column of unknown length. It consists of typed chunks of one size, so that growing copies nothing. */
export class GrowingColumn<T extends Uint8Array | Uint16Array | Uint32Array | Int32Array> {
  static readonly CHUNK = 1 << 16
  readonly #make: (length: number) => T
  readonly #chunks: T[] = []
  #last: T | undefined
  length = 0

  constructor(make: (length: number) => T) {
    this.#make = make
  }

  push(value: number): void {
    const at = this.length & (GrowingColumn.CHUNK - 1)
    if (at === 0) {
      this.#last = this.#make(GrowingColumn.CHUNK)
      this.#chunks.push(this.#last)
    }
    ;(this.#last as T)[at] = value
    this.length++
  }

  get(index: number): number {
    return this.#chunks[index >>> 16]?.[index & (GrowingColumn.CHUNK - 1)] ?? 0
  }
}
