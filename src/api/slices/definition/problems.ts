// The problems in a file of slices, each with its place, such as [2].notebook.whyNow.

export interface SliceProblem {
  /** The path of the field. Empty for the slice itself. */
  readonly place: string
  readonly message: string
}

/** Collects problems. `inside` returns a view that adds to the same list, with paths below the given one. */
export class Problems {
  readonly found: SliceProblem[]
  readonly #at: string

  constructor(found: SliceProblem[] = [], at = '') {
    this.found = found
    this.#at = at
  }

  get none(): boolean {
    return this.found.length === 0
  }

  inside(place: string): Problems {
    return new Problems(this.found, this.#placeOf(place))
  }

  add(place: string, message: string): void {
    this.found.push({ place: this.#placeOf(place), message })
  }

  #placeOf(place: string): string {
    return [this.#at, place].filter((part) => part !== '').join('.')
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function hasControlCharacters(text: string): boolean {
  return /[\p{Cc}\u2028\u2029]/u.test(text) || !text.isWellFormed()
}
