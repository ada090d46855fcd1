/** The values of a statement while its text is being written. What comes from a query only ever goes in through here. */
export class Parameters {
  readonly values: unknown[] = []
  readonly #known = new Map<string, string>()

  /**
   * The placeholder, with the type that PostgreSQL is to read the value as. The same value twice is one parameter, so
   * that a part of a statement may be written, dropped and written again.
   */
  add(value: string | number | boolean | readonly (string | number)[], type: string): string {
    const key = `${type} ${JSON.stringify(value)}`
    const known = this.#known.get(key)
    if (known) return known
    this.values.push(value)
    const placeholder = `$${this.values.length}::${type}`
    this.#known.set(key, placeholder)
    return placeholder
  }
}
