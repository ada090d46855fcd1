// The declaration of a field.

/**
 * - text: free text, matched by word (`~`) and by equality (`:`)
 * - enum: one of `values`
 * - slug: lower-case words joined by `_`, from an open set, such as a funding round or a tool category
 * - country: ISO 3166-1 alpha-2, or ZZ
 * - integer, number: not negative
 * - boolean, date (YYYY-MM-DD)
 * - texts: a list of texts, matched when any element matches
 * - countries: a list of countries, searched by the field for one of them
 * - url, note: shown, never searched
 */
export type FieldKind =
  | 'text'
  | 'enum'
  | 'slug'
  | 'country'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'date'
  | 'texts'
  | 'countries'
  | 'url'
  | 'note'

export type FieldValue = string | number | boolean | readonly string[]

export interface FieldDeclaration {
  /** The name in JSON. */
  readonly name: string
  /** The name in a signal query, if it differs. A query accepts both. */
  readonly queryName?: string
  readonly kind: FieldKind
  readonly label: string
  readonly description: string
  readonly values?: readonly string[]
  /** A signal of the type can't be written without it. */
  readonly required?: true
  /** The service fills it in from other signals. A record can't state it. */
  readonly computed?: true
  /** It is read from this field of the same record, by the catalogue of tools. A record can't state it. */
  readonly readFrom?: string
  readonly default?: string
  /**
   * Its values vary independently of the label and the title: a place, an amount. The search index stores each combination
   * of dependent fields once, so it keeps the independent ones apart.
   */
  readonly independent?: true
  readonly example: FieldValue
}

/** Whether a record may state the field. The others are filled in by the service. */
export function canBeStated({ computed, readFrom }: Pick<FieldDeclaration, 'computed' | 'readFrom'>): boolean {
  return computed !== true && readFrom === undefined
}
