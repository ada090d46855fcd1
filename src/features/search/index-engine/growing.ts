/** A column whose length is not known yet: typed pieces of one size, so that growing copies nothing. */
export class Growing<T extends Uint8Array | Uint16Array | Uint32Array | Int32Array> {
  static readonly PIECE = 1 << 16
  readonly #make: (length: number) => T
  readonly #pieces: T[] = []
  #piece: T | undefined
  length = 0

  constructor(make: (length: number) => T) {
    this.#make = make
  }

  push(value: number): void {
    const at = this.length & (Growing.PIECE - 1)
    if (at === 0) {
      this.#piece = this.#make(Growing.PIECE)
      this.#pieces.push(this.#piece)
    }
    ;(this.#piece as T)[at] = value
    this.length++
  }

  get(index: number): number {
    return this.#pieces[index >>> 16]?.[index & (Growing.PIECE - 1)] ?? 0
  }
}
