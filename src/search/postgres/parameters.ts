/** Collects the values of a statement while its text is built. Values from a query reach a statement only through this. */
export class Parameters {
  readonly values: unknown[] = []
  readonly #known = new Map<string, string>()

  /**
   * Returns the placeholder, with a cast to the type. Equal values share one parameter, so a part of a statement can be
   * discarded and built again.
   */
  add(value: string | number | boolean | readonly (string | number)[], type: string): string {
    const key = `${type} ${JSON.stringify(value)}`
    const existing = this.#known.get(key)
    if (existing) return existing
    this.values.push(value)
    const placeholder = `$${this.values.length}::${type}`
    this.#known.set(key, placeholder)
    return placeholder
  }
}
